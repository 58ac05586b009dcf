"""The five handout programs as `translation` describes them: tables, commands, complaints."""

from translation import Command, Parts, Program

from winnable import Reason

_OPTION, _INVALID = "Error in option: ", "Invalid move"
_FORM, _NO_STOCK = "The form is: ", "There are no cards left in the stock."
_HINT = "Type 1-7 to play the last card of that row, d to deal from the stock, q to quit."

ACES_UP = Program(
    name="aces_up",
    setup="init_game",
    pack=lambda parts: (parts.stock, parts.columns, parts.foundations[0]),
    unpack=lambda table: Parts(table[1], [table[2]], [], table[0]),
    commands={
        "d": Command("", {Reason.STOCK_EMPTY: ""}),
        "f": Command(
            "t",
            {
                Reason.SOURCE_EMPTY: "\nError, empty column: {source}\n",
                Reason.NOT_OUTRANKED: "\nError, cannot move {card:>3}.\n",
            },
        ),
        "t": Command(
            "tt",
            {
                Reason.OCCUPIED: "\nError, target column is not empty: {target}\n",
                Reason.SOURCE_EMPTY: "\nError, no card in column: {source}\n",
            },
        ),
    },
    unknown=_OPTION,
    wrong_form=_OPTION,
    blank=_OPTION,
    others=("h", "r", "q"),
    refusal=r"\nError",
    winning="\nYou won!\n",
    is_won=lambda module, table: module.check_for_win(table[1], table[0]),
)

# fmt: off
_HOME = (Reason.SOURCE_EMPTY, Reason.NOT_ACE, Reason.FOUNDATION_SUIT, Reason.FOUNDATION_RANK)
_BUILD = (Reason.SAME_PLACE, Reason.SOURCE_EMPTY, Reason.TOO_FEW, Reason.FACE_DOWN,
          Reason.NOT_A_RUN, Reason.SAME_COLOUR, Reason.WRONG_RANK)
# fmt: on
EASTHAVEN = Program(
    name="easthaven",
    setup="setup_game",
    pack=lambda parts: (parts.columns, parts.foundations, parts.stock),
    unpack=lambda table: Parts(table[0], table[1], [], table[2]),
    commands={
        "f": Command("tf", dict.fromkeys(_HOME, _INVALID)),
        "m": Command("ntt", dict.fromkeys(_BUILD, _INVALID)),
        "d": Command("", {Reason.STOCK_EMPTY: _NO_STOCK}),
    },
    unknown="Unknown command: ",
    wrong_form=_FORM,
    blank="Unknown command: (an empty line)\n",
    others=("h", "q"),
    refusal=f"{_INVALID}|{_FORM}|{_NO_STOCK}|Unknown command: ",
    winning="Winning!",
    is_won=lambda module, table: module.is_won(table[1]),
)

_BAKERS_COMPLAINTS = {
    Reason.SAME_PLACE: "Invalid move: Source and destination are the same tableau\n",
    Reason.SOURCE_EMPTY: "Invalid move: Source is empty\n",
    Reason.OCCUPIED: "Invalid move: Cell is not empty\n",
    Reason.NOT_ACE: "Invalid move: Source card is not an Ace\n",
    Reason.FOUNDATION_SUIT: "Invalid move: Wrong suit\n",
    Reason.FOUNDATION_RANK: "Invalid move: Wrong rank\n",
    Reason.WRONG_SUIT: "Invalid move: Wrong suit\n",
    Reason.WRONG_RANK: "Invalid move: Wrong rank\n",
}
BAKERS_GAME = Program(
    name="bakers_game",
    setup="setup_game",
    pack=lambda parts: (parts.cells, parts.foundations, parts.columns),
    unpack=lambda table: Parts(table[2], table[1], table[0], None),
    commands={word: Command(word, _BAKERS_COMPLAINTS) for word in ("tc", "tf", "tt", "cf", "ct")},
    unknown="Invalid command: ",
    wrong_form="Invalid command: ",
    blank="Invalid command: ",
    others=("h", "r", "q"),
    refusal="Invalid ",
    winning="You won the game!\n",
    is_won=lambda module, table: module.is_winner(table[1]),
)

GOLF_RELAXED = Program(
    name="golf_relaxed",
    setup="setup_game",
    pack=lambda parts: (parts.columns, parts.foundations[0], parts.stock),
    unpack=lambda table: Parts(table[0], [table[1]], [], table[2]),
    commands={
        "": Command(
            "t",
            {
                Reason.SOURCE_EMPTY: "Invalid move: row {source} is empty.\n",
                Reason.NOT_NEIGHBOUR: "Invalid move: {card} is not next in rank to {onto}.\n",
            },
        ),
        "d": Command("", {Reason.STOCK_EMPTY: _NO_STOCK}),
    },
    unknown=_HINT,
    wrong_form=_HINT,
    blank=_HINT,
    others=("q",),
    refusal=f"{_INVALID}|{_HINT}|{_NO_STOCK}",
    winning="Winning!",
    is_won=lambda module, table: module.is_won(table[0]),
    losing="Loser!",
    is_lost=lambda module, table: module.is_lost(*table),
)

_FREECELL_COMPLAINTS = {
    Reason.SOURCE_EMPTY: " {source} is empty.\n",
    Reason.SAME_PLACE: " lies there already.\n",
    Reason.OCCUPIED: "Illegal move: the cell already holds ",
    Reason.NOT_ACE: "Illegal move: only an ace starts a foundation, not {card}.\n",
    Reason.FOUNDATION_SUIT: "Illegal move: {card} is not of the suit of {onto}.\n",
    Reason.FOUNDATION_RANK: "Illegal move: {card} is not one rank above {onto}.\n",
    Reason.WRONG_RANK: "Illegal move: {card} is not one rank below {onto}.\n",
    Reason.SAME_COLOUR: "Illegal move: {card} and {onto} are of the same colour.\n",
}
FREECELL = Program(
    name="freecell",
    setup="setup_game",
    pack=lambda parts: {"t": parts.columns, "c": parts.cells, "f": parts.foundations},
    unpack=lambda table: Parts(table["t"], table["f"], table["c"], None),
    commands={
        word: Command(word.replace("2", ""), _FREECELL_COMPLAINTS)
        for word in ("t2f", "t2c", "t2t", "c2t", "c2f")
    },
    unknown="Unknown command: ",
    wrong_form="Invalid operands: ",
    blank="Unknown command: (an empty line)\n",
    others=("h", "q"),
    refusal="Invalid |Illegal |Unknown ",
    winning="You won!\n",
    is_won=lambda module, table: module.is_won(table),
    losing="No move is left",
    is_lost=lambda module, table: not (module.is_won(table) or module.has_move(table)),
)

PROGRAMS = (ACES_UP, EASTHAVEN, BAKERS_GAME, GOLF_RELAXED, FREECELL)
