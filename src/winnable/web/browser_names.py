"""A browser's kind from its User-Agent header, so that a player can tell their browsers apart."""

from __future__ import annotations

from winnable.l10n import t

__all__ = ["browser_name", "localized_browser_name"]

# Browsers claim to be each other, so the first that fits counts.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def browser_name(user_agent: str) -> str:
    """One of a few names, which tell nobody from others; empty if the browser is none of them.

    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0")
    'Firefox on Linux'
    >>> browser_name("curl/8.5.0")
    ''
    """
    browser = next((name for sign, name in _BROWSERS.items() if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS.items() if sign in user_agent), "")
    return f"{browser} on {system}" if browser and system else browser


def localized_browser_name(name: str) -> str:
    """The name as `browser_name` found it, in the current language.

    >>> localized_browser_name("Firefox on Linux"), localized_browser_name("Firefox")
    ('Firefox on Linux', 'Firefox')
    """
    browser, on, system = name.partition(" on ")
    return t("web.browser_on_system", browser=browser, system=system) if on else name
