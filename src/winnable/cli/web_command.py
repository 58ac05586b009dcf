"""The command ``winnable web``: serve the page, and open it in the browser."""

from __future__ import annotations

import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from winnable.cli.options import parsing_callback
from winnable.cli.parsing import parse_number
from winnable.errors import WinnableError

__all__ = ["WebUnavailableError", "web"]

_NEEDED = ("fastapi", "uvicorn", "httptools", "prometheus_client")
_LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
_read_port = parsing_callback(lambda word: parse_number(word, 0, 65535, "port"))
_read_workers = parsing_callback(lambda word: parse_number(word, 1, 256, "number of workers"))


class WebUnavailableError(WinnableError):
    """The packages that the web server needs are not installed."""


@click.command(short_help="Play in the browser, or serve the page to others.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="NAME",
    help="The address to listen on; 0.0.0.0 lets others connect.",
)
@click.option(
    "--port",
    callback=_read_port,
    metavar="N",
    help="The port; 0 for any free one. Without it 8000, or any free one if that is taken.",
)
@click.option(
    "--database",
    metavar="URL",
    help="Where games are saved; without it where the terminal saves them.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="The page's address behind a proxy, such as https://cards.example.",
)
@click.option(
    "--workers",
    callback=_read_workers,
    metavar="N",
    help="Processes that solve; without it one less than there are cores.",
)
@click.option(
    "--settings",
    "settings_file",
    metavar="FILE",
    help="A TOML file with limits and other settings: see docs/settings.md. Options win over it.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def web(
    host: str,
    port: int | None,
    database: str | None,
    origins: tuple[str, ...],
    workers: int | None,
    settings_file: str | None,
    no_browser: bool,
) -> None:  # fmt: skip
    """Serve the web page, and open it in the browser.

    On your own computer the page has the same games and the same history as the terminal. To serve
    others, say where to listen: each browser is then a player of its own. docs/web.md explains how
    to put it behind HTTPS.

    \b
    Examples:
      winnable web
      winnable web --port 8080 --no-browser
      winnable web --host 0.0.0.0 --database sqlite:////var/lib/winnable/games.db
      winnable web --origin https://cards.example --database postgresql:///winnable
      winnable web --settings /etc/winnable/settings.toml
    """
    if any(find_spec(name) is None for name in _NEEDED):
        raise WebUnavailableError("the web server is not installed: pip install 'winnable[web]'")
    from winnable.web.addresses import is_loopback
    from winnable.web.serve import PORT, can_open_browser, find_port, serve
    from winnable.web.settings import Settings
    from winnable.web.settings_file import SettingsFileError, read_settings_file

    file = Path(settings_file or "")
    from_file = {} if settings_file is None else read_settings_file(file)
    if origins:
        origins = tuple(map(_origin, origins))
    elif "origins" in from_file:
        try:
            origins = tuple(map(_origin, from_file["origins"]))
        except click.UsageError:
            raise SettingsFileError(
                f"{file.name}: origins are written https://cards.example, without a path"
            ) from None
    is_local = (host == "localhost" or is_loopback(host)) and not origins
    options: dict[str, Any] = {
        "origins": origins,
        "hosts": _hosts(origins, host if is_local else None),
        "is_secure": bool(origins) and all(origin.startswith("https:") for origin in origins),
        "local_token": secrets.token_urlsafe(16) if is_local else None,
    }
    if database is not None:
        options["database"] = database
    if workers is not None:
        options["workers"] = workers
    settings = Settings(**({"log_requests": not is_local} | from_file | options))
    # Others need to know the port; on one's own computer any free one will do.
    listening = find_port(host, port if is_local or port is not None else PORT)
    address = f"http://{_url_host(host)}:{listening.getsockname()[1]}/"
    if settings.local_token:
        address += f"#token={settings.local_token}"
    serve(
        settings,
        listening,
        address,
        echo=click.echo,
        open_browser=is_local and not no_browser and can_open_browser(),
    )


def _origin(text: str) -> str:
    """Check an origin: a scheme, a host, perhaps a port, and no path."""
    try:
        parts = urlsplit(text)
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:  # a stray bracket, or a port that is not a number
        parts, port = urlsplit(""), ""
    origin = f"{parts.scheme}://{_url_host(parts.hostname or '')}{port}"
    is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    if not is_web or text.lower().removesuffix("/") != origin:
        raise click.UsageError("--origin is written https://cards.example, without a path")
    return origin


def _url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _hosts(origins: tuple[str, ...], local_host: str | None) -> tuple[str, ...]:
    """The host names to answer to: a proxy's, or this computer's; empty means all."""
    if not origins and local_host is None:
        return ()
    names = [str(urlsplit(origin).hostname) for origin in origins]
    return (*names, *_LOCAL_NAMES, *([local_host] if local_host else []))
