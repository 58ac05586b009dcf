"""Errors of a study."""

from winnable.errors import WinnableError
from winnable.study.shard_key import ShardKey

__all__ = ["DamagedShardError", "StudyError", "WorkerMismatchError"]


class StudyError(WinnableError):
    """A study that cannot be opened, continued or written."""


class WorkerMismatchError(StudyError):
    """A worker whose Winnable is not that of the study."""


class DamagedShardError(StudyError):
    """A shard's file that is cut off or was changed."""

    def __init__(self, message: str, key: ShardKey) -> None:
        super().__init__(message)
        self.key = key
