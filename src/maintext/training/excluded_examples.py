"""Examples of the training datasets that are not trained on, each with its reason.

Their gold is wrong (it lacks at least 15% of the article, repeats paragraphs, or is not the text of the page), or their
page is also in a test set or occurs twice. Each was compared with its page by hand. Pages that are hard to extract but
have correct gold are not excluded.
"""

from collections.abc import Mapping
from typing import Final

EXCLUDED_EXAMPLES: Final[Mapping[str, Mapping[str, str]]] = {
    "cleaneval/dev": {
        "47": "the gold is the alternative text of an image",
        "60": "the page is also in cleaneval/final, byte for byte",
    },
    "dragnet": {
        "R35": "the article is in the gold twice",
        "R237": "the page has no text",
        "R427": "the page has no text",
        "R581": "the gold repeats two paragraphs",
        "R586": "the gold lacks the block quotes, a third of the article",
        "R588": "the gold lacks the block quotes, a third of the article",
        "T49": "the article is in the gold twice",
        "T146": "the same page as T77",
        "T177": "the same page as T162",
    },
    "fundus": {
        "Gamestar_2024_04_28": "the gold lacks the nested list items, 40% of the article",
        "WDR_2024_04_22": "the gold lacks four paragraphs in the middle, 29% of the article",
        "WinFuture_2024_04_29": "the gold lacks the list and the paragraph after it, a quarter of the article",
    },
    "magic-article": {
        "4fb489fade64edb35cdd847b5dc418879d52173c4d489fe345246e707733e178": "the gold lacks the last third",
        "8330092ac9ab728b1625bda84ba449ef95daa36dd5a5c9d8f5138de5cf01128d": "a third of the page was saved translated",
        "8b007155e6d31b9ea9c1ce891fdd08f83f20b596656c980a945eb3d247dc5893": "the same article as 201807fb8181aaf9...",
        "b03d2ddeb5568f044e9c4e50c6fb563e04f502a2c8c57cf3e0951304a907c123": "the gold ends at item 15 of 29",
        "c3286475bd8bbbd7496306a93891ef4b8d5b968a031429764deeb633d6af5a02": "the gold is the first of four parts",
        "d98d4324d257abcd18ed4cc55d04b9030b71f3941d1606d7693309910ef97c54": "the gold lacks the last paragraphs",
    },
    "magic-forum": {
        "0f5b479e1d93a104e24a309acacb34582838cefd59e17dc629a87bab2c2df280": "the same thread as cd66147a62b65a9b...",
        "13e5e1dc5565ced7bc89bcfecafdf56dfad212144e0f411b8119833025875f99": "the gold lacks the last three posts",
        "177560436e1c0ec0ad88fd0b029bcde03c23e536532ddd24d7e3543d8deaca2a": "half of the gold is not on the page",
        "44996889451f80a931c07eeb3501b64901c806abc4922f25940fe2c78a4408c6": "the gold lacks the answers",
        "468076813c81be09f5fb7ab7b5f4654f248a5e5e13f2da7d29939e3cb3b7aa75": "half of the gold is not on the page",
        "539e02538322863397072cdcde81556a05cf5aae1864d41e4dca9fc119df6241": "the gold has only the first two posts",
        "cd3b71a55c7f1211d9da95025e60c51029e7e345c5dd4441fe1ad00fde3232cc": "the gold has comments that the page lacks",
    },
    "newspaper": {
        "0e39296dc6659ad7c96d265f009eb80d": "the gold ends in the middle of the article",
        "0ea696cd6c2244a6db3877fd23c2c6ff": "the gold ends in the middle of the article",
        "0f1d20e93229f3304b967c2aa38630b6": "the gold ends after a tenth of the article",
        "1eaca85a8ab0d87c1ed71af759bec94c": "the gold ends before the middle of the article",
        "2647927e347cbe6d9a008727e4d0661f": "most of the gold is an appeal for donations that is not on the page",
        "27dcb88d2c2d3f842dd7c3f019fbd5e7": "the gold ends after a third of the article",
        "2dd9f11fc38f596ae591dfa5e7fb75ba": "the gold lacks the last third",
        "47ff65cf940c286ff2d59f4b409174b1": "the gold lacks the second to fourth paragraph",
        "5ffdc1bf2474a79ea001e59424cdab3a": "the gold repeats 15 paragraphs",
        "610631485f90022876e843937c7242b6": "the gold is only the introduction",
        "63a5e2a711ce0470e0c2f1e3356d631b": "the gold ends after a tenth of the article",
        "63d45f67f660560248c53e719d666266": "the gold ends before the middle of the article",
        "69411e1843c843cf57a68de6b1386db8": "the gold is only the introduction",
        "6ca2124d5eb17aafe197de237a793e2f": "the gold repeats three paragraphs",
        "6ddca3a354626ffd7025a66c9c644e04": "the gold is about another day's puzzle than the page",
        "7a2d3e5c9596f897ba70770bde08f6d6": "the gold repeats six paragraphs",
        "7dd2fe6d76f97ba573465aafd8ee1fe2": "the gold is only the introduction of a live blog",
        "821e412b10ffcc4254ae972c78783663": "the gold lacks the last paragraphs",
        "89404c2d3fa59a5209869fd5af0efe1a": "the gold is only the introduction",
        "8a20f432f8b04b238b8af5ff51b39bf4": "the gold ends after the first half of the article",
        "8d26870a0c96d6a035bca7d79777a1f4": "the gold ends before the middle of the article",
        "9107257d019f2e0392174c4200ec8dc5": "the gold is only the introduction",
        "9445d1c69ff2c209ce38f78abe69d5bb": "the gold lacks the last third",
        "9683e924f7ac867d6d2408347f47a0ab": "the gold repeats three paragraphs, a third of it",
        "9c19ccafb8fdcdbf279620f7c112a86c": "the article is in the gold twice",
        "a38d3adcbf3845240d0b2c1f40c0675d": "the gold repeats five paragraphs",
        "b8a149a33c20758e6c7c34ee6bd00330": "the gold lacks the last fifth",
        "c06b9a6c59652a0c82b414068507768b": "the gold lacks the last paragraphs",
        "c1c883360fecbafb9cc63cc764153778": "the gold lacks the last quarter",
        "cc076fd37f1a92bd6bc38b6f439682e9": "the gold lacks the last third",
        "d5ceaf5e698710ffe0a114efc87c9fc7": "the gold is only the introduction",
        "dbbf9717611ace8d06f9a478c7fe8c3b": "the gold lacks the last 40%",
        "e257250eee7e386a42cb4df5c51d37ae": "the gold is the text of another page",
        "e43adadc8ac565096bff8e5573085d10": "the page shows two paragraphs of the gold; the rest is in a script",
        "e47dcc838cd918e333cdeb9c468a2cdd": "the gold repeats nine paragraphs",
        "e5374141ebea8648b0cd97d9a93a5dc4": "the page shows two paragraphs of the gold; the rest is in a script",
        "e73cad712a2ac4cd86ba102232280d00": "the gold ends after a fifth of the transcript",
    },
    "wcxb/dev": {
        "0077": "half of the gold is not in the text of the page: it is in a script",
        "0390": "the gold lacks the code, half of the article",
        "0476": "the gold lacks the code, almost half of the article",
        "0582": "the gold is not in the text of the page: it is a meta description and script data",
        "0670": "the gold lacks the last fifth",
        "1708": "the gold ends in the middle of the article",
        "2020": "the gold lacks the last third",
        "2218": "the gold lacks half of the article",
        "2498": "the gold ends after a third of the article",
        "2855": "the gold lacks most of the examples",
        "2857": "the gold ends after a third of the page",
        "2863": "the same page as 0670, with only parts of it as gold",
        "2919": "the gold is the menu of teams, not the schedule",
        "3035": "the same page as 0463, with only a part of it as gold",
        "4145": "the page has no text",
        "4147": "the page has no text",
        "4278": "the page has no text",
        "4314": "the page has no text",
        "4470": "the gold is not in the text of the page: it is a meta description",
        "4607": "the page has no text",
        "4677": "the gold is only the introduction",
        "4694": "the gold lacks the second half",
        "4838": "the page has no text",
        "4912": "the gold is only the first section",
    },
}
"""Reasons by dataset and id."""


def is_excluded(dataset: str, example_id: str) -> bool:
    """Whether an example is not trained on."""
    return example_id in EXCLUDED_EXAMPLES.get(dataset, {})
