from collections.abc import Sequence

from winnable.player.native.rollouts import Player

class EasthavenPlayer(Player):
    def __init__(self, packed: bytes, weights: Sequence[int]) -> None: ...
