"""The weights of the players' policies, as `benchmarks/tune_players.py` has found them.

What each is the weight of is said in the kernel of the game, in `native/`.
"""

__all__ = ["EASTHAVEN", "GOLF"]

GOLF = (
    1000, 247, -1097, -1874, -313, 1220, -862, -371,
    -2, 94, -104, -348, -247, 477, -497, -326,
)  # fmt: skip

EASTHAVEN = (
    -302, 136, -302, -116, -61, -112, -43, -1782, -170, 521, 513, -213, -211, -160, -16, 2062,
    1113, 148, -11,
    -50, 53, 59, 6, -72, -9, -2, -5, 24, 89, -13, -28, -2, 4, -10, -10, 2, 21, -15,
)  # fmt: skip
