from winnable.solver.native.control import Control

class Player:
    estimates: bool
    def state(self, packed: bytes, pending: int = 0) -> bytes: ...
    def candidates(
        self, state: bytes, most: int, control: Control
    ) -> list[tuple[bytes, bytes | None]]: ...
    def play_out(
        self,
        states: list[bytes],
        seed: int,
        first: int,
        games: int,
        levels: tuple[tuple[int, int], ...],
        control: Control,
        rated: bool = False,
    ) -> bytes: ...
    def expectimax(self, states: list[bytes], most: int, control: Control) -> list[int] | None: ...
