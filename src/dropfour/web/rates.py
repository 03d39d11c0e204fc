"""How often somebody may do something: a bucket of tokens each, filled at a steady rate."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock
from time import monotonic

from starlette.requests import HTTPConnection

from dropfour.web.refusals import busy

_MOST_BUCKETS = 10_000


class Rate:
    """`at_once` in one go, then `per_second`; every key has a bucket of its own.

    Our own, as the library `limits` has windows but no such bucket, and starts threads for timers.

    >>> now = 0.0
    >>> rate = Rate(per_second=1, at_once=2, clock=lambda: now)
    >>> [rate.wait("somebody") for _ in range(3)]
    [0.0, 0.0, 1.0]

    What is dear costs several; one who has any may go into debt for it, and waits the longer.

    >>> rate.wait("other", 10.0), rate.wait("other")
    (0.0, 9.0)
    """

    def __init__(
        self, *, per_second: float, at_once: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._each_s = 1 / per_second
        self._lead_s = (at_once - 1) / per_second
        self._clock = clock
        self._full_at: dict[str, float] = {}  # when a bucket is full again
        self._lock = Lock()  # what is dear is done, and paid for, in threads

    def wait(self, key: str, tokens: float = 1.0) -> float:
        """Takes tokens and gives 0, or the seconds until there is one."""
        now = self._clock()
        with self._lock:
            full_at = max(now, self._full_at.get(key, now))
            if (wait_s := full_at - now - self._lead_s) > 0:
                return wait_s
            if len(self._full_at) >= _MOST_BUCKETS:  # a full bucket is as good as none
                self._full_at = {key: at for key, at in self._full_at.items() if at > now}
            if len(self._full_at) >= _MOST_BUCKETS:
                self._full_at = dict(list(self._full_at.items())[_MOST_BUCKETS // 2 :])
            self._full_at[key] = full_at + tokens * self._each_s
        return 0.0

    def take(self, key: str, message: str, tokens: float = 1.0) -> None:
        """Takes tokens, or refuses in these words."""
        if wait_s := self.wait(key, tokens):
            raise busy(message, retry_after_s=ceil(wait_s))


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


def client_key(request: HTTPConnection) -> str:
    """Whose request this is."""
    return address_key(request.client.host if request.client else "")
