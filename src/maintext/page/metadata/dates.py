"""Parse dates in numeric formats and with month names of twenty languages into ISO 8601 dates."""

import re
from datetime import date

_MONTHS = (
    (
        "january jan januar januari janvier janv enero ene gennaio gen janeiro januar styczeń stycznia január leden "
        "ledna ocak января январь янв січня ianuarie tammikuuta tammikuu"
    ),
    (
        "february feb februar februari février févr febrero febbraio fevereiro fev luty lutego február únor února "
        "şubat февраля февраль фев лютого februarie helmikuuta helmikuu"
    ),
    (
        "march mar märz mrz maart mars marzo março marec březen března mart марта март мар березня martie maaliskuuta "
        "maaliskuu marzec marca"
    ),
    (
        "april apr avril avr abril abr aprile kwiecień kwietnia apríl duben dubna nisan апреля апрель апр квітня "
        "aprilie huhtikuuta huhtikuu"
    ),
    "may mai mei mayo maggio mag maio maj maja máj květen května mayıs мая май травня toukokuuta toukokuu",
    (
        "june jun juni juin junio giugno giu junho czerwiec czerwca jún červen června haziran июня июнь июн червня "
        "iunie kesäkuuta kesäkuu"
    ),
    (
        "july jul juli juillet juil julio luglio lug julho lipiec lipca júl červenec července temmuz июля июль июл "
        "липня iulie heinäkuuta heinäkuu"
    ),
    (
        "august aug août agosto ago augustus augusti sierpień sierpnia srpen srpna ağustos августа август авг серпня "
        "elokuuta elokuu"
    ),
    (
        "september sep sept septembre septiembre settembre set setembro wrzesień września szeptember září eylül "
        "сентября сентябрь сен вересня septembrie syyskuuta syyskuu"
    ),
    (
        "october oct oktober okt octobre octubre ottobre ott outubro out październik października október říjen října "
        "ekim октября октябрь окт жовтня octombrie lokakuuta lokakuu"
    ),
    (
        "november nov novembre noviembre novembro listopad listopada kasım ноября ноябрь ноя листопада noiembrie "
        "marraskuuta marraskuu"
    ),
    (
        "december dec dezember dez décembre déc diciembre dic dicembre dezembro grudzień grudnia prosinec prosince "
        "aralık декабря декабрь дек грудня decembrie joulukuuta joulukuu"
    ),
)
"""The names of each month, in order."""
MONTHS = {word: number for number, line in enumerate(_MONTHS, start=1) for word in line.split()}
MONTHS["listopad"] = MONTHS["listopada"] = 11
MONTHS["maj"] = 5
_WORD = r"([^\W\d_]{3,12})\.?"
_YEAR = r"((?:19|20)\d\d)"
_ISO = re.compile(rf"(?<!\d){_YEAR}[-/.](\d{{1,2}})[-/.](\d{{1,2}})(?!\d)")
_COMPACT = re.compile(rf"^{_YEAR}(\d\d)(\d\d)(?:T?\d{{4,6}}Z?)?$")
_DAY_MONTH = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|º|er)?\.?[ \-/]*(?:de |of )?{_WORD}(?:[ ,\-/]| de | del )*{_YEAR}(?!\d)",
    re.IGNORECASE,
)
_MONTH_DAY = re.compile(rf"(?<![^\W\d_]){_WORD}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR}(?!\d)", re.IGNORECASE)
_YEAR_MONTH = re.compile(rf"(?<!\d){_YEAR}[ ,.\-/]{{1,2}}{_WORD}[ .\-/]{{1,2}}(\d{{1,2}})(?!\d)", re.IGNORECASE)
_NUMBERS = re.compile(rf"(?<!\d)(\d{{1,2}})([./\-])(\d{{1,2}})\2({_YEAR[1:-1]}|\d\d)(?!\d)")
_EAST = re.compile(rf"{_YEAR}\s*[年년]\s*(\d{{1,2}})\s*[月월]\s*(\d{{1,2}})\s*[日일]")
_STAMP = re.compile(r"^(1\d{9})(?:\d{3})?$")
_URL = re.compile(rf"/{_YEAR}[/\-_](\d{{1,2}})[/\-_](\d{{1,2}})(?:[/\-_.]|$)|/{_YEAR}(\d\d)(\d\d)(?:[/\-_.]|$)")
_URL_NAME = re.compile(rf"/{_YEAR}/([a-z]{{3,9}})/(\d{{1,2}})(?:[/\-_.]|$)", re.IGNORECASE)
_MONTH_FIRST = ("en", "en-us")


def read_date(text: str, language: str | None = None) -> str | None:
    """The first date in a text as YYYY-MM-DD; None if there is none.

    A numeric date such as 3/4/2024 is read as month/day in English, and as day/month in other languages.
    """
    text = text.strip()[:300]
    for found in (_ISO.search(text), _COMPACT.match(text), _EAST.search(text)):
        if found and (day := _iso_date(int(found[1]), int(found[2]), int(found[3]))):
            return day
    for found in _DAY_MONTH.finditer(text):
        if (month := MONTHS.get(found[2].lower())) and (day := _iso_date(int(found[3]), month, int(found[1]))):
            return day
    for found in _MONTH_DAY.finditer(text):
        if (month := MONTHS.get(found[1].lower())) and (day := _iso_date(int(found[3]), month, int(found[2]))):
            return day
    for found in _YEAR_MONTH.finditer(text):
        if (month := MONTHS.get(found[2].lower())) and (day := _iso_date(int(found[1]), month, int(found[3]))):
            return day
    return _from_numbers(text, language) or _from_stamp(text)


def date_in_url(url: str) -> str | None:
    """The date in a URL with a path such as /2024/03/05/ or /2024/mar/05/; None if there is none."""
    if (named := _URL_NAME.search(url)) and (month_named := MONTHS.get(named[2].lower())):
        return _iso_date(int(named[1]), month_named, int(named[3]))
    found = _URL.search(url)
    if not found:
        return None
    year, month, day = (found[1], found[2], found[3]) if found[1] else (found[4], found[5], found[6])
    return _iso_date(int(year), int(month), int(day))


def _from_numbers(text: str, language: str | None) -> str | None:
    for found in _NUMBERS.finditer(text):
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        year += 2000 if year < 70 else 1900 if year < 100 else 0
        month_first = found[2] == "/" and (language or "en").lower() in _MONTH_FIRST
        orders = ((first, second), (second, first)) if month_first else ((second, first), (first, second))
        for month, day in orders:
            if found_date := _iso_date(year, month, day):
                return found_date
    return None


def _from_stamp(text: str) -> str | None:
    found = _STAMP.match(text)
    if not found:
        return None
    from datetime import UTC, datetime

    return datetime.fromtimestamp(int(found[1]), UTC).date().isoformat()


def _iso_date(year: int, month: int, day: int) -> str | None:
    if not 1990 <= year <= 2100:
        return None
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
