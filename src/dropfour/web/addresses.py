"""Under which addresses other machines reach this one."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address

import psutil

from dropfour.web.rates import is_loopback

# Networks inside this machine: nobody comes in by them.
_INNER = ("docker", "br-", "veth", "virbr", "lxc", "cni", "podman")


def reachable_at(hosts: Iterable[str], port: int) -> list[str]:
    """The addresses of a server that listens on, or is called, these hosts; names come first.

    >>> reachable_at({"192.0.2.7", "games.example", "127.0.0.1"}, 8140)
    ['http://games.example:8140', 'http://192.0.2.7:8140']
    >>> reachable_at({"2001:db8::7"}, 8140)
    ['http://[2001:db8::7]:8140']
    """
    names, addresses = set[str](), set[str]()
    for host in hosts:
        address = _address(host)
        if address is None:
            names.add(host)
        elif address.is_unspecified:
            addresses |= set(_own_addresses(type(address)))
        else:
            addresses.add(host)
    shown = [*sorted(names), *sorted(addresses, key=_how_likely)]
    return [_origin(host, port) for host in shown if not is_loopback(host)]


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _own_addresses(kind: type[IPv4Address | IPv6Address]) -> list[str]:
    """This machine's addresses of a kind, but those that mean something only next to it."""
    family = socket.AF_INET if kind is IPv4Address else socket.AF_INET6
    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    return [
        each.address
        for name, all_of_it in psutil.net_if_addrs().items()
        if name in up and not name.startswith(_INNER)
        for each in all_of_it
        if each.family == family and not ip_address(each.address.partition("%")[0]).is_link_local
    ]


def _how_likely(address: str) -> tuple[bool, str]:
    """A friend is most often in the same house."""
    return (not ip_address(address).is_private, address)


def _origin(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
