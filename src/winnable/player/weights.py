"""The weights of the players' policies, as `benchmarks/tune_players.py` has found them.

What each is the weight of is said in the kernel of the game, in `native/`.
"""

__all__ = ["EASTHAVEN", "GOLF"]

GOLF = (
    1000, 247, -1097, -1874, -313, 1220, -862, -371,
    -2, 94, -104, -348, -247, 477, -497, -326,
)  # fmt: skip

EASTHAVEN = (
    -800, 200, -400, -250, -150, -150, -100, -1000, -200, 400, 400, -200, -200, -100, -30, 600,
    1000, 100, -20,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
)  # fmt: skip
