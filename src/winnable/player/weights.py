"""The weights of the players' policies, found with `benchmarks/tune_players.py`.

Those of Aces Up are a first guess that it could not improve on: after four rounds the weights won
as many of 32,000 games, give or take 0.02%.

What each is the weight of is said in the kernel of the game, in `native/`.
"""

__all__ = ["ACES_UP", "GOLF"]

ACES_UP = (
    -600, -30, -200, -400, -300, -40, -100, 400, 20, 10, -200, 6000,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
)  # fmt: skip
GOLF = (
    1000, 247, -1097, -1874, -313, 1220, -862, -371,
    -2, 94, -104, -348, -247, 477, -497, -326,
)  # fmt: skip
