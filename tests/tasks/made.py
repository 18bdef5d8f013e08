"""A small annotated set: news in five languages, some of epidemics, and a run whose results are written by hand."""

import json
from pathlib import Path

from maintext.datasets import Dataset, Example, Header, open_dataset
from maintext.datasets.dataset_store import writing
from maintext.runs import Failure, Outcome, Result, Run
from tests.reports.made import write_run

NEWS = {
    "en-cholera": ("en", [
        "Cholera spreads along the river", "Officials in Haiti said on Monday that cholera had reached two more towns.",
        "Clean water is short and the hospitals are full.", "Doctors from abroad arrived with salt solution.",
        "The ministry expects that the cholera will last until winter in Haiti.",
    ]),
    "en-bridge": ("en", [
        "New bridge opens to traffic", "The bridge over the bay was opened by the mayor on Sunday.",
        "It cost twice as much as planned.", "Drivers waited for an hour to cross.",
        "A second bridge is to be built next year.",
    ]),
    "en-history": ("en", [
        "A museum of old medicine", "The museum shows how doctors treated cholera two hundred years ago.",
        "Visitors see bottles, saws and a bed.", "Tickets are sold at the door.",
        "A book on cholera in that century is for sale in the shop.",
    ]),
    "pl-grypa": ("pl", [
        "Grypa zamyka szkoły", "W Polsce z powodu grypy zamknięto dwie szkoły w małym mieście.",
        "Uczniowie zostaną w domach do piątku.", "Rodzice dowiedzieli się o tym rano.",
        "Lekarze radzą szczepienie, bo grypa wróci jesienią.",
    ]),
    "pl-mecz": ("pl", [
        "Drużyna wygrała mecz", "Gospodarze strzelili trzy gole w drugiej połowie.",
        "Trener był zadowolony z obrony.", "Na trybunach siedziało dziesięć tysięcy ludzi.",
        "Następny mecz odbędzie się za tydzień.",
    ]),
    "ru-gripp": ("ru", [
        "Грипп закрыл школы", "В городе из-за гриппа закрыли три школы.",
        "Дети останутся дома до пятницы.", "Родители узнали об этом утром.",
        "Врачи ждут, что грипп отступит весной.",
    ]),
    "ru-most": ("ru", [
        "Новый мост открыт", "Мост через реку открыли в воскресенье.",
        "Он стоил вдвое дороже, чем думали.", "Водители ждали целый час.",
        "Второй мост построят через год.",
    ]),
    "el-gripi": ("el", [
        "Η ΓΡΙΠΗ ΚΛΕΙΝΕΙ ΣΧΟΛΕΙΑ", "Η γρίπη έκλεισε δύο σχολεία στην Αθήνα.",
        "Τα παιδιά θα μείνουν στο σπίτι.", "Οι γονείς το έμαθαν το πρωί.",
        "Οι γιατροί λένε ότι η γρίπη θα περάσει την άνοιξη.",
    ]),
    "zh-liugan": ("zh", [
        "流感使学校停课", "北京两所学校因流感停课。", "学生在家休息到星期五。", "家长早上才知道这件事。",
        "医生说流感到春天才会过去。",
    ]),
    "zh-qiao": ("zh", [
        "新桥通车", "市长星期天为大桥剪彩。", "造价是计划的两倍。", "司机等了一个小时。", "明年还要再建一座桥。",
    ]),
}  # fmt: skip
RELEVANT = {
    "en-cholera": ("Cholera", "Haiti"), "pl-grypa": ("Influenza", "Poland"), "ru-gripp": ("Influenza", "Russia"),
    "el-gripi": ("Influenza", "Greece"), "zh-liugan": ("Influenza", "China"),
}  # fmt: skip
"""What a person says of the news; the museum's is not news of an epidemic, though the task takes it for that."""
MENU = ["Home", "News", "Sport", "Weather", "Contact us", "Read more about this website and its terms of use"]


def gold(name: str) -> str:
    return "\n".join(NEWS[name][1])


def example(name: str) -> Example:
    language, lines = NEWS[name]
    body = "".join(f"<p>{line}</p>" for line in lines)
    page = f"<meta charset=utf-8><title>{lines[0]}</title><ul><li>Home<li>News</ul>{body}"
    facts = {"section": "health" if name in RELEVANT else "other", "site": f"{name}.example"}
    url = f"https://{name}.example/{facts['section']}/story.html"
    return Example(name, page.encode(), gold(name), url=url, language=language, facts=facts,
                   structure="\n".join(f"<p>{line}" for line in lines))  # fmt: skip


def dataset(folder: Path) -> Dataset:
    with writing(folder, Header("made/news", markup="cleaneval")) as writer:
        for name in NEWS:
            writer.add(example(name))
    return open_dataset(folder)


def results() -> dict[str, list[Outcome]]:
    """Four extractors: perfect; with the menu around; one that empties the museum and cuts others; one that fails."""

    def cut(name: str) -> str:
        return "" if name == "en-history" else "\n".join(NEWS[name][1][:4] if name.startswith("pl") else NEWS[name][1])

    return {
        "density": [Result(name, gold(name)) for name in NEWS],
        "all": [Result(name, "\n".join([*MENU, *NEWS[name][1], *MENU])) for name in NEWS],
        "readability": [Result(name, cut(name)) for name in NEWS],
        "nothing": [Result(name, "") for name in list(NEWS)[:-1]]
        + [Failure(list(NEWS)[-1], "exception", "ValueError")],
    }


def run(folder: Path) -> Run:
    return write_run(folder / "run", dataset(folder / "data"), results())


def annotations(folder: Path) -> Path:
    """The corpus's JSON: events of every document, N where there is none."""
    content = {
        str(at): {
            "annotations": [[*RELEVANT[name], "unknown"]] if name in RELEVANT else [["N", "N", "N"]],
            "document_path": f"corpus/{NEWS[name][0]}/{name}.html", "language": NEWS[name][0], "comment": "",
        }
        for at, name in enumerate(NEWS)
    }  # fmt: skip
    place = folder / "truth.json"
    place.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return place
