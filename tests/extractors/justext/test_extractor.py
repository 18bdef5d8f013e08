"""jusText: each decision by hand, the stop lists, and agreement with the library paragraph by paragraph."""

from difflib import SequenceMatcher

import pytest

from maintext import read_page
from maintext.extractors.justext.extractor import Justext, ParagraphClass, settle_near_good, settle_short
from maintext.extractors.justext.paragraphs import TextParagraph, read_paragraphs
from maintext.extractors.justext.stop_words import (
    BY_CHARACTER,
    LANGUAGES,
    TYPICAL,
    guess_language,
    language_name,
    stop_words,
)
from maintext.page.words import words
from tests.bundled import SLUGS, bundled
from tests.clock import assert_linear
from tests.extractors.floors import mean_word_f1

B, S, N, G = ParagraphClass.BAD, ParagraphClass.SHORT, ParagraphClass.NEAR_GOOD, ParagraphClass.GOOD

CUTS = [
    ("<p>one</p><p>two</p>", ["one", "two"]),
    ("one<div>two</div>three", ["one", "two", "three"]),
    ("<ul><li>one<li>two</ul>", ["one", "two"]),
    ("<table><tr><td>one<td>two</table>", ["one", "two"]),
    ("one<br>two", ["one two"]),
    ("one<br><br>two", ["one", "two"]),
    ("one<br> \n <br>two", ["one", "two"]),
    ("one<br><b></b><br>two", ["one two"]),
    ("one<hr>two", ["onetwo"]),
    ("one <section>two</section> three", ["one two three"]),
    ("<form>one <div>two</div></form>", ["one", "two"]),
    ("one<form>two</form>", ["onetwo"]),
    ("one <b>two</b> <i>three</i>", ["one two three"]),
    ("one<script>x</script><style>y</style><!-- z -->two", ["onetwo"]),
    ("one <select><option>x</select><button>y</button><textarea>z</textarea> two", ["one two"]),
    ("<noscript>one</noscript>", ["one"]),
    ("<p> \n </p><p><br></p>", []),
]


@pytest.mark.parametrize(("html", "texts"), CUTS)
def test_a_page_is_cut_at_block_level_tags_and_double_line_breaks(html: str, texts: list[str]) -> None:
    assert [paragraph.text for paragraph in read_paragraphs(read_page(f"<body>{html}"))] == texts


@pytest.mark.parametrize(
    ("html", "linked", "heading"),
    [
        ("<p>one</p>", 0, False),
        ("<p>one <a href=x>two</a></p>", 3, False),
        ("<p>one<a href=x> two  three </a></p>", 11, False),
        ("<h2>one</h2>", 0, True),
        ("<h1><div>one</div></h1>", 0, True),
    ],
)
def test_a_paragraph_knows_its_link_text_and_whether_it_is_a_heading(html: str, linked: int, heading: bool) -> None:
    (paragraph,) = read_paragraphs(read_page(f"<body>{html}"))
    assert (paragraph.linked, paragraph.heading) == (linked, heading)


def _paragraph(length: int, linked: int = 0, heading: bool = False, sign: str = "x") -> TextParagraph:
    return TextParagraph(sign * length, linked, heading, (0, 0))


@pytest.mark.parametrize(
    ("length", "linked", "density", "current"),
    [
        (500, 101, 1.0, B),  # a link density above 0.2
        (500, 100, 1.0, G),
        (69, 0, 1.0, S),
        (69, 1, 1.0, B),  # short with a link in it
        (70, 0, 0.29, B),
        (70, 0, 0.30, N),
        (200, 0, 0.32, N),
        (201, 0, 0.32, G),
        (201, 0, 0.31, N),
        (201, 0, 0.29, B),
    ],
)
def test_what_a_paragraph_looks_like_by_itself(
    length: int, linked: int, density: float, current: ParagraphClass
) -> None:
    assert Justext().classify(_paragraph(length, linked), density) == current


def test_a_copyright_sign_is_bad() -> None:
    assert Justext().classify(_paragraph(300, sign="©"), 1.0) == B
    assert Justext().classify(_paragraph(60, sign="&copy "), 1.0) == B


