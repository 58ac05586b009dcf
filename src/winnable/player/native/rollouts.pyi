from winnable.solver.native.control import Control

class Player:
    plays_to_the_end: bool
    def state(self, packed: bytes, pending: int = 0) -> bytes: ...
    def candidates(
        self, state: bytes, most: int, control: Control
    ) -> list[tuple[bytes, bytes | None, int]]: ...
    def play_out(
        self,
        states: list[bytes],
        seed: int,
        first: int,
        games: int,
        levels: tuple[tuple[int, int], ...],
        control: Control,
    ) -> bytes: ...
    def try_out(
        self,
        states: list[bytes],
        seed: int,
        first: int,
        games: int,
        levels: tuple[tuple[int, int], ...],
        control: Control,
    ) -> list[int]: ...
    def expectimax(self, states: list[bytes], most: int, control: Control) -> list[int] | None: ...
