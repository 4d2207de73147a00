"""The journal of a batch: what has been computed, a checked line each, only ever added to.

Records stand for themselves: a key says which games of what they are about, so that one journal serves runs with
different options, and a damaged line costs what it held and nothing else.
"""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import time
import zlib
from contextlib import suppress
from typing import Any

MAGIC = b"untap journal 1\n"
#: Seconds after which what was written is put on disk.
SYNC_SECONDS = 5.0


class JournalError(ValueError):
    """The journal can't be used."""


def _line(record: dict[str, Any]) -> bytes:
    text = json.dumps(record, ensure_ascii=True, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _record(line: bytes) -> dict[str, Any] | None:
    """The record of a line, or None if the line isn't whole."""
    if len(line) < 10 or line[8:9] != b" " or not line.endswith(b"\n"):
        return None
    text = line[9:-1]
    try:
        if int(line[:8], 16) != zlib.crc32(text):
            return None
        record = json.loads(text)
    except ValueError:
        return None
    return record if isinstance(record, dict) and "t" in record else None


class Lock:
    """A lock that ends with the process, however that ends.

    Raises
    ------
    JournalError
        If another process has it.
    """

    def __init__(self, path: str) -> None:
        self._file = open(path, "a+b")  # noqa: SIM115
        try:
            if os.name == "nt":
                import msvcrt

                self._file.seek(0x7FFFFFFF)  # away from what others may read
                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            else:
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            owner = self._file.read(20).decode("ascii", "replace").strip()
            self._file.close()
            who = f" (process {owner})" if owner.isdigit() else ""
            folder = os.path.dirname(path)
            raise JournalError(f"another batch{who} is writing to {folder}: wait, or name another --out") from None
        self._file.seek(0)
        self._file.truncate()
        self._file.write(b"%d\n" % os.getpid())
        self._file.flush()

    def close(self) -> None:
        """Let others in."""
        self._file.close()


class Journal:
    """The journal of a folder, and an index of it on disk, made anew each time, so that memory doesn't grow.

    Parameters
    ----------
    folder : str

    Attributes
    ----------
    damaged : int
        Lines that were left out.
    """

    def __init__(self, folder: str) -> None:
        self.path = os.path.join(folder, "journal.untap")
        self._index_path = os.path.join(folder, ".index")
        self._file = open(self.path, "a+b", buffering=0)  # noqa: SIM115
        self.damaged = 0
        self._synced = time.monotonic()
        try:
            self.index = self._new_index()
            self._end = self._scan()
        except BaseException:
            self.close()
            raise

    def _new_index(self) -> sqlite3.Connection:
        self._drop_index()
        index = sqlite3.connect(self._index_path, isolation_level=None)
        # it is made from the journal: nothing of it needs to outlast a crash
        index.executescript(
            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-8000; PRAGMA temp_store=FILE; BEGIN;"
            "CREATE TABLE decks (source TEXT PRIMARY KEY, at INTEGER) WITHOUT ROWID;"
            "CREATE TABLE parts (work TEXT, first INTEGER, games INTEGER, at INTEGER, seconds REAL);"
            "CREATE INDEX by_work ON parts (work, first);"
            "CREATE TABLE items (identity TEXT, work TEXT, label TEXT, name TEXT, path TEXT, source TEXT, reason TEXT);"
        )
        return index

    def _drop_index(self) -> None:
        for ending in ("", "-journal"):
            with suppress(FileNotFoundError):
                os.unlink(self._index_path + ending)

    def _scan(self) -> int:
        """Index what is whole; the end of the last whole line."""
        self._file.seek(0)
        with open(self._file.fileno(), "rb", closefd=False) as reader:
            start = reader.read(len(MAGIC))
            if start != MAGIC:
                if MAGIC.startswith(start):  # new, or killed while beginning
                    self._file.truncate(0)
                    self._file.write(MAGIC)
                    return len(MAGIC)
                raise JournalError(f"{self.path} is no journal of untap: move it away, or name another --out")
            at = end = len(MAGIC)
            for line in reader:
                record = _record(line)
                if record is not None and self._note(record, at):
                    end = at + len(line)
                elif line.endswith(b"\n"):
                    self.damaged += 1
                    end = at + len(line)
                at += len(line)
            if end < at:  # the last line was cut short by a crash
                self._file.truncate(end)
        return end

    def _note(self, record: dict[str, Any], at: int) -> bool:
        try:
            if record["t"] == "part":
                row = (str(record["work"]), int(record["first"]), int(record["n"]), at, float(record["s"]))
                self.index.execute("INSERT INTO parts VALUES (?,?,?,?,?)", row)
            elif record["t"] == "deck":
                self.index.execute("INSERT OR REPLACE INTO decks VALUES (?,?)", (str(record["source"]), at))
            else:
                return False
        except (KeyError, TypeError, ValueError):
            return False
        return True

    def _append(self, record: dict[str, Any]) -> int:
        line, at = _line(record), self._end
        try:
            written = 0
            while written < len(line):
                written += self._file.write(line[written:]) or 0
            now = time.monotonic()
            if now - self._synced > SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = now
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(at)
            error.filename = error.filename or self.path
            raise
        self._end += len(line)
        self._note(record, at)
        return at

    def _read(self, at: int) -> dict[str, Any]:
        with open(self.path, "rb") as file:
            file.seek(at)
            record = _record(file.readline())
        if record is None:
            raise JournalError(f"{self.path} has been changed by someone else: run the batch again")
        return record

    # ------------------------------------------------------------------------------- decks

    def add_deck(self, source: str, info: dict[str, Any]) -> None:
        """Note what compiling a deck has shown."""
        self._append({"t": "deck", "source": source, "info": info})

    def deck(self, source: str) -> dict[str, Any] | None:
        """What `add_deck` noted, or None."""
        row = self.index.execute("SELECT at FROM decks WHERE source = ?", (source,)).fetchone()
        return None if row is None else self._read(row[0])["info"]

    # ------------------------------------------------------------------------------- games

    def add_part(self, work: str, first: int, games: int, tally: bytes, seconds: float) -> None:
        """Note what some games have left."""
        text = base64.b64encode(tally).decode()
        self._append({"t": "part", "work": work, "first": first, "n": games, "s": round(seconds, 6), "tally": text})

    def cover(self, work: str, games: int) -> tuple[list[tuple[int, int, int]], list[tuple[int, int]]]:
        """Which noted parts make up the games from 0 to `games`, none twice, and which games are missing.

        Returns
        -------
        parts : list of (first, games, place)
        missing : list of (first, stop)
        """
        rows = self.index.execute(
            "SELECT first, games, at FROM parts WHERE work = ? AND first + games <= ? ORDER BY first, games DESC, at",
            (work, games),
        ).fetchall()
        parts, missing, done = [], [], 0
        for first, number, at in rows:
            if first < done or number < 1:
                continue
            if first > done:
                missing.append((done, first))
            parts.append((first, number, at))
            done = first + number
        if done < games:
            missing.append((done, games))
        return parts, missing

    def tally(self, at: int) -> bytes:
        """The packed tally of a part by its place."""
        return base64.b64decode(self._read(at)["tally"])

    def seconds(self, work: str) -> float:
        """How long a deck's games took."""
        row = self.index.execute("SELECT sum(seconds) FROM parts WHERE work = ?", (work,)).fetchone()
        return float(row[0] or 0.0)

    def sync(self) -> None:
        """Put everything on disk."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the files; the index goes."""
        with suppress(OSError, ValueError):
            self._file.close()
        index = getattr(self, "index", None)
        if index is not None:
            index.close()
        self._drop_index()
