"""The rendering browser: headless Chromium, driven through WebDriver, one page at a time.

An offline browser is given pages and reaches nothing else; the other one opens URLs. Chromium and its driver are
started once and reused, started again after they have died, and end with this process.
"""

import atexit
import os
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from subprocess import Popen
from typing import TypeVar

from maintext.errors import ProgramError
from maintext.fetch.stage import Stage
from maintext.fetch.webdriver import ScriptError, Session, open_session
from maintext.sandbox.child_process import close_pipes, start_program

T = TypeVar("T")

PACKAGES = "chromium chromium-driver"
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_DRIVERS = ("chromedriver", "chromium.chromedriver")
_OPTIONS = (
    "--headless=new",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--mute-audio",
    "--password-store=basic",
    "--remote-debugging-port=0",
    "--use-mock-keychain",
    "--window-size=1280,1024",
)
_PROFILE = "maintext-browser-"
_TIME_TO_START = 30.0
_TIME_TO_LOAD = 5.0
"""Seconds after which a page is taken as it is, loaded or not: some never are."""
_LOADED = """
const [most, done] = arguments;
if (document.readyState === "complete") done(true);
else { addEventListener("load", () => setTimeout(done, 0, true)); setTimeout(done, most, false); }
"""


def missing() -> str | None:
    """The command that installs the browser and its driver; None if both are here."""
    return None if _find(_NAMES) and _find(_DRIVERS) else f"sudo apt install {PACKAGES}"


def version() -> str:
    """The browser's version."""
    return _version(_find(_NAMES) or "")


def browser(*, offline: bool) -> "Browser":
    """The browser of this process; everybody who asks for it gets the same one."""
    return _browser(offline, os.getpid())


class Browser:
    """A browser with one tab; threads wait for each other."""

    def __init__(self, *, offline: bool) -> None:
        self._lock = threading.Lock()
        self._stage = Stage() if offline else None
        self._processes: list[Popen[bytes]] = []
        self._profile: Path | None = None
        self._session: Session | None = None
        atexit.register(self.close)

    @property
    def pids(self) -> list[int]:
        """The numbers of the browser's and the driver's processes."""
        return [process.pid for process in self._processes if process.poll() is None]

    def visit(self, url: str, work: Callable[[Session], T], *, scripts: bool = True, timeout: float = 30.0) -> T:
        """Open a URL and do something in the page; after a trouble of the browser's own the next page gets another."""
        with self._lock:
            return self._work(url, work, scripts, timeout)

    def show(self, html: str, work: Callable[[Session], T], *, scripts: bool = True, timeout: float = 30.0) -> T:
        """Show a page to an offline browser and do something in it."""
        assert self._stage is not None  # noqa: S101 - only an offline browser is shown pages
        with self._lock:
            return self._work(self._stage.show(html), work, scripts, timeout)

    def close(self) -> None:
        """End the browser; the next page starts another."""
        with self._lock:
            self._end()

    def _work(self, url: str, work: Callable[[Session], T], scripts: bool, timeout: float) -> T:
        try:
            tab = self._tab(timeout)
            tab.devtools("Emulation.setScriptExecutionDisabled", value=not scripts)
            tab.go(url)
            if scripts:
                with suppress(ScriptError):  # the page has gone somewhere else in the meantime
                    tab.run(_LOADED, int(min(_TIME_TO_LOAD, timeout / 2) * 1000), waits=True)
            return work(tab)
        except ScriptError:
            raise
        except ProgramError:
            self._end()
            raise
        finally:
            self._forget(url)

    def _tab(self, timeout: float) -> Session:
        if self._session is None or len(self.pids) < 2:
            self._end()
            self._session = self._start(timeout)
        elif self._session.timeout != timeout:
            self._session = self._session.limited(timeout)
        return self._session

    def _start(self, timeout: float) -> Session:
        _clear_profiles()
        self._profile = Path(tempfile.mkdtemp(prefix=f"{_PROFILE}{os.getpid()}-"))
        options = [*_OPTIONS, f"--user-data-dir={self._profile}"]
        if self._stage is not None:
            options += [f"--proxy-server={self._stage.address}", "--proxy-bypass-list=<-loopback>"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")  # Chromium refuses to start as root otherwise
        self._processes = [start_program([_find(_NAMES) or _NAMES[0], *options, "about:blank"])]
        port = _wait(lambda: _debugging_port(self._profile), self._processes[0], "Chromium")
        self._processes.append(start_program([_find(_DRIVERS) or _DRIVERS[0], "--port=0"]))
        driver = _driver_port(self._processes[1])
        return open_session(f"http://127.0.0.1:{driver}", f"127.0.0.1:{port}", timeout)

    def _forget(self, url: str) -> None:
        """What a page has stored must not reach the next one."""
        if self._session is not None and self._stage is not None:
            origin = url.rpartition("/")[0]
            with suppress(ProgramError):
                self._session.devtools("Storage.clearDataForOrigin", origin=origin, storageTypes="all")

    def _end(self) -> None:
        self._session = None
        for process in reversed(self._processes):
            process.kill()
            process.wait()
            close_pipes(process)
        self._processes = []
        if self._profile is not None:
            shutil.rmtree(self._profile, ignore_errors=True)
            self._profile = None


def _debugging_port(profile: Path | None) -> str | None:
    """The port that Chromium writes into its profile when it listens."""
    with suppress(OSError, IndexError):
        return ((profile or Path()) / "DevToolsActivePort").read_text().splitlines()[0]
    return None


def _driver_port(driver: "Popen[bytes]") -> str:
    """The port that the driver prints when it listens."""
    assert driver.stdout is not None  # noqa: S101 - it is a pipe
    for line in driver.stdout:
        found = re.search(rb"started successfully on port (\d+)", line)
        if found:
            threading.Thread(target=driver.stdout.read, daemon=True).start()  # else its pipe may fill
            return found[1].decode()
    raise ProgramError("chromedriver ended before it listened")


def _wait(look: Callable[[], str | None], process: "Popen[bytes]", name: str) -> str:
    until = time.monotonic() + _TIME_TO_START
    while time.monotonic() < until and process.poll() is None:
        found = look()
        if found:
            return found
        time.sleep(0.01)
    raise ProgramError(f"{name} does not start (exit code {process.poll()})")


def _clear_profiles() -> None:
    """Remove the profiles of processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PROFILE}*-*"):
        owner = folder.name.removeprefix(_PROFILE).partition("-")[0]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists() and Path("/proc/self").exists():
            shutil.rmtree(folder, ignore_errors=True)


def _find(names: tuple[str, ...]) -> str | None:
    return next((found for name in names if (found := shutil.which(name))), None)


@cache
def _browser(offline: bool, process: int) -> Browser:
    return Browser(offline=offline)


@cache
def _version(program: str) -> str:
    import subprocess

    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20, check=False).stdout  # noqa: S603 - a browser found by its name
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    found = re.search(r"\d+(\.\d+)+", said)
    return found[0] if found else "unknown"
