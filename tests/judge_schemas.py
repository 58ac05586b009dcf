"""JSON Schemas for the formats of the judge, written from what is documented about each of them.

Gradescope and check50 publish none; ours are stricter, as they know which keys the judge writes.
"""

from typing import Any

_TEXT = {"type": "string", "not": {"pattern": "[\\u0000-\\u0008\\u000b-\\u001f]"}}
_NAME = _TEXT | {"minLength": 1}
_POINTS = {"type": "number", "minimum": 0}
_MAYBE_TEXT = {"type": ["string", "null"]}
_COUNT = {"type": "integer", "minimum": 0}
_VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}


def _object(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    required = [key for key in properties if key not in optional]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _list(items: dict[str, Any], **others: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **others}


_FINDING = _object(
    {
        "call": _MAYBE_TEXT,
        "typed": _list({"type": "string"}),
        "deck": _list({"type": "string"}),
        "expected": _MAYBE_TEXT,
        "actual": {"type": "string"},
        "crash": {
            "anyOf": [
                {"type": "null"},
                _object(
                    {
                        "error": {"type": "string"},
                        "line": {"type": ["integer", "null"]},
                        "source": _MAYBE_TEXT,
                    }
                ),
            ]
        },
    }
)

OURS = _object(
    {
        "version": {"const": 1},
        "program": {"type": "string"},
        "handout": {"type": "string"},
        "title": {"type": "string"},
        "points": _POINTS,
        "max_points": _POINTS,
        "has_full_points": {"type": "boolean"},
        "unscored": _MAYBE_TEXT,
        "verdicts": _object(
            {
                kind: _object({"passed": _COUNT, "checks": _COUNT})
                for kind in ("rules", "messages", "layout", "style")
            }
        ),
        "notes": _list({"type": "string"}),
        "layers": _list({"type": "string"}),
        "results": _list(
            _object(
                {
                    "number": {"type": "integer", "minimum": 1},
                    "id": {"type": "string"},
                    "name": {"type": "string"},
                    "kind": {"enum": ["rules", "messages", "layout", "style"]},
                    "status": {"enum": ["passed", "failed", "skipped"]},
                    "item": _MAYBE_TEXT,
                    "points": _POINTS,
                    "max_points": _POINTS,
                    "sentence": _MAYBE_TEXT,
                    "reason": _MAYBE_TEXT,
                    "finding": {"anyOf": [{"type": "null"}, _FINDING]},
                }
            )
        ),
    }
)

GRADESCOPE = _object(
    {
        "score": _POINTS,
        "output": _TEXT,
        "stdout_visibility": _VISIBILITY,
        "tests": _list(
            _object(
                {
                    "number": {"type": "string", "pattern": "^[0-9]+$"},
                    "name": _TEXT,
                    "score": _POINTS,
                    "max_score": _POINTS,
                    "status": {"enum": ["passed", "failed"]},
                    "output": _TEXT,
                    "tags": _list(_NAME),
                    "visibility": _VISIBILITY,
                }
            )
        ),
    },
    optional=("tests",),
)

_CAUSE = {
    "type": "object",
    "properties": {
        "rationale": _NAME,
        "help": {"anyOf": [_TEXT, {"type": "null"}]},
        "expected": _TEXT,
        "actual": _TEXT,
    },
    "required": ["rationale"],
}
_CHECK50_RESULT = _object(
    {
        "name": {"type": "string", "pattern": "^[A-Za-z0-9_]+$"},
        "description": _TEXT,
        "passed": {"type": ["boolean", "null"]},
        "log": _list(_TEXT, maxItems=100),
        "cause": {"anyOf": [{"type": "null"}, _CAUSE]},
        "data": {"type": "object"},
        "dependency": {"type": ["string", "null"]},
    }
) | {
    # Whatever did not pass has a cause, and what passed has none.
    "if": {"properties": {"passed": {"const": True}}},
    "then": {"properties": {"cause": {"type": "null"}}},
    "else": {"properties": {"cause": _CAUSE}},
}
_CHECK50_ERROR = _object(
    {
        "type": _NAME,
        "value": _TEXT,
        "traceback": _list(_TEXT),
        "actions": _object({"show_traceback": {"type": "boolean"}, "message": _TEXT}),
        "data": {"type": "object"},
    }
)
CHECK50 = {
    "oneOf": [
        _object({"slug": _NAME, "results": _list(_CHECK50_RESULT, minItems=1), "version": _NAME}),
        _object({"slug": _NAME, "error": _CHECK50_ERROR, "version": _NAME}),
    ]
}

CLASSROOM50 = _object(
    {
        "schema": {"const": "classroom50/result/v1"},
        "classroom": _NAME,
        "assignment": _NAME,
        "assignment_type": {"enum": ["individual", "group"]},
        "owner": _NAME,
        "submission": {"type": "string", "pattern": "^submit/"},
        "commit": _NAME,
        "release": _NAME,
        "review": _NAME,
        "datetime": {
            "type": "string",
            "pattern": r"^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$",
        },
        "score": _COUNT,
        "max-score": _COUNT,
        "tests": _list(
            _object(
                {
                    "test-name": _NAME,
                    "passed": {"type": "boolean"},
                    "score": _COUNT,
                    "max-score": _COUNT,
                    "message": _TEXT,
                }
            ),
            minItems=1,  # an empty list would count as a success
        ),
    }
)
