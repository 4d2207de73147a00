"""Batches: the same bytes whoever plays, however often they are stopped, whatever is damaged."""

import errno
import json
import os
import time

import pytest
from tests.unit.batch.decks import DECKS, SETTINGS, collection, left, play
from tests.unit.simulate.test_executors import make

import untap.batch.run as batch_run
from untap.batch import JournalError, Settings, Stop
from untap.batch.journal import Journal, Lock
from untap.results.tally import TYPES
from untap.simulate import tasks
from untap.simulate.executors import EXECUTORS, Serial
from untap.simulate.tasks import run_task


def rows(out, table="decks"):
    return [json.loads(line) for line in (out / f"{table}.jsonl").read_text().splitlines()]


@pytest.fixture(autouse=True)
def many_small_tasks(monkeypatch):
    """Six tasks a deck, so that there is something to interrupt."""
    monkeypatch.setattr(batch_run, "TASK_SECONDS", 1e-9)
    monkeypatch.setattr(batch_run, "LEAST_GAMES", 68)
    monkeypatch.setattr(batch_run, "PROBES", 3)


def test_tables(expected, decks, tmp_path):
    _, summary = expected
    out = tmp_path / "expected"
    assert summary.complete and (summary.decks, summary.done, summary.failed) == (12, 12, 0)
    assert summary.games == summary.played == 12 * 400
    found = rows(out)
    assert [row["identity"] for row in found] == sorted(row["identity"] for row in found)
    assert {row["deck"] for row in found} == {deck["name"] for deck in DECKS}
    for row in found:
        assert (row["games"], row["seed"], row["turns"], row["lands"]) == (400, 3, 4, 24)
        assert row["approximated"] == 1 and not row["exact"] and row["unsupported"] == 0
    cards = rows(out, "cards")
    assert len(cards) == 12 * 2 * 4
    assert any(row["missing_sets"] for row in cards)
    for row in cards:
        fails = sum(row[name] for name in row if name.startswith("fail_"))
        assert row["castable"] + fails == row["games"] == 400 and row["games_play"] == 200
        sets = dict(zip(row["missing_sets"], row["missing_sets_games"], strict=True))
        assert sum(sets.values()) == row["fail_colour"] and all(sets.values())
        for letter in TYPES:
            assert sum(games for types, games in sets.items() if letter in types) == row[f"missing_{letter}"]
        assert row["p_castable_low"] <= row["p_castable"] <= row["p_castable_high"]
        assert row["p_castable"] == pytest.approx(row["castable"] / 400, abs=1e-6)


def test_rows_are_what_simulate_says(expected, tmp_path):
    import untap
    from untap.decks import Deck, Entry

    deck = DECKS[4]
    result = untap.simulate(
        Deck(deck["name"], tuple(Entry(n, c, "main", 1) for n, c in deck["main"].items())), turns=4, games=400, seed=3
    )
    (row,) = (row for row in rows(tmp_path / "expected") if row["deck"] == deck["name"])
    assert row["program_sha256"] == result.digest
    assert row["on_curve_worst"] == pytest.approx(
        min(result.on_curve("Grizzly Bears").value, result.on_curve("Hill Giant").value), abs=1e-6
    )
    assert row["mana"] == pytest.approx([result.mana(t).mean.value for t in (1, 2, 3, 4)], abs=1e-6)
    cards = [c for c in rows(tmp_path / "expected", "cards") if c["identity"] == row["identity"]]
    for card in cards:
        assert card["p_castable"] == pytest.approx(result.castable(card["card"], card["turn"]).value, abs=1e-6)
        given = result.castable(card["card"], card["turn"], given="lands_seen").value
        assert card["p_castable_given_lands"] == pytest.approx(given, abs=1e-6)


