# Easthaven, section 3, 2009-04-05. It plays when it is imported.
# The stock may be used only if nothing else can be done, as the handout says.
from cards import *


def ok(upper, lower):
    return upper.get_rank() - lower.get_rank() == 1 and upper.get_suit() + lower.get_suit() in (
        "CH",
        "CD",
        "SH",
        "SD",
        "HC",
        "HS",
        "DC",
        "DS",
    )


def can_move(t, n, a, b):
    if a == b or not 1 <= n <= len(t[a]):
        return False
    cards_moved = t[a][-n:]
    for i in range(n - 1):
        if not ok(cards_moved[i], cards_moved[i + 1]):
            return False
    if any([c.get_hidden() for c in cards_moved]):
        return False
    return t[b] == [] or ok(t[b][-1], cards_moved[0])


def can_go_home(t, f, a, b):
    if t[a] == []:
        return False
    c = t[a][-1]
    if f[b] == []:
        return c.get_rank() == 1
    return c.get_suit() == f[b][-1].get_suit() and c.get_rank() - 1 == f[b][-1].get_rank()


def any_move(t, f):
    for a in range(7):
        for b in range(4):
            if can_go_home(t, f, a, b):
                return True
        for b in range(7):
            for n in range(1, 14):
                if can_move(t, n, a, b):
                    return True
    return False


def show(t, f, s):
    print("Tableau")
    for i in range(7):
        print("Row", i + 1, end=" : ")
        for c in t[i]:
            if c.get_hidden():
                print("XX", end=" ")
            else:
                print(c, end=" ")
        print()
    print("Foundation")
    for i in range(4):
        print("F", i + 1, ":", *f[i])
    print("Stock", s.cards_left())


def play():
    s = Deck()
    s.shuffle()
    t = []
    f = [[], [], [], []]
    for i in range(7):
        t.append([s.deal(), s.deal(), s.deal()])
        t[i][0].set_hidden(True)
        t[i][1].set_hidden(True)
    show(t, f, s)
    while len(f[0]) + len(f[1]) + len(f[2]) + len(f[3]) < 52:
        try:
            c = input("Command: ").split()
        except EOFError:
            break
        try:
            if c[0] == "q":
                print("Goodbye.")
                break
            elif c[0] == "h":
                print("Help: f A F / m N A B / d / h / q")
            elif c[0] == "d":
                if s.cards_left() == 0:
                    print("No cards left in the stock")
                elif any_move(t, f):
                    print("There are still moves, so you may not deal")
                else:
                    for i in range(7):
                        if s.cards_left() != 0:
                            t[i].append(s.deal())
                    show(t, f, s)
            elif c[0] == "f":
                a, b = int(c[1]) - 1, int(c[2]) - 1
                if a not in range(7) or b not in range(4):
                    print("Wrong numbers")
                elif can_go_home(t, f, a, b):
                    f[b].append(t[a].pop())
                    if t[a] != []:
                        t[a][-1].set_hidden(False)
                    show(t, f, s)
                else:
                    print("Illegal move")
            elif c[0] == "m":
                n, a, b = int(c[1]), int(c[2]) - 1, int(c[3]) - 1
                if a not in range(7) or b not in range(7):
                    print("Wrong numbers")
                elif can_move(t, n, a, b):
                    t[b] += t[a][-n:]
                    t[a] = t[a][:-n]
                    if t[a] != []:
                        t[a][-1].set_hidden(False)
                    show(t, f, s)
                else:
                    print("Illegal move")
            else:
                print("Bad command")
        except (IndexError, ValueError):
            print("Bad command")
    else:
        print("WINNING!!!")


play()