@pytest.mark.parametrize(
    ("first", "settled"),
    [
        ([G, S, G], [G, G, G]),
        ([B, S, B], [B, B, B]),
        ([S], [B]),
        ([G, S], [G, B]),
        ([G, S, B], [G, B, B]),
        ([G, S, N, B], [G, G, N, B]),  # near-good on the bad side
        ([B, N, S, G], [B, N, G, G]),
        ([G, N, S, B], [G, N, B, B]),  # near-good on the good side says nothing
        ([G, S, S, G], [G, G, G, G]),
        ([N, S, N], [N, B, N]),
    ],
)
def test_short_paragraphs_follow_their_neighbours(first: list[ParagraphClass], settled: list[ParagraphClass]) -> None:
    assert settle_short(first) == settled


@pytest.mark.parametrize(
    ("first", "settled"),
    [
        ([N], [B]),
        ([B, N, B], [B, B, B]),
        ([G, N, B], [G, G, B]),
        ([B, N, G], [B, G, G]),
        ([G, N, N, B], [G, G, G, B]),  # the first is settled when the second is judged
        ([N, N, G], [G, G, G]),
        ([B, N, B, N, G], [B, B, B, G, G]),
    ],
)
def test_near_good_paragraphs_are_good_beside_good_ones(
    first: list[ParagraphClass], settled: list[ParagraphClass]
) -> None:
    assert settle_near_good(first) == settled


TEXT = "It was said that all of this had been there for as long as they could remember, and so it was. " * 3


@pytest.mark.parametrize(
    ("page", "kept"),
    [
        (f"<h2>Title</h2><p>{TEXT}", True),
        (f"<h2>Title</h2><p>{'x' * 69}<p>{'x' * 69}<p>{TEXT}", True),
        (f"<h2>Title</h2><p>{'x' * 69}<p>{'x' * 69}<p>{'x' * 69}<p>{TEXT}", False),  # more than 200 characters away
        (f"<h2><a href=/>Title</a></h2><p>{TEXT}", False),  # bad by itself
        (f"<p>Title</p><p>{TEXT}", False),
    ],
)
def test_a_heading_is_kept_if_good_text_follows_soon(page: str, kept: bool) -> None:
    assert ("Title" in Justext().extract(read_page(page)).text) == kept
    assert "Title" not in Justext(no_headings=True).extract(read_page(page)).text


def test_without_stop_words_only_lengths_and_links_count() -> None:
    page = read_page(f"<p>{'Xyzzy ' * 40}</p>")
    assert Justext(language="english").extract(page).text == ""
    assert Justext(language=None).extract(page).text == Justext(language="none").extract(page).text != ""
    assert Justext(stopwords_low=0, stopwords_high=0).extract(page).text != ""


def test_the_blocks_kept_are_those_of_the_text() -> None:
    page = read_page(f"<ul><li><a href=/>Home</a></ul><h1>Title</h1><div>{TEXT}<hr>{TEXT}</div><p>© us</p>")
    found = Justext().extract(page)
    assert [block.text for block in found.blocks if block.kept] == ["Title", TEXT.strip(), TEXT.strip()]
    assert found.text.split("\n")[0] == "Title"
    assert found.reason is None


def test_why_there_is_no_text() -> None:
    assert Justext().extract(read_page("<p>short</p>")).reason == "no paragraph looks like main text"
    assert Justext().extract(read_page("")).reason == "the page has no text"


@pytest.mark.parametrize(
    "wrong", [{"language": "klingon"}, {"length_low": 300}, {"stopwords_low": 0.5}], ids=lambda wrong: next(iter(wrong))
)
def test_wrong_parameters_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"klingon|larger"):
        Justext(**wrong)  # type: ignore[arg-type]