def test_questions_of_a_scenario(tmp_path):
    import untap
    from untap.decks import Deck, Entry

    ask = ("mana(3) >= 3", "castable('Hill Giant', turn=4)")
    decks = [*DECKS[:2], {"name": "another", "main": {"Forest": 20, "Grizzly Bears": 20}}]
    asking = Settings(games=400, seed=3, scenario={"turns": 4, "ask": ask})
    summary = play(collection(tmp_path, decks), tmp_path / "out", settings=asking)
    assert (summary.done, summary.failed) == (2, 1)
    found = {row["deck"]: row for row in rows(tmp_path / "out")}
    assert "no card 'Hill Giant'" in found["another"]["reason"]
    for deck in decks[:2]:
        list_ = Deck(None, tuple(Entry(n, c, "main", 1) for n, c in deck["main"].items()))
        result = untap.simulate(list_, turns=4, games=400, seed=3, ask=ask)
        want = [result.probability(question).value for question in ask]
        assert found[deck["name"]]["asked"] == pytest.approx(want, abs=1e-6)


def test_parquet_holds_the_same_rows(expected, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    for table in ("decks", "cards"):
        found = parquet.read_table(tmp_path / "expected" / f"{table}.parquet").to_pylist()
        assert found == rows(tmp_path / "expected", table)


@pytest.mark.parametrize("name", EXECUTORS[1:])
def test_same_bytes_from_every_executor(name, expected, decks, tmp_path):
    executor = make(name, run_task)
    try:
        play(decks, tmp_path / "out", executor)
    finally:
        executor.close()
    assert left(tmp_path / "out") == expected[0]


@pytest.mark.parametrize("after", [1, 3, 4, 20, 63])
def test_stopped_and_resumed(after, expected, decks, tmp_path):
    out, stop, ran = tmp_path / "out", Stop(), []

    def run(task):
        ran.append(task)
        if len(ran) == after:
            stop.request()
        return run_task(task)

    first = play(decks, out, Serial(run), stop=stop)
    assert not first.complete and not left(out) and len(ran) == after
    second = play(decks, out)
    assert left(out) == expected[0] and second.hash == expected[1].hash
    assert first.played + second.played == 12 * 400, "nothing is lost and nothing is played twice"


def test_again_plays_nothing(expected, decks, tmp_path):
    again = play(decks, tmp_path / "expected")
    assert again.played == 0 and again.skipped == 12 and again.complete
    assert left(tmp_path / "expected") == expected[0]


def test_more_games_go_on_from_those_there(decks, tmp_path):
    more = Settings(games=1000, seed=3, scenario={"turns": 4})
    play(decks, tmp_path / "whole", settings=more)
    play(decks, tmp_path / "out")
    second = play(decks, tmp_path / "out", settings=more)
    assert second.played == 12 * 600 and left(tmp_path / "out") == left(tmp_path / "whole")
    # and back: games are counted once, though the journal holds more of them
    play(decks, tmp_path / "less")
    play(decks, tmp_path / "out")
    assert left(tmp_path / "out") == left(tmp_path / "less")


def test_other_settings_share_nothing(expected, decks, tmp_path):
    other = play(decks, tmp_path / "expected", settings=Settings(games=400, seed=4, scenario={"turns": 4}))
    assert other.played == 12 * 400 and other.hash != expected[1].hash


def test_the_same_deck_twice_is_played_once(tmp_path):
    twice = [{**DECKS[0], "name": "b"}, {**DECKS[0], "name": "a"}, DECKS[1]]
    summary = play(collection(tmp_path, twice), tmp_path / "out")
    assert summary.played == 2 * 400 and summary.done == 3
    found = rows(tmp_path / "out")
    assert sorted(row["deck"] for row in found) == ["a", "b", DECKS[1]["name"]]
    assert len({row["identity"] for row in found}) == 2 and len(rows(tmp_path / "out", "cards")) == 2 * 2 * 4


def test_failing_decks_are_recorded(tmp_path):
    bad = [{"name": "typo", "main": {"Forest": 20, "Hill Gant": 4}}, {"name": "empty"}]
    summary = play(collection(tmp_path, [bad[0], *DECKS, bad[1]]), tmp_path / "out")
    assert (summary.done, summary.failed) == (12, 2)
    failed = {row["deck"]: row for row in rows(tmp_path / "out") if row["status"] == "failed"}
    assert "Hill Gant" in failed["typo"]["reason"] and "no cards" in failed["empty"]["reason"]
    assert all(row["games"] is None and row["identity"] is None for row in failed.values())
    good = play(collection(tmp_path, DECKS), tmp_path / "good")
    assert summary.hash == good.hash


def test_a_deck_that_its_worker_refuses(tmp_path):
    def run(task):
        if any(part.name == victim for part in task.parts):
            raise MemoryError("too much")
        return run_task(task)

    decks, out = collection(tmp_path), tmp_path / "out"
    play(decks, out)
    journal = Journal(str(out))
    victim = journal.index.execute("SELECT work FROM items UNION SELECT work FROM parts LIMIT 1").fetchone()[0]
    journal.close()
    out = tmp_path / "other"
    summary = play(decks, out, Serial(run))
    assert (summary.done, summary.failed) == (11, 1)
    (row,) = (row for row in rows(out) if row["status"] == "failed")
    assert row["reason"] == "MemoryError: too much"
    whole = play(decks, out)  # with a worker that can, the rest isn't played again
    assert whole.played == 400 and left(out) == left(tmp_path / "out")


# ------------------------------------------------------------------------------------- faults


def test_full_disk_at_any_moment(expected, decks, tmp_path, monkeypatch):
    """Writes fail after so many bytes; with room again, everything whole is still there."""
    out = tmp_path / "out"
    total = os.path.getsize(tmp_path / "expected" / "journal.untap")
    append = Journal._append
    for share in (0.0, 0.2, 0.5, 0.9):

        def full(self, record, room=share * total):
            if self._end > room:
                os.pwrite(self._file.fileno(), b"half a li", self._end) if hasattr(os, "pwrite") else None
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self.path)
            return append(self, record)

        monkeypatch.setattr(Journal, "_append", full)
        with pytest.raises(OSError, match="No space left"):
            play(decks, out)
        assert not left(out)
    monkeypatch.setattr(Journal, "_append", append)
    play(decks, out)
    assert left(out) == expected[0]


