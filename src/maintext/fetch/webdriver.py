"""A minimal WebDriver client (W3C 2018) for rendering pages, over HTTP on loopback."""

import json
from dataclasses import dataclass
from typing import Any

from maintext.errors import ProgramError

_OPTIONS = {"pageLoadStrategy": "eager", "unhandledPromptBehavior": "dismiss"}
_GRACE = 5.0


class ScriptError(ProgramError):
    """A script injected into a page failed; the browser itself still works."""


@dataclass(frozen=True, slots=True)
class WebDriverSession:
    """A WebDriver session: one tab of a browser."""

    address: str
    """The URL of the session at the driver."""
    timeout: float

    def command(self, method: str, path: str, body: object = None) -> Any:
        """Send a command and return the value of the response."""
        return _call(method, f"{self.address}{path}", body, self.timeout + _GRACE)

    def limited(self, timeout: float) -> "WebDriverSession":
        """The same session with another timeout for pages and scripts."""
        self.command("POST", "/timeouts", _timeouts(timeout))
        return WebDriverSession(self.address, timeout)

    def go(self, url: str) -> None:
        """Open a page and wait until it is parsed; images and frames may still be loading."""
        self.command("POST", "/url", {"url": url})

    def run(self, script: str, *values: object, waits: bool = False) -> Any:
        """Run a script in the page and return its value; with `waits`, the value passed to its callback."""
        path = "/execute/async" if waits else "/execute/sync"
        return self.command("POST", path, {"script": script, "args": list(values)})

    def devtools(self, name: str, **parameters: object) -> Any:
        """Send a DevTools command and return its result."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})


def open_webdriver_session(driver: str, browser: str, timeout: float) -> WebDriverSession:
    """Open a session with a running browser; `driver` and `browser` are addresses."""
    options = _OPTIONS | {
        "goog:chromeOptions": {"debuggerAddress": browser},
        "timeouts": _timeouts(timeout),
    }
    answer = _call("POST", f"{driver}/session", {"capabilities": {"alwaysMatch": options}}, timeout + _GRACE)
    return WebDriverSession(f"{driver}/session/{answer['sessionId']}", timeout)


def _timeouts(timeout: float) -> dict[str, int]:
    return dict.fromkeys(("pageLoad", "script"), int(timeout * 1000))


def _call(method: str, url: str, body: object, timeout: float) -> Any:
    import urllib3

    data = None if body is None else json.dumps(body).encode()
    try:
        answer = urllib3.request(
            method, url, body=data, headers={"Content-Type": "application/json"}, timeout=timeout, retries=False
        )
        value = json.loads(answer.data)["value"]
    except urllib3.exceptions.TimeoutError as error:
        raise ProgramError(f"the browser did not respond within {timeout:g} seconds") from error
    except urllib3.exceptions.HTTPError as error:
        raise ProgramError(f"the browser's driver has exited ({error})") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ProgramError("the browser's driver sent an invalid WebDriver response") from error
    if answer.status >= 400:
        if not isinstance(value, dict):
            raise ProgramError(f"the browser's driver returned status {answer.status} without a message")
        kind, said = str(value.get("error")), str(value.get("message", ""))
        message = " ".join(said.partition("\n")[0].split())[:300]
        raise (ScriptError if kind == "javascript error" else ProgramError)(f"{kind}: {message}")
    return value
