"""`dropfour web`: the page, served on this machine."""

from __future__ import annotations

import argparse
import os
import secrets
import webbrowser
from collections.abc import Sequence

from dropfour.cli.options import whole
from dropfour.errors import DropfourError

_TOKEN_VARIABLE = "DROPFOUR_WEB_TOKEN"
_SHORTEST_TOKEN = 16
_LOG_LEVELS = ("debug", "info", "warning", "error")


def main(arguments: Sequence[str]) -> int:
    """Serve until interrupted."""
    options = _parser().parse_args(arguments)
    try:
        from dropfour.web import server, settings
        from dropfour.web.logs import configure_logs
        from dropfour.web.rates import is_loopback
    except ImportError as error:
        missing = f"the page needs more: pip install 'dropfour[web]' (no module {error.name})"
        raise DropfourError(missing) from error

    local = is_loopback(options.host)
    if not local and not options.allow_remote:
        raise DropfourError(
            f"{options.host} can be reached from other machines; say --allow-remote if you mean it"
        )
    if local and options.allow_remote:
        raise DropfourError(f"--allow-remote: {options.host} is reached from this machine only")
    token = options.token
    if token is None:
        token = os.environ.get(_TOKEN_VARIABLE) or None
    if token is not None and len(token) < _SHORTEST_TOKEN:
        raise DropfourError(f"--token: at least {_SHORTEST_TOKEN} characters, or it is guessed")
    if not token and not local:
        token = secrets.token_urlsafe(18)
    configure_logs(options.log)
    listener = server.listen(options.host, options.port)
    address = _address(options.host, listener.getsockname()[1], token)

    def announce() -> None:
        print(f"dropfour: {address}", flush=True)
        if options.browser:
            webbrowser.open(address)

    server.serve(
        settings.Settings(
            database=options.database or str(settings.default_database()),
            access_token=token,
            remote=not local,
            hosts=frozenset(name.lower() for name in (options.host, *options.name)),
            **({"searches": options.searches} if options.searches else {}),
        ),
        listener,
        on_start=announce,
    )
    return 0


def _address(host: str, port: int, token: str | None) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour web",
        description="Play, set up and analyse in a browser. Prints the address once it listens.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    add(
        "--port",
        type=whole(0, 65535),
        default=8140,
        help="0 takes a free one (default: %(default)s)",
    )
    add(
        "--database",
        "--db",
        metavar="PATH_OR_URL",
        help="where games are kept: a file for SQLite, or a URL (default: in your home folder)",
    )
    add("--no-browser", dest="browser", action="store_false", help="open no browser")
    add(
        "--searches",
        type=whole(1, 1024),
        metavar="N",
        help="searches at once (default: one a core)",
    )
    add(
        "--allow-remote",
        action="store_true",
        help="allow a --host that other machines reach; the address then has a token",
    )
    add(
        "--token",
        help=f"what opens the page (default: none here, a new one off this machine); "
        f"{_TOKEN_VARIABLE} says it unseen by other users",
    )
    add(
        "--name",
        action="append",
        default=[],
        help="a name under which browsers may reach this server; may be repeated",
    )
    add("--log", choices=_LOG_LEVELS, default="warning", help="JSON lines on standard error")
    return parser
