"""How well a search keeps to the memory that it is given."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.child import Child
from benchmarks.figures import MIB, figure
from benchmarks.plan import SLUGS
from benchmarks.section import Job, Section

__all__ = ["SECTION", "Memory", "measure"]

_CELLS = {"freecell": 2}
"""With all its cells, hardly a deal of this needs much memory: some are taken away."""
_DEALS = 1_000


@dataclass(frozen=True)
class Memory:
    """Limits in bytes, and by how much the process grew under each."""

    only: int | None
    """With how many cells it was played, if not with all."""
    limits: list[int]
    growths: list[int]
    reached: list[bool]
    """Whether a search came to the limit; if not, no deal needed so much in the time there was."""

    def cells(self) -> tuple[str, ...]:
        """The row as it is shown."""
        each = zip(self.limits, self.growths, self.reached, strict=True)
        shown = ", ".join(
            f"{limit // MIB} MiB: **{growth / limit:.2f}**" if reached
            else f"{limit // MIB} MiB: never came to it (held {figure(growth / MIB)} MiB)"
            for limit, growth, reached in each
        )  # fmt: skip
        return ("all" if self.only is None else f"{self.only} cells only", shown)


def measure(job: Job) -> Memory:
    """Run into each limit, every time in a process of its own."""
    growths: list[int] = []
    reached: list[bool] = []
    only = _CELLS.get(job.slug)
    for limit in job.plan.limits:
        job.tell(f"a limit of {limit // MIB} MiB")
        with Child("benchmarks.worker") as child:
            answer = child.ask(
                "memory",
                game=job.slug,
                cells=only,
                limit=limit,
                deals=_DEALS,
                seconds=job.plan.memory_seconds,
            )
        growths.append(answer["growth"])
        reached.append(answer["reached"])
    return Memory(only=only, limits=list(job.plan.limits), growths=growths, reached=reached)


SECTION = Section(
    name="memory",
    title="Memory",
    about=(
        "Deals are solved under a memory limit until one of them comes to it. The figure is how "
        "much the process grew (its peak, resident, before and after) as a multiple of the limit: "
        "1 or less is a limit kept, 1.1 is a tenth over it. FreeCell is played with fewer cells, "
        "since with all of them hardly a deal needs that much."
    ),
    head=("cells", "growth as a multiple of the limit"),
    slugs=SLUGS,
    entry=Memory,
    measure=measure,
)