def agreement(html: str, ours: Justext) -> tuple[int, int]:
    """How many paragraphs the library finds, and of how many we say the same: same text, same decision."""
    justext = pytest.importorskip("justext", reason="justext is missing here; try: make peers")
    theirs = [
        ("".join(paragraph.text.split()), not paragraph.is_boilerplate)
        for paragraph in justext.justext(html, justext.get_stoplist("English"))
        if paragraph.text
    ]
    paragraphs = read_paragraphs(read_page(html))
    mine = [
        ("".join(paragraph.text.split()), current == ParagraphClass.GOOD)
        for paragraph, current in zip(paragraphs, ours.classify_all(paragraphs), strict=True)
    ]
    matcher = SequenceMatcher(None, [text for text, _ in theirs], [text for text, _ in mine], autojunk=False)
    same = sum(
        theirs[i + step] == mine[j + step] for i, j, size in matcher.get_matching_blocks() for step in range(size)
    )
    return len(theirs), same


def test_it_agrees_with_the_library_on_nearly_all_paragraphs() -> None:
    counts = [agreement(read_page(bundled(slug).data).source, Justext(language="english")) for slug in SLUGS]
    assert sum(same for _, same in counts) >= 0.99 * sum(total for total, _ in counts)


def test_floor_on_the_bundled_pages() -> None:
    assert mean_word_f1(Justext()) >= 0.459  # measured, less 0.02
    assert mean_word_f1(Justext(language=None)) >= 0.478


