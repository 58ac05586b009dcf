# Golf Relaxed, all in play(), which is called right away. Section 7, Nov 2.
import cards


def play():
    stock = cards.Deck()
    stock.shuffle()
    stock.shuffle()
    foundation = [stock.deal()]
    tableau = [[stock.deal() for i in range(5)] for j in range(7)]
    playing = True
    while playing:
        print("Tableau:")
        for j in range(7):
            print("   row", j + 1, ":", ", ".join([str(c) for c in tableau[j]]))
        print("Foundation:", " ".join([str(c) for c in foundation]))
        print("Stock:", stock.cards_left())
        moves = [
            j
            for j in range(7)
            if tableau[j]
            and (tableau[j][-1].get_rank() - foundation[-1].get_rank()) % 13 in (1, 12)
        ]
        if tableau == [[]] * 7:
            print("Winning message: you have won.")
            playing = False
        elif stock.empty() and not moves:
            print("Loser message: you have lost.")
            playing = False
        else:
            try:
                command = input("your move: ").split()[0].lower()
                if command == "q":
                    playing = False
                elif command == "d":
                    if stock.empty():
                        raise ValueError("the stock is empty")
                    foundation.append(stock.deal())
                elif command not in list("1234567"):
                    raise ValueError("type 1-7, d or q")
                elif int(command) - 1 not in moves:
                    raise ValueError("you cannot move that card")
                else:
                    foundation.append(tableau[int(command) - 1].pop())
            except (ValueError, IndexError) as error:
                print("Error:", error)


def help_text():
    return "1-7, d, q"


def version():
    return 1


play()