def test_a_failed_write_is_taken_back(tmp_path, monkeypatch):
    journal = Journal(str(tmp_path))
    journal.add_part("a", 0, 10, b"abc", 1.0)
    size = os.path.getsize(journal.path)

    class Full:
        def __init__(self, file):
            self.file, self.calls = file, 0

        def write(self, data):
            self.calls += 1
            if self.calls > 1:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return self.file.write(data[:5])

        def __getattr__(self, name):
            return getattr(self.file, name)

    real, journal._file = journal._file, Full(journal._file)
    with pytest.raises(OSError, match="No space left"):
        journal.add_part("b", 0, 10, b"abc", 1.0)
    journal._file = real
    assert os.path.getsize(journal.path) == size
    journal.add_part("c", 0, 10, b"def", 1.0)
    journal.close()
    again = Journal(str(tmp_path))
    assert again.damaged == 0 and [again.cover(k, 10)[1] for k in "abc"] == [[], [(0, 10)], []]
    again.close()


def test_full_disk_while_the_tables_are_written(expected, decks, tmp_path, monkeypatch):
    out = tmp_path / "out"

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("untap.results.files.os.replace", full)
    with pytest.raises(OSError, match="No space left"):
        play(decks, out)
    monkeypatch.undo()
    assert not left(out) and not [p for p in out.iterdir() if p.name.endswith(".part")]


