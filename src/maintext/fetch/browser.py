"""The rendering browser: headless Chromium, driven through WebDriver, one page at a time.

An offline browser only renders given pages; an online one opens URLs. Chromium and its driver are started once, reused,
restarted after a crash, and stopped with this process.
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
from maintext.fetch.page_proxy import PageProxy
from maintext.fetch.webdriver import ScriptError, WebDriverSession, open_webdriver_session
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
"""Maximum seconds to wait for the load event, which some pages never fire."""
_LOADED = """
const [most, done] = arguments;
if (document.readyState === "complete") done(true);
else { addEventListener("load", () => setTimeout(done, 0, true)); setTimeout(done, most, false); }
"""


def missing() -> str | None:
    """The command that installs the browser and its driver; None if both are installed."""
    return None if _find(_NAMES) and _find(_DRIVERS) else f"sudo apt install {PACKAGES}"


def version() -> str:
    """The browser's version."""
    return _version(_find(_NAMES) or "")


def browser(*, offline: bool) -> "Browser":
    """The shared browser of this process."""
    return _browser(offline, os.getpid())


class Browser:
    """A browser with one tab, used by one thread at a time."""

    def __init__(self, *, offline: bool) -> None:
        self._lock = threading.Lock()
        self._proxy = PageProxy() if offline else None
        self._processes: list[Popen[bytes]] = []
        self._profile: Path | None = None
        self._session: WebDriverSession | None = None
        atexit.register(self.close)

    @property
    def pids(self) -> list[int]:
        """The process ids of the browser and its driver."""
        return [process.pid for process in self._processes if process.poll() is None]

    def visit(
        self, url: str, work: Callable[[WebDriverSession], T], *, scripts: bool = True, timeout: float = 30.0
    ) -> T:
        """Open a URL and call `work` in the page; the browser is restarted after an error of its own."""
        with self._lock:
            return self._run_in_page(url, work, scripts, timeout)

    def show(
        self, html: str, work: Callable[[WebDriverSession], T], *, scripts: bool = True, timeout: float = 30.0
    ) -> T:
        """Render a page in an offline browser and call `work` in it."""
        assert self._proxy is not None  # noqa: S101 - only an offline browser is shown pages
        with self._lock:
            return self._run_in_page(self._proxy.show(html), work, scripts, timeout)

    def close(self) -> None:
        """Stop the browser; the next page starts a new one."""
        with self._lock:
            self._end()

    def _run_in_page(self, url: str, work: Callable[[WebDriverSession], T], scripts: bool, timeout: float) -> T:
        try:
            tab = self._tab(timeout)
            tab.devtools("Emulation.setScriptExecutionDisabled", value=not scripts)
            tab.go(url)
            if scripts:
                with suppress(ScriptError):  # the page has navigated away in the meantime
                    tab.run(_LOADED, int(min(_TIME_TO_LOAD, timeout / 2) * 1000), waits=True)
            return work(tab)
        except ScriptError:
            raise
        except ProgramError:
            self._end()
            raise
        finally:
            self._forget(url)

    def _tab(self, timeout: float) -> WebDriverSession:
        if self._session is None or len(self.pids) < 2:
            self._end()
            self._session = self._start(timeout)
        elif self._session.timeout != timeout:
            self._session = self._session.limited(timeout)
        return self._session

    def _start(self, timeout: float) -> WebDriverSession:
        _clear_profiles()
        self._profile = Path(tempfile.mkdtemp(prefix=f"{_PROFILE}{os.getpid()}-"))
        options = [*_OPTIONS, f"--user-data-dir={self._profile}"]
        if self._proxy is not None:
            options += [f"--proxy-server={self._proxy.address}", "--proxy-bypass-list=<-loopback>"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")  # Chromium refuses to start as root otherwise
        self._processes = [start_program([_find(_NAMES) or _NAMES[0], *options, "about:blank"])]
        port = _wait(lambda: _debugging_port(self._profile), self._processes[0], "Chromium")
        self._processes.append(start_program([_find(_DRIVERS) or _DRIVERS[0], "--port=0"]))
        driver = _driver_port(self._processes[1])
        return open_webdriver_session(f"http://127.0.0.1:{driver}", f"127.0.0.1:{port}", timeout)

    def _forget(self, url: str) -> None:
        """Clear the storage of a page, so that the next page cannot read it."""
        if self._session is not None and self._proxy is not None:
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
    """The debugging port, which Chromium writes into its profile."""
    with suppress(OSError, IndexError):
        return ((profile or Path()) / "DevToolsActivePort").read_text().splitlines()[0]
    return None


def _driver_port(driver: "Popen[bytes]") -> str:
    """The port, which the driver prints when it is ready."""
    assert driver.stdout is not None  # noqa: S101 - it is a pipe
    for line in driver.stdout:
        found = re.search(rb"started successfully on port (\d+)", line)
        if found:
            threading.Thread(target=driver.stdout.read, daemon=True).start()  # else its pipe may fill
            return found[1].decode()
    raise ProgramError("chromedriver exited before it was ready")


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