def test_it_takes_linear_time_up_to_5_megabytes() -> None:
    piece = f"<p>{TEXT * 20}</p>"
    assert_linear(lambda size: Justext().extract(read_page(piece * (size // len(piece)))), 1_250_000)


@pytest.mark.parametrize("piece", ["<p>a</p>", "<h2>a b</h2>", "one<br><br>", "<div>x", "<a>x "])
def test_it_takes_linear_time_whatever_the_markup(piece: str) -> None:
    assert_linear(lambda size: Justext().extract(read_page(piece * (size // len(piece)))), 150_000)


# A sentence or two in every language that has a list: the list must know its own.
SENTENCES = {
    "ar": "قال الوزير إن الحكومة لم تتخذ بعد أي قرار في هذا الشأن، وأضاف أن ذلك سوف يتم خلال الأيام المقبلة.",
    "bg": "Министърът каза, че все още не е взето решение и че това ще стане след няколко дни, когато всички са тук.",
    "ca": "El ministre va dir que encara no han decidit res i que ho faran els pròxims dies, quan tots siguin a casa.",
    "cs": "Ministr řekl, že vláda zatím o tom nerozhodla a že to bude možné až poté, co se všichni vrátí domů.",
    "da": "Ministeren sagde, at de ikke har besluttet noget endnu, og at det først vil ske, når alle er kommet hjem.",
    "de": "Der Minister sagte, dass darüber noch nicht entschieden wurde und es erst in den nächsten Tagen wird.",
    "el": "Ο υπουργός είπε ότι δεν έχουν αποφασίσει ακόμη για αυτό και ότι θα γίνει τις επόμενες ημέρες από όλους.",
    "en": "The minister said that they had not yet decided about it and that it would be done within a few days.",
    "es": "El ministro dijo que todavía no han decidido nada sobre esto y que lo harán cuando todos estén en casa.",
    "fa": "وزیر گفت که دولت هنوز در این مورد تصمیمی نگرفته است و این کار تا چند روز دیگر انجام خواهد شد.",
    "fi": "Ministeri sanoi, että asiasta ei ole vielä päätetty ja että se on tehtävä, kun kaikki ovat taas täällä.",
    "fr": "Le ministre a dit que rien n'est encore décidé et que cela sera fait dans les jours qui viennent par tous.",
    "he": "השר אמר כי הממשלה עדיין לא החליטה על כך וכי זה יהיה רק אחרי שכל האנשים האלה יהיו כאן שוב.",
    "hr": "Ministar je rekao da o tome još nisu odlučili i da će to biti tek kada se svi vrate kući za nekoliko dana.",
    "hu": "A miniszter azt mondta, hogy erről még nem döntöttek, és hogy ez csak akkor lesz, ha már mindenki itt van.",
    "id": "Menteri itu mengatakan bahwa mereka belum memutuskan hal ini dan akan melakukannya dalam beberapa hari.",
    "it": "Il ministro ha detto che non hanno ancora deciso nulla e che lo faranno quando tutti saranno di nuovo qui.",
    "ja": "大臣は、まだ何も決まっていないと述べ、これは数日のうちに行われるだろうと語った。",
    "ko": "장관은 이 문제에 대해 아직 결정한 것이 없다고 말했다. 그러나 우리는 다시 함께 할 수 있는 때 때문에 있다.",
    "nl": "De minister zei dat er nog niets over is besloten en dat het pas zal gebeuren als iedereen weer thuis is.",
    "no": "Ministeren sa at de ikke har bestemt noe ennå, og at det først skal gjøres når alle er hjemme igjen.",
    "pl": "Minister powiedział, że nie ma jeszcze decyzji w tej sprawie i że będzie to możliwe dopiero za kilka dni.",
    "pt": "O ministro disse que ainda não decidiram nada sobre isso e que o farão quando todos estiverem em casa.",
    "ro": "Ministrul a spus că nu au decis încă nimic în acest caz și că se va face abia după ce toți vor fi acasă.",
    "ru": "Министр сказал, что они еще не решили этого и что это будет сделано только тогда, когда все будут дома.",
    "sk": "Minister povedal, že vláda o tom ešte nerozhodla a že to bude možné až potom, keď sa všetci vrátia domov.",
    "sv": "Ministern sade att de inte har bestämt något ännu och att det ska ske först när alla är hemma igen.",
    "tr": "Bakan, bu konuda henüz bir karar olmadığını ve bunun ancak birkaç gün sonra olacağını söyledi, ama çok az.",
    "uk": "Міністр сказав, що вони ще не вирішили цього і що це буде зроблено лише тоді, коли всі будуть вдома.",
    "vi": "Bộ trưởng nói rằng họ vẫn chưa có quyết định nào về việc này và nó sẽ được làm trong vài ngày tới.",
    "zh": "部长说，他们还没有作出决定，这件事要在几天以后才能做，因为大家都不在家。",
}


def test_every_language_has_its_sentence() -> None:
    assert set(SENTENCES) == set(LANGUAGES)


@pytest.mark.parametrize("code", SENTENCES)
def test_a_list_covers_its_own_language_best(code: str) -> None:
    assert guess_language(words(SENTENCES[code].lower())) == LANGUAGES[code]


@pytest.mark.parametrize("code", SENTENCES)
def test_a_list_is_clean_and_of_some_size(code: str) -> None:
    found = stop_words(LANGUAGES[code])
    assert len(found) >= 100
    assert all(word == word.lower().strip() and not set(word) & set("#_<>,;()") for word in found - {"ό,τι"})
    if LANGUAGES[code] in BY_CHARACTER:
        assert all(len(word) == 1 for word in found)


@pytest.mark.parametrize("code", SENTENCES)
def test_a_long_paragraph_of_any_language_is_good(code: str) -> None:
    text = f"{SENTENCES[code]} " * 8
    assert Justext().extract(read_page(f"<p>{text}</p>")).text == text.strip()


def test_a_language_without_a_list_uses_no_stop_words() -> None:
    text = "Xyzzy plugh frotz gnusto rezrov blorb. " * 10
    assert guess_language(words(text.lower())) is None
    assert guess_language([]) is None
    assert Justext().extract(read_page(f"<p>{text}")).text == text.strip()
    assert Justext(language="en").extract(read_page(f"<p>{text}")).text == ""


def test_a_language_goes_by_name_or_code() -> None:
    assert language_name("de") == language_name("German") == "german"
    assert set(TYPICAL) <= set(LANGUAGES.values())


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if bundled(slug).meta["language"] in LANGUAGES])
def test_the_language_of_a_bundled_page(slug: str) -> None:
    paragraphs = read_paragraphs(read_page(bundled(slug).data))
    if sum(len(paragraph.text) for paragraph in paragraphs) > 200:
        assert Justext().language_of(paragraphs) == LANGUAGES[bundled(slug).meta["language"]]
