"""Optional libraries, used when the built-in rules find nothing: htmldate for dates, py3langid for languages.

They are used on request only. Install them with: pip install 'maintext[metadata]'.
"""

from maintext.errors import MaintextError

_REMEDY = "try: pip install 'maintext[metadata]'"


def date_by_htmldate(source: str, url: str | None) -> str | None:
    """The date of publication by htmldate; None if it finds none."""
    try:
        from htmldate import find_date
    except ImportError as error:
        raise MaintextError(f"htmldate is not installed; {_REMEDY}") from error
    found: str | None = find_date(source, url=url, original_date=True)
    return found


def language_by_langid(text: str) -> str | None:
    """The language of a text by py3langid."""
    try:
        from py3langid import classify
    except ImportError as error:
        raise MaintextError(f"py3langid is not installed; {_REMEDY}") from error
    return str(classify(text)[0]) if text.strip() else None
