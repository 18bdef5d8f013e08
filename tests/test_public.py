import importlib.resources
import json
import subprocess
import sys
from types import ModuleType

import pytest

import maintext

OPTIONAL = ("numpy", "rich", "click", "urllib3", "yaml", "rapidfuzz", "pebble", "lxml", "justext", "readability")


def _in_a_fresh_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


@pytest.mark.parametrize("name", maintext.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    value = getattr(maintext, name)
    assert isinstance(value, str) or value.__doc__


def test_no_public_name_is_left_out_of_the_list() -> None:
    public = {
        name for name, value in vars(maintext).items() if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert public | {"__version__"} == set(maintext.__all__)


def test_the_list_of_public_names_holds_each_once() -> None:
    assert len(set(maintext.__all__)) == len(maintext.__all__)


def test_importing_maintext_loads_nothing_optional() -> None:
    loaded = json.loads(_in_a_fresh_python("import maintext, sys, json; print(json.dumps(sorted(sys.modules)))"))
    assert not {name.partition(".")[0] for name in loaded} & set(OPTIONAL)


def test_extracting_loads_neither_numpy_nor_the_network() -> None:
    code = (
        "import maintext, sys, json; maintext.extract('<p>a b c</p>', extractor='density').to_json(); "
        "print(json.dumps(list(sys.modules)))"
    )
    loaded = json.loads(_in_a_fresh_python(code))
    assert not {name.partition(".")[0] for name in loaded} & {"numpy", "urllib3", "rich", "click"}


def test_importing_maintext_is_quick() -> None:
    code = "import time; start = time.process_time(); import maintext; print(time.process_time() - start)"
    assert min(float(_in_a_fresh_python(code)) for _ in range(3)) < 0.5


def test_the_package_is_typed() -> None:
    assert importlib.resources.files("maintext").joinpath("py.typed").is_file()


def test_the_example_in_the_docstring_runs() -> None:
    names = {"html": "<title>Harbour</title><p>The ferry is back.</p>"}
    exec("\n".join((maintext.__doc__ or "").splitlines()[1:]), names)
    assert getattr(names["page"], "title", None) == "Harbour"


def test_parameters_do_not_go_with_an_extractor_that_is_already_built() -> None:
    with pytest.raises(TypeError, match="already built"):
        maintext.extract("<p>x</p>", extractor=maintext.EXTRACTORS.build("all"), hidden=True)


def test_keywords_are_parameters_of_the_extractor() -> None:
    assert maintext.extract("<p>x</p>", beta=2.0).extractor == "learned(beta=2.0)"
    assert maintext.extract("<p>x</p>", extractor="density(c1=0.2, c2=5)", c1=0.4).extractor == "density(c1=0.4, c2=5)"
