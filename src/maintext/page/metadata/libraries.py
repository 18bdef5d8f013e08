"""Libraries that may help where our own rules find nothing: htmldate for dates, py3langid for languages.

They are asked only if that is wanted, and are no part of the core: pip install 'maintext[metadata]'.
"""

from maintext.errors import MaintextError

_REMEDY = "try: pip install 'maintext[metadata]'"


def date_by_htmldate(source: str, url: str | None) -> str | None:
    """The day of publication that htmldate finds."""
    try:
        from htmldate import find_date
    except ImportError as error:
        raise MaintextError(f"htmldate is not installed here; {_REMEDY}") from error
    found: str | None = find_date(source, url=url, original_date=True)
    return found


def language_by_langid(text: str) -> str | None:
    """The language that py3langid finds."""
    try:
        from py3langid import classify
    except ImportError as error:
        raise MaintextError(f"py3langid is not installed here; {_REMEDY}") from error
    return str(classify(text)[0]) if text.strip() else None
