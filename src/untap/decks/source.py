"""From a path, or bytes, to text and lines."""

from __future__ import annotations

import codecs
import os
import re
import sys
from dataclasses import dataclass

from untap.decks.model import DeckError

#: No decklist is longer; a file that is has been named by mistake.
MAX_BYTES = 16 * 1024 * 1024
#: How long a server may be silent.
URL_SECONDS = 20.0

# Control characters that text files don't have (tab, line ends, form feed and a DOS end-of-file mark they may).
_BINARY = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")
_LINE_END = re.compile(r"\r\n|\n|\r")
# Marks without width that pasting from web pages leaves behind, and DOS's end-of-file mark.
_INVISIBLE = "\ufeff\u200b\u200c\u200d\u2060\x1a"

# Longest first: UTF-32's little-endian mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class SourceText:
    """Decoded text, and the encoding that it turned out to have."""

    text: str
    encoding: str


def split_lines(text: str) -> list[str]:
    """The lines of `text` as an editor counts them: only line feeds and carriage returns end one."""
    lines = _LINE_END.split(text)
    if lines and not lines[-1]:
        lines.pop()
    return lines


def clean(line: str) -> str:
    """`line` without blanks and invisible marks at its ends."""
    previous = None
    while line != previous:
        previous, line = line, line.strip().strip(_INVISIBLE)
    return line


def is_blank(line: str) -> bool:
    """Whether a reader sees nothing on `line`."""
    return not clean(line)


def decode(data: bytes) -> SourceText:
    """Text from the bytes of a file: UTF-8, UTF-16 or UTF-32 with a mark, else Windows-1252.

    Raises
    ------
    DeckError
        If the bytes are not text.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return SourceText(check_text(data[len(mark) :].decode(encoding)), encoding)
            except UnicodeDecodeError as error:
                raise DeckError(f"the file is marked as {encoding} but is not: save it as UTF-8") from error
    for encoding in ("utf-8", "cp1252"):
        try:
            return SourceText(check_text(data.decode(encoding)), encoding)
        except UnicodeDecodeError:
            continue
    raise DeckError("the file is neither UTF-8 nor Windows-1252 text: save the list as UTF-8 text")


def check_text(text: str) -> str:
    """`text` itself; a `DeckError` if it holds what only binary files do."""
    if _BINARY.search(text):
        raise DeckError("this is a binary file, not a decklist: export the deck as text")
    return text


def read_source(path: str | os.PathLike[str]) -> SourceText:
    """Read and decode a file, standard input if `path` is ``-``, or, with the extra ``url``, what a web address has.

    Raises
    ------
    DeckError
        If there is no such file, it can't be read, is a directory, too long, or not text.
    """
    where = os.fspath(path)
    if where == "-":
        stream = getattr(sys.stdin, "buffer", None)
        data = stream.read(MAX_BYTES + 1) if stream is not None else sys.stdin.read(MAX_BYTES + 1).encode()
    elif is_url(where):
        data = _fetch(where)
    else:
        try:
            with open(where, "rb") as file:
                data = file.read(MAX_BYTES + 1)
        except IsADirectoryError as error:
            raise DeckError(f"{where} is a directory: name a decklist in it") from error
        except FileNotFoundError as error:
            raise DeckError(f"{where}: no such file") from error
        except (OSError, ValueError) as error:
            # Windows answers the opening of a directory with "permission denied".
            if os.path.isdir(where):
                raise DeckError(f"{where} is a directory: name a decklist in it") from error
            reason = getattr(error, "strerror", None) or str(error)
            raise DeckError(f"{where} cannot be read ({reason}): check its name and permissions") from error
    if len(data) > MAX_BYTES:
        raise DeckError(f"{where} is longer than {MAX_BYTES >> 20} MiB: that is not a decklist")
    return decode(data)


def is_url(path: str) -> bool:
    """Whether a path is a web address."""
    return re.match(r"https?://", path, re.IGNORECASE) is not None


def _fetch(url: str) -> bytes:
    """The body at a web address, no longer than a decklist may be."""
    try:
        import urllib3
    except ImportError:
        raise DeckError(
            f"{url}: reading from the web is an extra: pip install 'untap[url]', or download the list"
        ) from None
    try:
        with urllib3.PoolManager(timeout=URL_SECONDS, retries=urllib3.Retry(3, backoff_factor=0.2)) as pool:
            answer = pool.request("GET", url, preload_content=False, headers={"User-Agent": "untap"})
            try:
                if answer.status != 200:
                    raise DeckError(f"{url}: the server answers {answer.status}: check the address")
                return answer.read(MAX_BYTES + 1, decode_content=True)
            finally:
                answer.release_conn()
    except urllib3.exceptions.HTTPError as error:
        reason = getattr(error, "reason", None) or error
        raise DeckError(f"{url} cannot be read ({reason})") from error
