"""The little of the WebDriver protocol (W3C 2018) that rendering a page needs, spoken over HTTP on loopback."""

import json
from dataclasses import dataclass
from typing import Any

from maintext.errors import ProgramError

_OPTIONS = {"pageLoadStrategy": "eager", "unhandledPromptBehavior": "dismiss"}
_GRACE = 5.0


class ScriptError(ProgramError):
    """A script that was injected into a page failed; the browser itself is well."""


@dataclass(frozen=True, slots=True)
class Session:
    """A tab of a browser that is being driven."""

    address: str
    """Where the driver listens, with the session's path."""
    timeout: float

    def command(self, method: str, path: str, body: object = None) -> Any:
        """The value that the driver answers."""
        return _call(method, f"{self.address}{path}", body, self.timeout + _GRACE)

    def limited(self, timeout: float) -> "Session":
        """The same session with another limit on what a page or a script may take."""
        self.command("POST", "/timeouts", _timeouts(timeout))
        return Session(self.address, timeout)

    def go(self, url: str) -> None:
        """Open a page and wait until it has been read; pictures and frames may be on their way."""
        self.command("POST", "/url", {"url": url})

    def run(self, script: str, *values: object, waits: bool = False) -> Any:
        """What a script in the page returns; one that `waits` calls its last argument with the value instead."""
        path = "/execute/async" if waits else "/execute/sync"
        return self.command("POST", path, {"script": script, "args": list(values)})

    def devtools(self, name: str, **parameters: object) -> Any:
        """What a command of the browser's own protocol answers."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})


def open_session(driver: str, browser: str, timeout: float) -> Session:
    """A session with a browser that runs already; `driver` and `browser` are addresses."""
    options = _OPTIONS | {
        "goog:chromeOptions": {"debuggerAddress": browser},
        "timeouts": _timeouts(timeout),
    }
    answer = _call("POST", f"{driver}/session", {"capabilities": {"alwaysMatch": options}}, timeout + _GRACE)
    return Session(f"{driver}/session/{answer['sessionId']}", timeout)


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
        raise ProgramError(f"the browser gave no answer within {timeout:g} seconds") from error
    except urllib3.exceptions.HTTPError as error:
        raise ProgramError(f"the browser's driver is gone ({error})") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ProgramError("the browser's driver answered something else than WebDriver") from error
    if answer.status >= 400:
        if not isinstance(value, dict):
            raise ProgramError(f"the browser's driver answered {answer.status} without saying why")
        kind, said = str(value.get("error")), str(value.get("message", ""))
        message = " ".join(said.partition("\n")[0].split())[:300]
        raise (ScriptError if kind == "javascript error" else ProgramError)(f"{kind}: {message}")
    return value
