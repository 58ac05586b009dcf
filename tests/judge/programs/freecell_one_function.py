# FreeCell in one piece: everything happens in this script. The handout wants functions.
import cards

deck = cards.Deck()
deck.shuffle()
t = [[] for i in range(8)]
for i in range(52):
    t[i % 8].append(deck.deal())
c = [[] for i in range(4)]
f = [[] for i in range(4)]
places = {"t": t, "c": c, "f": f}
playing = True
while playing:
    print("Cells:", [str(p[0]).strip() if p else "" for p in c])
    print("Foundations:", [str(p[-1]).strip() if p else "" for p in f])
    for i in range(8):
        print(i + 1, "|", " ".join(str(card) for card in t[i]))
    if [len(p) for p in f] == [13] * 4:
        print("You won!")
        break
    moves = []
    for command in ("t2f", "t2c", "t2t", "c2t", "c2f"):
        for a, source in enumerate(places[command[0]], 1):
            for b, target in enumerate(places[command[2]], 1):
                if not source:
                    good = False
                elif command[2] == "c":
                    good = not target
                elif not target:
                    good = command[2] == "t" or source[-1].get_rank() == 1
                elif command[2] == "f":
                    good = (
                        source[-1].get_suit() == target[-1].get_suit()
                        and source[-1].get_rank() - 1 == target[-1].get_rank()
                    )
                else:
                    good = source[-1].get_rank() + 1 == target[-1].get_rank() and (
                        source[-1].get_suit() in (1, 4)
                    ) != (target[-1].get_suit() in (1, 4))
                if good:
                    moves.append("%s %d %d" % (command, a, b))
    if not moves:
        print("No moves left, you lose.")
        break
    while True:
        line = " ".join(input("Move: ").split())
        if line in moves:
            command, a, b = line.split()
            card = places[command[0]][int(a) - 1].pop()
            places[command[2]][int(b) - 1].append(card)
            break
        if line == "q":
            playing = False
            break
        if line == "h":
            print("t2f T F, t2c T C, t2t T1 T2, c2t C T, c2f C F, h, q")
        elif line[:3] in ("t2f", "t2c", "t2t", "c2t", "c2f"):
            print("You can't do that:", line)
        else:
            print("What?")
