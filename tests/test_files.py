"""Files that a user names: regular ones are opened, all else is an error at once."""

import os
from pathlib import Path

import pytest

from maintext.files import expand_user, open_file, read_file


def test_a_regular_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one\ntwo\n")
    assert read_file(tmp_path / "a") == b"one\ntwo\n"
    with open_file(str(tmp_path / "a")) as file:
        assert list(file) == [b"one\n", b"two\n"]


@pytest.mark.parametrize("name", ["none", "folder", "fifo", "a\0b", "\ud800", "x" * 300, "file/below"])
def test_what_is_no_regular_file_is_an_error_at_once(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(OSError) as caught:  # noqa: PT011 - the words are the system's
        read_file(tmp_path / name)
    assert caught.value.strerror


def test_a_device_is_no_regular_file() -> None:
    with pytest.raises(OSError, match="not a regular file"):
        read_file("/dev/zero")


def test_nothing_stays_open(tmp_path: Path) -> None:
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(5):
        with pytest.raises(OSError, match="directory"):
            read_file(tmp_path)
    assert len(list(Path("/dev/fd").iterdir())) == before


def test_a_home_that_does_not_exist_is_a_name_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    assert expand_user("~/x") == Path("/home/anna/x")
    assert expand_user("~no-such-user/x") == Path("~no-such-user/x")
