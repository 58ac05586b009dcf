"""Addresses of clients, as limits for each address count them."""

from __future__ import annotations

import ipaddress

__all__ = ["client_network", "is_loopback"]

_IPV6_PREFIX = 64
"""Bits of an IPv6 address that name a network; the other half one subscriber can choose freely."""


def client_network(host: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 network of an IPv6 address.

    >>> client_network("192.0.2.7"), client_network("2001:db8::1:2:3:4")
    ('192.0.2.7', '2001:db8::/64')
    """
    address = _address(host)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(address), _IPV6_PREFIX), strict=False))
    return str(address or host)


def is_loopback(host: str) -> bool:
    """Whether an address is this computer's own."""
    address = _address(host)
    return address is not None and address.is_loopback


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    # A socket for both kinds reports IPv4 addresses in this form.
    return (isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped) or address