@pytest.mark.parametrize("seed", range(6))
def test_damaged_journal(seed, expected, decks, tmp_path):
    """Bytes changed, lines gone, the end cut off: what is whole is used, the rest is played again."""
    import random

    rng = random.Random(seed)
    out = tmp_path / "out"
    play(decks, out)
    path = out / "journal.untap"
    data = bytearray(path.read_bytes())
    for _ in range(4):
        data[rng.randrange(20, len(data))] ^= 1 << rng.randrange(8)
    lines = bytes(data[: rng.randrange(len(data) // 2, len(data))]).splitlines(keepends=True)
    del lines[rng.randrange(1, len(lines))]
    lines.insert(rng.randrange(1, len(lines)), b"nonsense\n")
    path.write_bytes(b"".join(lines))
    for name in list(left(out)):
        (out / name).unlink()
    again = play(decks, out)
    assert again.damaged >= 1 and 0 < again.played < 12 * 400
    assert left(out) == expected[0]


def test_doubled_lines_count_once(expected, decks, tmp_path):
    out = tmp_path / "out"
    play(decks, out)
    path = out / "journal.untap"
    head, *lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(head + b"".join(line + line for line in reversed(lines)))
    assert play(decks, out).played == 0 and left(out) == expected[0]


def test_a_file_of_someone_else_is_left_alone(decks, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "journal.untap").write_text("my diary\n")
    with pytest.raises(JournalError, match="no journal of untap"):
        play(decks, out)
    assert (out / "journal.untap").read_text() == "my diary\n"


def test_an_empty_and_a_begun_journal(expected, decks, tmp_path):
    for n, text in enumerate((b"", b"unta")):
        out = tmp_path / f"out{n}"
        out.mkdir()
        (out / "journal.untap").write_bytes(text)
        play(decks, out)
        assert left(out) == expected[0]


def test_two_batches_in_one_folder(decks, tmp_path):
    (tmp_path / "out").mkdir()
    lock = Lock(str(tmp_path / "out" / ".lock"))
    with pytest.raises(JournalError, match=f"another batch .process {os.getpid()}. is writing"):
        play(decks, tmp_path / "out")
    lock.close()
    assert play(decks, tmp_path / "out").complete


def test_clocks_that_jump(expected, decks, tmp_path, monkeypatch):
    times = iter(range(10**9, 0, -86_400))
    monkeypatch.setattr(time, "time", lambda: next(times))
    # the worst that could befall durations, too: none, or negative ones
    real, calls = time.perf_counter, []

    def stands_still():
        calls.append(1)
        return 5.0 if len(calls) % 3 else real() - 1e6

    monkeypatch.setattr(tasks.time, "perf_counter", stands_still)
    summary = play(decks, tmp_path / "out")
    monkeypatch.undo()
    assert summary.hash == expected[1].hash and left(tmp_path / "out")["cards.jsonl"] == expected[0]["cards.jsonl"]


@pytest.mark.long
def test_memory_is_flat(tmp_path):
    """Three times the decks need no more memory, but for a hundred kilobytes."""
    import tracemalloc

    few, peaks = Settings(games=2, scenario={"turns": 1}), []
    for n in (80, 80, 240):
        decks = [{"name": f"{k}", "main": {"Forest": 20 + k % 20, "Grizzly Bears": 10 + k // 20}} for k in range(n)]
        named = collection(tmp_path, decks, f"{n}.jsonl")
        tracemalloc.start()
        play(named, tmp_path / f"out{len(peaks)}", settings=few, parquet=False)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < peaks[1] + 100_000, peaks


def test_provenance_is_apart(expected, tmp_path):
    lines = [json.loads(line) for line in (tmp_path / "expected" / "provenance.jsonl").read_text().splitlines()]
    run, *decks = lines
    assert run["executor"] == "serial" and run["games_played"] == 4800 and run["host"]
    assert [d["identity"] for d in decks] == [row["identity"] for row in rows(tmp_path / "expected")]
    assert all(d["seconds"] > 0 and d["path"] for d in decks)
    for name, data in expected[0].items():
        assert run["host"].encode() not in data and str(tmp_path).encode() not in data, name


def test_settings_are_checked():
    with pytest.raises(ValueError, match="games is a whole number"):
        Settings(games=0)
    with pytest.raises(ValueError, match="a seed is"):
        Settings(seed=-1)
    assert SETTINGS.to_dict()["scenario"] == {"turns": 4}
