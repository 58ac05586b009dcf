from collections.abc import Sequence

from winnable.player.native.rollouts import Player

class GolfPlayer(Player):
    def __init__(self, packed: bytes, weights: Sequence[int], wraps: bool = True) -> None: ...
