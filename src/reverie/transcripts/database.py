"""A host's database, opened to be read and never written; only the tables of conversations are asked for."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

_PATIENCE = 2.0  # seconds to wait for a writer


@contextmanager
def opened(path: Path, host: str) -> Iterator[sqlite3.Connection]:
    """The database as it stands at one moment, which its host may be writing meanwhile; OSError when it cannot be."""
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None)) as db:
            db.text_factory = lambda raw: raw.decode("utf-8", "replace")
            db.execute("BEGIN")
            yield db
    except sqlite3.OperationalError as error:
        raise OSError(f"{path} could not be read: {error}. {host} may be busy with it; try again later.") from error
    except sqlite3.Error as error:
        raise OSError(
            f"{path} is damaged: {error}. {host} itself may still mend it; until then it is left out."
        ) from error
