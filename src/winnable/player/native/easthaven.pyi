from collections.abc import Sequence

from winnable.player.native.rollouts import Player
from winnable.solver.native.control import Control

class EasthavenPlayer(Player):
    def __init__(self, packed: bytes, weights: Sequence[int]) -> None: ...
    def regression_rows(
        self,
        start_state: bytes,
        seed: int,
        games: int,
        levels: tuple[tuple[int, int], ...],
        control: Control,
    ) -> list[list[int]]: ...
