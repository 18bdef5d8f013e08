"""Extractors on Apache Thrift servers, such as Zextractor, with one small interface."""

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

from maintext.errors import ExtractionError, ExtractorMissing
from maintext.extractors.base import Extractor
from maintext.extractors.extraction import Extraction
from maintext.page import Page

INTERFACE = Path(__file__).parent / "thrift" / "extractor.thrift"


@dataclass(frozen=True, slots=True)
class ThriftService(Extractor):
    """A Thrift server that speaks the interface in thrift/extractor.thrift; pages may leave this machine."""

    license: ClassVar[str] = "a service"
    remote: ClassVar[bool] = True

    host: str = ""
    port: int = 9090
    timeout: float = 25.0
    """The timeout in seconds for connecting, and between two bytes of the response."""

    def extract(self, page: Page) -> Extraction:
        """The text that the server returns."""
        remedy = self.missing()
        if remedy is not None:
            raise ExtractorMissing(str(self), remedy)
        text = self._asked(page).strip()
        reason = None if text else f"{self.host}:{self.port} found nothing"
        return Extraction(page, str(self), given=text, raw=text, reason=reason)

    def missing(self) -> str | None:
        """The library or the address that is missing."""
        if find_spec("thriftpy2") is None:
            return "pip install 'maintext[peers]'"
        return None if self.host else "-x 'thrift(host=HOST, port=PORT)'"

    def version(self) -> str:
        """The version of the interface."""
        return "1"

    def _asked(self, page: Page) -> str:
        from thriftpy2.rpc import client_context
        from thriftpy2.thrift import TException

        interface = load_interface()
        milliseconds = int(self.timeout * 1000)
        where = f"the Thrift server at {self.host}:{self.port}"
        try:
            with client_context(
                interface.Extractor, self.host, self.port, connect_timeout=milliseconds, socket_timeout=milliseconds
            ) as client:
                found = client.extract(page.original.encode("utf-8", "replace"), page.url or "")
        except interface.Refused as error:
            raise ExtractionError(f"{where} refused the page: {error.reason}") from error
        except (TException, OSError, EOFError) as error:
            raise ExtractionError(f"{where} gave no answer: {type(error).__name__}: {error}") from error
        except Exception as error:
            # the library raises arbitrary exceptions for responses that are not Thrift
            raise ExtractionError(f"{where} answered something else than Thrift") from error
        if not isinstance(found, str):
            raise ExtractionError(f"{where} answered without a text")
        return found


@cache
def load_interface() -> Any:
    """The interface file as a module, for clients and servers."""
    import thriftpy2

    return thriftpy2.load(str(INTERFACE), module_name="maintext_extractor_thrift")
