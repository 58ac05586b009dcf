"""The command that serves the web page."""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import replace
from importlib.util import find_spec
from urllib.parse import urlsplit

import click

from winnable.cli.options import reads
from winnable.cli.parsing import parse_number
from winnable.errors import WinnableError

__all__ = ["WebUnavailableError", "web"]

_NEEDED = ("fastapi", "uvicorn", "itsdangerous", "prometheus_client")
_OWN = ("localhost", "127.0.0.1", "::1")
_read_port = reads(lambda word: parse_number(word, 0, 65535, "port"))
_read_workers = reads(lambda word: parse_number(word, 1, 256, "number of workers"))


class WebUnavailableError(WinnableError):
    """The web page is not installed."""


@click.command(short_help="Play in the browser, or serve the page to others.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="NAME",
    help="The address to listen at; 0.0.0.0 for everybody.",
)
@click.option(
    "--port",
    callback=_read_port,
    metavar="N",
    help="The port; 0 for any that is free. Else 8000, if that is free.",
)
@click.option(
    "--database", metavar="URL", help="Where games are kept; else where the terminal keeps them."
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
    help="Processes that solve; else one less than there are cores.",
)
@click.option("--no-browser", is_flag=True, help="Open no browser.")
def web(
    host: str,
    port: int | None,
    database: str | None,
    origins: tuple[str, ...],
    workers: int | None,
    no_browser: bool,
) -> None:  # fmt: skip
    """Serve the web page, and open it in the browser.

    On your own computer the page plays the same games, with the same history, as the terminal. For
    others, say where to listen: each browser is then a player of its own. docs/web.md tells how to
    put it behind HTTPS.

    \b
    Examples:
      winnable web
      winnable web --port 8080 --no-browser
      winnable web --host 0.0.0.0 --database postgresql://USER:PASSWORD@HOST/DATABASE
      winnable web --origin https://cards.example --database sqlite:////srv/games.db
    """
    if any(find_spec(name) is None for name in _NEEDED):
        raise WebUnavailableError("the web page is not installed: pip install 'winnable[web]'")
    from winnable.web.serve import PORT, can_open_browser, find_port, serve
    from winnable.web.settings import Settings

    origins = tuple(map(_origin, origins))
    is_own = _is_loopback(host) and not origins
    settings = Settings(
        database=database,
        origins=origins,
        hosts=_hosts(origins, host if is_own else None),
        is_secure=bool(origins) and all(origin.startswith("https:") for origin in origins),
        seat=secrets.token_urlsafe(16) if is_own else None,
        logs=not is_own,
    )
    if workers is not None:
        settings = replace(settings, workers=workers)
    # Others have been told where it is; for oneself any port will do.
    listening = find_port(host, port if is_own or port is not None else PORT)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}/"
    if settings.seat:
        address += f"#seat={settings.seat}"
    serve(
        settings,
        listening,
        address,
        say=click.echo,
        is_to_open=is_own and not no_browser and can_open_browser(),
    )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _origin(text: str) -> str:
    """Check the address of a page: a scheme, a host, and no path."""
    try:
        parts = urlsplit(text)
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:  # it has a bracket too many, or a port that is no number
        parts, port = urlsplit(""), ""
    origin = f"{parts.scheme}://{_shown(parts.hostname or '')}{port}"
    is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    if not is_web or text.lower().removesuffix("/") != origin:
        raise click.UsageError("--origin is written https://cards.example, without a path")
    return origin


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _hosts(origins: tuple[str, ...], own: str | None) -> tuple[str, ...]:
    """The names to answer to, where they are known: a proxy's, or this computer's own."""
    if not origins and own is None:
        return ()
    names = [str(urlsplit(origin).hostname) for origin in origins]
    return (*names, *_OWN, *([own] if own else []))
