"""The page, its files, old addresses, health."""

import re
import xml.etree.ElementTree as ET

import pytest
from api_client import json_body
from web_servers import Server, get, head

from winnable import DECK
from winnable.web.routes.pages import STATIC

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/play/abc", "/s/abc", "/statistics", "/history", "/player", "/rules/freecell"),
        *("/deals", "/deals/617", "/deals/1e3"),
    ],
)
def test_every_address_of_the_page(server: Server, path: str) -> None:
    response = get(server.url + path)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    assert "<title>Winnable</title>" in response.text
    assert head(server.url + path).headers["content-length"] == str(len(response.content))


@pytest.mark.parametrize("file", sorted(STATIC.rglob("*.*")), ids=lambda file: str(file.name))
def test_files(server: Server, file: object) -> None:
    name = str(file).removeprefix(str(STATIC))
    response = get(f"{server.url}/static{name}")
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-cache"
    kind = response.headers["content-type"].partition(";")[0]
    kinds = {"js": "javascript", "css": "text/css", "svg": "image/svg+xml", "html": "text/html"}
    assert kinds.get(name.rpartition(".")[2], "") in kind
    again = get(f"{server.url}/static{name}", headers={"if-none-match": response.headers["etag"]})
    assert again.status_code == 304


def test_the_files_that_the_page_loads(server: Server) -> None:
    page = get(server.url).text
    files = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(files) > 3
    for file in files:
        assert get(server.url + file).status_code == 200, file


@pytest.mark.parametrize("style", ["light", "dark", "light-four", "dark-four-large", "nonsense"])
def test_the_sprite_sheet_has_all_cards(server: Server, style: str) -> None:
    response = get(f"{server.url}/static/deck.svg", params={"style": style})
    assert response.headers["content-type"] == "image/svg+xml"
    sheet = ET.fromstring(response.text)
    names = {symbol.get("id") for symbol in sheet.iter(f"{SVG}symbol")}
    assert names >= {str(card) for card in DECK} | {"back"}


def test_styles_differ(server: Server) -> None:
    styles = ("light", "dark", "light-four", "light-large")
    sheets = {get(f"{server.url}/static/deck.svg?style={style}").text for style in styles}
    assert len(sheets) == 4


def test_the_address_of_a_game_in_version_0_1_is_redirected(server: Server) -> None:
    response = get(f"{server.url}/t/pW3k0bXh4uQjcd2L")
    assert response.status_code == 308
    assert response.headers["location"] == "/play/pW3k0bXh4uQjcd2L"
    assert get(f"{server.url}/t/%2f%2fevil.example").status_code in (404, 422)


@pytest.mark.parametrize("path", ["/health", "/api/v1/health"])
def test_health(server: Server, path: str) -> None:
    assert json_body(get(server.url + path)) == {"status": "ok"}


def test_the_icon(server: Server) -> None:
    response = get(f"{server.url}/favicon.ico")
    assert response.headers["content-type"] == "image/svg+xml"
    ET.fromstring(response.text)
