"""Streams: the messages of the coach and of the judge."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from winnable.web.coach_messages import (
    DealMessage,
    ErrorMessage,
    EvaluationMessage,
    FactsMessage,
    HintMessage,
    ProgressMessage,
    QueuedMessage,
    ReviewMessage,
    StoppedMessage,
)
from winnable.web.judge_messages import ChecksMessage, JudgeQueuedMessage, ReportMessage

__all__ = ["CoachMessage", "EvaluationStream", "HintStream", "JudgeStream", "ReviewStream"]

EvaluationStream = Annotated[
    QueuedMessage | EvaluationMessage | StoppedMessage | ErrorMessage, Field(discriminator="kind")
]
HintStream = Annotated[
    QueuedMessage | HintMessage | StoppedMessage | ErrorMessage, Field(discriminator="kind")
]
ReviewStream = Annotated[
    QueuedMessage | ReviewMessage | StoppedMessage | ErrorMessage, Field(discriminator="kind")
]
CoachMessage = Annotated[
    QueuedMessage
    | EvaluationMessage
    | HintMessage
    | ReviewMessage
    | ProgressMessage
    | DealMessage
    | FactsMessage
    | StoppedMessage
    | ErrorMessage,
    Field(discriminator="kind"),
]
"""Any message of the coach."""
JudgeStream = Annotated[
    JudgeQueuedMessage | ChecksMessage | ReportMessage | StoppedMessage | ErrorMessage,
    Field(discriminator="kind"),
]
