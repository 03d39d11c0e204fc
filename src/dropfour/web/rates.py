"""How often somebody may do something: a bucket of tokens each, filled at a steady rate."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic

from dropfour.web.refusals import busy

_MOST_BUCKETS = 10_000


class Rate:
    """`at_once` in one go, then `per_second`; every key has a bucket of its own.

    >>> now = 0.0
    >>> rate = Rate(per_second=1, at_once=2, clock=lambda: now)
    >>> [rate.wait("somebody") for _ in range(3)]
    [0.0, 0.0, 1.0]
    """

    def __init__(
        self, *, per_second: float, at_once: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}  # tokens, and when they were counted

    def wait(self, key: str) -> float:
        """Takes a token and gives 0, or the seconds until there is one."""
        now = self._clock()
        tokens, counted = self._buckets.get(key, (float(self._at_once), now))
        tokens = min(self._at_once, tokens + (now - counted) * self._per_second)
        if tokens < 1:
            self._buckets[key] = tokens, now
            return (1 - tokens) / self._per_second
        if key not in self._buckets and len(self._buckets) >= _MOST_BUCKETS:
            self._forget_full(now)
        self._buckets[key] = tokens - 1, now
        return 0.0

    def take(self, key: str, message: str) -> None:
        """Takes a token, or refuses in these words."""
        if wait_s := self.wait(key):
            raise busy(message, retry_after_s=ceil(wait_s))

    def _forget_full(self, now: float) -> None:
        """A full bucket is as good as none; without one, the oldest half goes."""
        full = [
            key
            for key, (tokens, counted) in self._buckets.items()
            if tokens + (now - counted) * self._per_second >= self._at_once
        ]
        for key in full or list(self._buckets)[: _MOST_BUCKETS // 2]:
            del self._buckets[key]


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.0.2.1")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def address_key(host: str) -> str:
    """Who an address belongs to: of IPv6 a /64, which one household has.

    >>> address_key("2001:db8::1") == address_key("2001:db8::2")
    True
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or int(address) >> 64)
