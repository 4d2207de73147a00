"""``untap batch`` as a process: signals, kills, disks, pipes, two at once."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from tests.unit.batch.decks import collection, left

from untap.cli import main

GAMES = 60_000
HERE = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", ".", os.environ.get("PYTHONPATH", "")])}
posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals, permissions, limits")


def command(decks, out, *more) -> list[str]:
    batch = ["batch", str(decks), "--out", str(out), "--games", str(GAMES), "--turns", "4", *map(str, more)]
    return [sys.executable, "-m", "tests.cli.cli.fake", *batch]


def run(root, decks, out, *more, **options) -> subprocess.CompletedProcess:
    options = {"capture_output": True, "text": True, "timeout": 300, **options}
    return subprocess.run(command(decks, out, *more), cwd=root, env=HERE, **options)


def start(root, decks, out, *more, **options) -> subprocess.Popen:
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command(decks, out, *more), cwd=root, env=HERE, **{**streams, **options})


def parts(out: Path) -> int:
    """Parts in the journal."""
    path = out / "journal.untap"
    return path.read_bytes().count(b'"t":"part"') if path.exists() else 0


def wait_for_parts(process, out: Path, number: int) -> None:
    end = time.monotonic() + 120
    while parts(out) < number:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, "nothing is played"
        time.sleep(0.005)


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    return collection(tmp_path_factory.mktemp("decks"))


@pytest.fixture(scope="module")
def expected(root, decks, tmp_path_factory):
    out = tmp_path_factory.mktemp("expected")
    done = run(root, decks, out)
    assert done.returncode == 0, done.stderr
    assert "12 done, 0 failed; 720,000 games" in done.stdout
    return left(out)


def finish(root, decks, out, expected):
    done = run(root, decks, out, "--json")
    assert done.returncode == 0 and left(out) == expected, done.stderr
    return json.loads(done.stdout)


@posix
@pytest.mark.parametrize(
    ("number", "code", "executor"),
    [(signal.SIGINT, 130, "threads"), (signal.SIGTERM, 143, "serial"), (signal.SIGINT, 130, "processes")],
)
def test_a_signal_keeps_what_was_played(root, decks, expected, tmp_path, number, code, executor):
    process = start(root, decks, tmp_path / "out", "--executor", executor, start_new_session=True)
    wait_for_parts(process, tmp_path / "out", 3)
    # as a terminal does it: to all processes of the group
    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code, err
    assert "the same command goes on" in err and "Traceback" not in err and not out
    kept = parts(tmp_path / "out")
    assert kept >= 3 and not left(tmp_path / "out")
    summary = finish(root, decks, tmp_path / "out", expected)
    assert 0 < summary["played"] < 12 * GAMES and summary["damaged"] == 0


@posix
def test_killed_at_random_points(root, decks, expected, tmp_path):
    rng = random.Random(8)
    out = tmp_path / "out"
    for _ in range(4):
        process = start(root, decks, out, start_new_session=True)
        wait_for_parts(process, out, parts(out) + rng.randrange(1, 5))
        process.kill()
        process.communicate()
    summary = finish(root, decks, out, expected)
    assert 0 < summary["played"] < 12 * GAMES


@posix
def test_no_process_outlives_a_killed_batch(root, decks, tmp_path):
    process = start(root, decks, tmp_path / "out", "--executor", "processes", start_new_session=True)
    wait_for_parts(process, tmp_path / "out", 1)
    process.kill()
    process.communicate()
    end = time.monotonic() + 30
    while True:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        assert time.monotonic() < end, "workers are still there"
        time.sleep(0.1)


@posix
def test_a_full_disk(root, decks, expected, tmp_path):
    import resource

    out = tmp_path / "out"

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (16_000, 16_000))

    done = run(root, decks, out, preexec_fn=limit)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert "journal.untap: File too large" in done.stderr
    assert 0 < parts(out) < 24 and not left(out)
    finish(root, decks, out, expected)


@posix
def test_a_device_without_room(root, decks, tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    out = tmp_path / "out"
    out.mkdir()
    (out / "journal.untap").symlink_to("/dev/full")
    done = run(root, decks, out)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "journal.untap" in done.stderr, done.stderr


@posix
def test_read_only_output(shell):
    """As a user whom permissions stop: root's child becomes nobody."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        decks = collection(folder)
        # imports what the child couldn't read any more
        assert shell("batch", decks, "--out", folder / "first", "--games", "2").code == 0
        out = folder / "out"
        out.mkdir(mode=0o555)
        folder.chmod(0o755)
        said = folder / "said"
        said.touch()
        said.chmod(0o666)
        child = os.fork()
        if child == 0:
            code = 99
            try:
                if os.getuid() == 0:
                    os.setgroups([])
                    os.setuid(65534)
                with said.open("w") as sys.stderr:
                    code = main(["batch", decks, "--out", str(out), "--games", "2", "--executor", "serial"])
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 2
        assert said.read_text() == f"untap: {out}/.lock: Permission denied\n" and not list(out.iterdir())


