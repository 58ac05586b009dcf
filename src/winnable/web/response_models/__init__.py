"""The bodies of responses, as Pydantic models. None has a field for a hidden card.

The messages of the coach's streams are dataclasses in `coach_messages`, and the steps of a replay
and the view in `replay_steps`, because the workers use them too and load no Pydantic.
"""
