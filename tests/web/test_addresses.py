"""What counts as one client."""

import pytest

from winnable.web.addresses import address_group, is_loopback


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("a proxy's nonsense", "a proxy's nonsense"),
    ],
)
def test_networks(host: str, network: str) -> None:
    assert address_group(host) == network


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_this_computer(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["192.0.2.7", "2001:db8::1", "::ffff:192.0.2.7", "", "localhost"])
def test_other_computers(host: str) -> None:
    assert not is_loopback(host)
