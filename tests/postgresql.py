"""A real PostgreSQL for the tests that need one; `tests/conftest.py` makes it a fixture of all."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa


@pytest.fixture
def postgresql(postgresql_server: str) -> str:
    """The URL of an empty database of a real PostgreSQL."""
    name = f"tests_{uuid4().hex}"
    server = sa.create_engine(
        f"postgresql+psycopg://dropfour@/postgres?host={postgresql_server}",
        isolation_level="AUTOCOMMIT",
    )
    with server.connect() as connection:
        connection.execute(sa.text(f"create database {name}"))
    server.dispose()
    return f"postgresql://dropfour@/{name}?host={postgresql_server}"


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The folder of a real PostgreSQL, started for these tests."""
    binaries = [
        *Path("/usr/lib/postgresql").glob("*/bin"),
        Path(shutil.which("initdb") or "/").parent,
    ]
    found = next((b for b in binaries if (b / "initdb").exists() and (b / "pg_ctl").exists()), None)
    if found is None:
        pytest.skip("for want of PostgreSQL (apt-get install postgresql)")
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        Path(folder).chmod(0o777)
        data = f"{folder}/data"
        user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        as_user = user if os.getuid() == 0 else []  # it refuses to run as root

        def call(*command: str) -> None:
            subprocess.run(
                [*as_user, *command], check=True, capture_output=True, cwd=folder, timeout=60
            )

        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
        try:
            call(f"{found}/initdb", "-D", data, "-U", "dropfour", "--auth=trust", "--no-sync")
            call(f"{found}/pg_ctl", "-D", data, "-o", options, "-w", "-l", f"{folder}/log", "start")
        except (subprocess.CalledProcessError, OSError) as error:
            pytest.skip(
                f"for want of a PostgreSQL that starts: {getattr(error, 'stderr', error)!r}"
            )
        try:
            yield folder
        finally:
            call(f"{found}/pg_ctl", "-D", data, "-m", "immediate", "stop")
