"""A text file of sorted lines in which a key is found by bisection, without reading the rest.

A file starts with its kind and format version, then ``name<TAB>value`` lines, then an empty line. The body's
lines start with a key and a tab and are in the order of their bytes (UTF-8). The header says how long the body
is, so that a cut or converted file is noticed at once.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from untap.cards.facts import CardDataError

__all__ = ["SortedFile", "escape", "render", "unescape", "write_atomically"]

_ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_UNESCAPES = {"\\": "\\", "t": "\t", "n": "\n", "r": "\r"}
_TRANSLATION = str.maketrans(_ESCAPES)


def escape(value: str) -> str:
    """A value that stays in its column and line."""
    return value.translate(_TRANSLATION)


def unescape(value: str) -> str:
    """What `escape` was given."""
    if "\\" not in value:
        return value
    out, at = [], 0
    while (back := value.find("\\", at)) >= 0:
        out.append(value[at:back])
        out.append(_UNESCAPES.get(value[back + 1 : back + 2], ""))
        at = back + 2
    out.append(value[at:])
    return "".join(out)


def render(kind: str, version: int, header: Mapping[str, str], lines: Iterable[str]) -> bytes:
    """The bytes of a file: the same for the same lines in whatever order."""
    body = b"".join(line + b"\n" for line in sorted(line.encode() for line in lines))
    head = [f"{kind}\t{version}", *(f"{k}\t{escape(v)}" for k, v in header.items()), f"bytes\t{len(body)}", "", ""]
    return "\n".join(head).encode() + body


class SortedFile:
    """An open file.

    Parameters
    ----------
    path
        Where it is.
    kind, version
        What the first line must say.

    Attributes
    ----------
    header : dict of str to str

    Raises
    ------
    CardDataError
        If the file can't be opened, is another kind or version, or is damaged.
    """

    def __init__(self, path: str | Path, kind: str, version: int) -> None:
        self.path = Path(path)
        try:
            with self.path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:  # ValueError: an empty file can't be mapped
            why = getattr(error, "strerror", None) or "empty file"
            raise CardDataError(f"{self.path}: {why}") from None
        try:
            self.header = self._read_header(kind, version)
        except BaseException:
            self._map.close()
            raise

    def _read_header(self, kind: str, version: int) -> dict[str, str]:
        start = f"{kind}\t".encode()
        first = self._map[: self._map.find(b"\n")] if self._map.find(b"\n") >= 0 else b""
        if not first.startswith(start):
            raise CardDataError(f"{self.path}: not a file of {kind}")
        if first[len(start) :].strip() != str(version).encode():
            found = first[len(start) :].decode(errors="replace").strip()
            raise CardDataError(f"{self.path}: format version {found}; this program reads version {version}")
        end = self._map.find(b"\n\n")
        lines = self._map[:end].decode(errors="replace").split("\n")[1:] if end >= 0 else []
        header = {k: unescape(v) for k, _, v in (line.partition("\t") for line in lines)}
        self._start = end + 2
        if header.pop("bytes", None) != str(len(self._map) - self._start):
            raise CardDataError(f"{self.path}: damaged (cut short, or its line ends were converted)")
        return header

    def run(self, key: str) -> list[str]:
        """The lines with this key, without the key, in order."""
        lines = []
        # Half a character, as a file in another encoding gives it, is in no key.
        at, want = self._find(escape(key).encode("utf-8", "surrogatepass") + b"\t")
        while at < len(self._map):
            end = self._map.find(b"\n", at)
            if self._map[at : at + len(want)] != want:
                break
            lines.append(self._map[at + len(want) : end].decode())
            at = end + 1
        return lines

    def _find(self, want: bytes) -> tuple[int, bytes]:
        """Offset of the first line that isn't less than ``want``."""
        data, low, high = self._map, self._start, len(self._map)
        size = len(want)
        while low < high:
            # The line around the middle; ``low`` and ``high`` are always starts of lines.
            line = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            if data[line : line + size] < want:
                low = data.find(b"\n", line) + 1
            else:
                high = line
        return low, want

    @property
    def body(self) -> memoryview:
        """All lines, for a scan."""
        return memoryview(self._map)[self._start :]

    def lines(self) -> Iterable[str]:
        """Every line of the body."""
        at = self._start
        while at < len(self._map):
            end = self._map.find(b"\n", at)
            yield self._map[at:end].decode()
            at = end + 1

    def close(self) -> None:
        """Let go of the file."""
        self._map.close()


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that it is there in full or not at all.

    Raises
    ------
    CardDataError
        If it can't be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)  # mkstemp makes files that only their owner can read
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CardDataError(f"{path}: can't be written: {error.strerror or error}") from None
