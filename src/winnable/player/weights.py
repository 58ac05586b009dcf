"""The weights of the players' policies, found with `benchmarks/tune_players.py`.

Those of Aces Up are a first guess that it could not improve on: after four rounds the weights won
as many of 32,000 games, give or take 0.02%.

Those of Easthaven are logits, with a block for each number of deals left; they come from
`benchmarks/fit_easthaven.py`. What each is the weight of is said in the kernel of the game, in
`native/`.
"""

__all__ = ["ACES_UP", "EASTHAVEN", "GOLF"]

ACES_UP = (
    -600, -30, -200, -400, -300, -40, -100, 400, 20, 10, -200, 6000,
)  # fmt: skip
GOLF = (
    1000, 247, -1097, -1874, -313, 1220, -862, -371,
    -2, 94, -104, -348, -247, 477, -497, -326,
)  # fmt: skip

EASTHAVEN = (
    -281, 50, -51, -14, 1, 24, -38, -258, 319, 884, 829, -520, -138, -162, -22, 0, 0, 0, 0,
    7716, 85, 97, 17, -626, 164, -4, 4,
    -249, 98, -48, -2, -20, 9, -3, -240, 241, 1126, -228, -332, -152, -76, -8, 1130, 49, 20, -8,
    5604, 20, 169, 5, -352, 54, -12, 5,
    -268, 152, -35, -6, 15, 10, 39, -251, 141, 462, 48, -176, -57, -51, 12, 1141, 170, 79, 0,
    3915, 109, -673, 3, -178, 18, -26, 3,
    -242, 106, 14, 2, 20, -17, 39, -247, 118, -42, 388, -165, -19, -22, -9, 808, 185, 48, 0,
    3468, 234, -1614, 2, -158, 188, -24, 29,
    -83, 80, -218, -73, 54, 2, -1, -223, 97, -208, 403, -129, -24, -52, -16, 783, 204, 87, 0,
    1883, 339, 0, -35, -138, 109, -19, 523,
    -3, 51, 0, 0, 0, 0, -3, -165, -3, 490, 35, -205, -186, -122, 0, 1415, -54, 344, 0, 2484,
    -159, 0, -3, -187, -225, 29, 0,
)  # fmt: skip
