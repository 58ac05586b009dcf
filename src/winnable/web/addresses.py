"""The address of a client, as far as it tells clients apart."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from fastapi import Request

__all__ = ["address_group", "client_address", "is_loopback"]

_IPV6_PREFIX = 64
"""Bits of an IPv6 address that a customer of a provider cannot choose."""


def address_group(host: str) -> str:
    """The addresses that count as one: an IPv4 address, or the /64 network of an IPv6 address.

    >>> address_group("192.0.2.7"), address_group("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> address_group("2001:db8::1:2:3:4"), address_group("fe80::1%eth0")
    ('2001:db8::/64', 'fe80::/64')
    """
    address = _parse(host)
    if address is None:
        return host[:100]
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address), _IPV6_PREFIX), strict=False))


def is_loopback(host: str) -> bool:
    """Whether an address is this computer's own."""
    address = _parse(host)
    return address is not None and address.is_loopback


def client_address(request: Request) -> str:
    """Where a request comes from; behind a proxy on this computer, where the proxy says."""
    return address_group(request.client.host) if request.client else "unknown"


def _parse(host: str) -> IPv4Address | IPv6Address | None:
    """An address; None if it is not one, since a proxy may have written anything."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address