def test_output_that_is_a_file(root, decks, tmp_path):
    (tmp_path / "out").write_text("x")
    done = run(root, decks, tmp_path / "out")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "out" in done.stderr


@posix
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_broken_pipe_stops_nothing(root, decks, expected, tmp_path, stream):
    read, write = os.pipe()
    os.close(read)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: write}
    process = start(root, decks, tmp_path / "out", **streams)
    os.close(write)
    process.communicate(timeout=120)
    assert process.returncode == 0 and left(tmp_path / "out") == expected


def test_two_at_once(root, decks, expected, tmp_path):
    out = tmp_path / "out"
    first = start(root, decks, out)
    wait_for_parts(first, out, 1)
    second = run(root, decks, out)
    assert second.returncode == 2 and f"another batch (process {first.pid}) is writing" in second.stderr
    assert second.stderr.count("\n") == 1
    first.communicate(timeout=120)
    assert first.returncode == 0 and left(out) == expected


def test_a_damaged_journal_is_said(root, decks, expected, tmp_path):
    out = tmp_path / "out"
    assert run(root, decks, out).returncode == 0
    data = bytearray((out / "journal.untap").read_bytes())
    data[len(data) // 2] ^= 1
    (out / "journal.untap").write_bytes(data)
    done = run(root, decks, out)
    assert done.returncode == 0 and "1 damaged line" in done.stderr and left(out) == expected
    (out / "journal.untap").write_text("something else")
    done = run(root, decks, out)
    assert done.returncode == 2 and "no journal of untap" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none/"], "none/: no such file or folder"),
        (["DECKS", "--dask", "tcp://127.0.0.1:9", "--workers", "2"], "--workers is for workers started here"),
        (["DECKS", "--dask", "--executor", "serial"], "exclude each other"),
        (["DECKS", "--turns", "99"], "--turns must be 1 to 30"),
    ],
)
def test_refusals(shell, decks, tmp_path, arguments, says):
    ran = shell("batch", *[decks if a == "DECKS" else a for a in arguments], "--out", tmp_path / "out")
    assert ran.code == 2 and says in ran.err and ran.err.count("\n") == 1


def test_standard_input_and_all_failing(shell, tmp_path):
    ran = shell("batch", "-", "--out", tmp_path / "a", "--games", "100", stdin="20 Forest\n20 Grizzly Bears\n")
    assert ran.code == 0 and "1 deck: 1 done" in ran.out
    ran = shell("batch", "-", "--out", tmp_path / "b", "--games", "100", stdin="20 Forst\n")
    assert ran.code == 2 and "0 done, 1 failed" in ran.out
    (row,) = map(json.loads, (tmp_path / "b" / "decks.jsonl").read_text().splitlines())
    assert "Forst" in row["reason"]


def test_no_such_cluster(shell, decks, tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed")
    client = distributed.Client
    monkeypatch.setattr(distributed, "Client", lambda *a, **k: client(*a, **{**k, "timeout": "0.5s"}))
    ran = shell("batch", decks, "--out", tmp_path / "out", "--dask", "tcp://127.0.0.1:9")
    assert ran.code == 2 and "no Dask scheduler answers at tcp://127.0.0.1:9" in ran.err
