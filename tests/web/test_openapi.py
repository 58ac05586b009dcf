"""The OpenAPI description, and Schemathesis, which checks the server against it."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from api_client import ask, deal, make
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from requires_kernels import need_kernels
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from web_servers import Server, get, sqlite_server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


ABOUT = st.sampled_from(["the game now", "the game", "anything"])
"""The first one is what Hypothesis tries first, so that every run has requests that succeed."""
EXAMPLES = 15
"""Of each kind for each operation."""


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("schema")
    with sqlite_server(folder) as running:
        yield running


@pytest.fixture(scope="module")
def description(own_server: Server) -> dict[str, Any]:
    found: dict[str, Any] = get(f"{own_server.url}/api/v1/openapi.json").json()
    return found


class Guest:
    """A player for Schemathesis, with a game."""

    def __init__(self, server: Server) -> None:
        self.client = server.client()
        self.key = make(self.client, deal(self.client, "freecell", deal_number=1), "t3c1")["key"]
        self.cookies = dict(self.client.cookies)

    def prepare(self, case: Case[Any], *, is_fresh: bool) -> None:
        """Make a case be about the player's game, perhaps with its version, or a game to deal."""
        if case.path == "/api/v1/games" and isinstance(case.body, dict):
            if is_fresh:
                case.body = {"deal_number": 617, "autoplay": case.body.get("autoplay")}
            case.body["game"] = "freecell"
        if "key" in case.path_parameters:
            case.path_parameters["key"] = self.key
            if is_fresh and isinstance(case.body, dict) and "version" in case.body:
                case.body["version"] = self.client.get(f"/games/{self.key}").json()["version"]


@pytest.fixture(scope="module")
def guest(own_server: Server) -> Iterator[Guest]:
    need_kernels()
    found = Guest(own_server)
    yield found
    found.client.close()


def operations(description: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, found in description["paths"].items()
        for method, operation in found.items()
    ]


# -- the description -------------------------------------------------------------------------------


def test_every_operation_is_described(description: dict[str, Any]) -> None:
    found = operations(description)
    assert len(found) > 30
    for method, path, operation in found:
        assert operation["summary"], (method, path)
        assert operation["description"].endswith("."), (method, path)
    names = [operation["operationId"] for _, _, operation in found]
    assert len(set(names)) == len(names)


def test_every_body_has_valid_examples(description: dict[str, Any]) -> None:
    bodies = [
        operation["requestBody"]["content"]["application/json"]["schema"]
        for _, _, operation in operations(description)
        if "requestBody" in operation
    ]
    assert len(bodies) > 12
    for schema in bodies:
        name = schema["$ref"].rpartition("/")[2]
        examples = description["components"]["schemas"][name]["examples"]
        assert examples, name
        whole = schema | {"components": description["components"]}
        for example in examples:
            jsonschema_rs.validate(whole, example)


@pytest.mark.parametrize("name", ["GameState", "NumberedDeal"])
def test_the_examples_of_responses_are_valid(description: dict[str, Any], name: str) -> None:
    examples = description["components"]["schemas"][name]["examples"]
    assert examples
    whole = {"$ref": f"#/components/schemas/{name}", "components": description["components"]}
    for example in examples:
        jsonschema_rs.validate(whole, example)


def test_the_example_of_a_deal_is_true(own_server: Server, description: dict[str, Any]) -> None:
    need_kernels()
    [example] = description["components"]["schemas"]["NumberedDeal"]["examples"]
    slugs = ",".join(game["game"] for game in example["games"])
    address = f"{own_server.url}/api/v1/deals/{example['deal_number']}"
    assert get(address, params={"games": slugs}).json() == example


def test_every_error_is_described(description: dict[str, Any]) -> None:
    error = {"$ref": "#/components/schemas/ErrorResponse"}
    for method, path, operation in operations(description):
        if path.endswith("/health"):
            continue
        for status in ("400", "403", "404", "409", "413", "421", "422", "429", "503"):
            content = operation["responses"][status]["content"]
            assert content["application/json"]["schema"] == error, (method, path, status)


def test_content_types(description: dict[str, Any]) -> None:
    kinds = {
        path.rpartition("/")[2]: list(operation["responses"]["200"]["content"])
        for _, path, operation in operations(description)
        if "200" in operation["responses"]
    }
    for name in ("hint", "evaluation", "review"):
        assert kinds[name] == ["application/x-ndjson"]
    for name in ("record", "board", "export"):
        assert kinds[name] == ["text/plain"]
    assert kinds["picture.svg"] == ["image/svg+xml"]


@pytest.mark.parametrize("kind", ["evaluation", "hint", "review"])
def test_streams_are_described(description: dict[str, Any], kind: str) -> None:
    """Each message of a stream is one of four kinds."""
    operation = description["paths"][f"/api/v1/games/{{key}}/{kind}"]["post"]
    schema = operation["responses"]["200"]["content"]["application/x-ndjson"]["schema"]
    assert schema["discriminator"]["propertyName"] == "kind"
    assert set(schema["discriminator"]["mapping"]) == {"queued", kind, "stopped", "error"}
    for message in schema["oneOf"]:
        name = message["$ref"].rpartition("/")[2]
        assert "kind" in description["components"]["schemas"][name]["required"]


@pytest.mark.parametrize("kind", ["evaluation", "hint", "review"])
def test_streams_follow_their_description(
    guest: Guest, description: dict[str, Any], kind: str
) -> None:
    operation = description["paths"][f"/api/v1/games/{{key}}/{kind}"]["post"]
    schema = operation["responses"]["200"]["content"]["application/x-ndjson"]["schema"]
    whole = schema | {"components": description["components"]}
    game = make(guest.client, deal(guest.client, "freecell", deal_number=1), "t3c1")
    messages = ask(guest.client, game, kind)
    assert [message["kind"] for message in (messages[0], messages[-1])] == ["queued", kind]
    for message in messages:
        jsonschema_rs.validate(whole, message)


# -- Schemathesis ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: str(mode.value))
def test_the_server_follows_its_description(
    own_server: Server, guest: Guest, mode: GenerationMode
) -> None:
    schema = schemathesis.openapi.from_url(f"{own_server.url}/api/v1/openapi.json")
    responses: list[int] = []
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode), about=ABOUT)
        def hold(case: Case[Any], about: str) -> None:
            if isinstance(case.body, dict):  # a search would take long
                for name in ("winnable", "level", "date"):
                    case.body.pop(name, None)
            if about != "anything" and mode is GenerationMode.POSITIVE:
                guest.prepare(case, is_fresh=about == "the game now")
            if case.path.startswith("/api/v1/deals/"):  # so would this
                case.query = {**(case.query or {}), "known": "true"}
            cookies = guest.cookies if "forget" not in case.path else {}
            response = case.call_and_validate(checks=CHECKS, cookies=cookies, timeout=60)
            responses.append(response.status_code)

        with suppress(Unsatisfiable):  # an operation without parameters has no invalid ones
            hold()
    assert len(responses) > 10 * EXAMPLES
    assert {404, 422} <= set(responses)
    if mode is GenerationMode.POSITIVE:
        assert {200, 201, 204, 409} <= set(responses)
