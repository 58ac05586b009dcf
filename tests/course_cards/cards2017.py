"""A stand-in for the course's own cards module of 2017, with that year's methods only.

Its cards are as wide as they are, two characters or three: aligning them is the program's task.
"""

import random

RANKS = " A23456789TJQK"
SUITS = " ♣♦♥♠"


class Card:
    def __init__(self, rank=0, suit=0):
        is_card = type(rank) is int and type(suit) is int and 1 <= rank <= 13 and 1 <= suit <= 4
        self.__rank = rank if is_card else 0
        self.__suit = suit if is_card else 0
        self.__face_up = True

    def rank(self):
        return self.__rank

    def suit(self):
        return self.__suit

    def value(self):
        return min(self.__rank, 10)

    def is_face_up(self):
        return self.__face_up

    def flip_card(self):
        self.__face_up = not self.__face_up

    def __eq__(self, other):
        # Comparing with None fails here, as it does for whoever forgets `is`.
        return self.rank() == other.rank() and self.suit() == other.suit()

    def __str__(self):
        if not self.__face_up or not self.__rank:
            return "XX"
        return RANKS[self.__rank].replace("T", "10") + SUITS[self.__suit]

    def __repr__(self):
        return str(self)


class Deck:
    def __init__(self):
        self.__deck = [Card(rank, suit) for suit in range(1, 5) for rank in range(1, 14)]

    def shuffle(self):
        random.shuffle(self.__deck)

    def deal(self):
        return self.__deck.pop() if self.__deck else None

    def is_empty(self):
        return len(self.__deck) == 0

    def __len__(self):
        return len(self.__deck)

    def __str__(self):
        return ", ".join(str(card) for card in self.__deck)

    def display(self, cols=13):
        for index, card in enumerate(self.__deck, 1):
            print(card, end=" " if index % cols else "\n")
