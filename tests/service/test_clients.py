"""Who has how many connections."""

import pytest

from maintext.cli.serve import command
from maintext.service.clients import Clients, client_of
from maintext.service.settings import ServiceSettings


class Fake:
    """A connection that remembers whether it was closed."""

    def __init__(self) -> None:
        self.is_evicted = False

    def evict(self) -> None:
        self.is_evicted = True


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("", "", True),
        ("testclient", "testclient", True),
    ],
)
def test_what_counts_as_one_client(first: str, second: str, same: bool) -> None:
    assert (client_of(first) == client_of(second)) is same


def test_a_client_may_have_only_so_many_connections() -> None:
    clients = Clients(most=10, most_each=2)
    first, second, third = Fake(), Fake(), Fake()
    assert clients.add(first, "192.0.2.1")
    assert clients.add(second, "192.0.2.1")
    assert not clients.add(third, "192.0.2.1")
    assert clients.add(Fake(), "192.0.2.2")
    clients.remove(first)
    clients.remove(third)
    assert clients.add(Fake(), "192.0.2.1")


def test_of_too_many_the_one_that_waits_longest_is_closed() -> None:
    clients = Clients(most=3, most_each=3)
    connections = [Fake() for _ in range(4)]
    for each in connections[:3]:
        clients.add(each, "192.0.2.1")
    clients.is_busy(connections[0])
    clients.is_idle(connections[1])  # it has had a request meanwhile
    assert clients.add(connections[3], "192.0.2.9")
    assert [each.is_evicted for each in connections] == [False, False, True, False]


def test_connections_that_never_sent_a_request_are_closed_first() -> None:
    clients = Clients(most=3, most_each=3)
    served, also, silent, new = (Fake() for _ in range(4))
    for each, address in ((served, "192.0.2.1"), (also, "192.0.2.1"), (silent, "192.0.2.2")):
        clients.add(each, address)
    for each in (served, also):
        clients.is_busy(each)
        clients.is_idle(each)
    assert clients.add(new, "192.0.2.3")
    assert [each.is_evicted for each in (served, also, silent, new)] == [False, False, True, False]


def test_the_client_with_the_most_connections_loses_one() -> None:
    clients = Clients(most=3, most_each=3)
    patient, first, second, new = (Fake() for _ in range(4))
    for each, address in ((patient, "192.0.2.1"), (first, "192.0.2.2"), (second, "192.0.2.2"), (new, "192.0.2.3")):
        assert clients.add(each, address)
    assert [each.is_evicted for each in (patient, first, second, new)] == [False, True, False, False]


def test_if_all_are_busy_the_new_one_is_closed() -> None:
    clients = Clients(most=1, most_each=1)
    busy, new = Fake(), Fake()
    clients.add(busy, "192.0.2.1")
    clients.is_busy(busy)
    clients.add(new, "192.0.2.2")
    assert (busy.is_evicted, new.is_evicted) == (False, True)


def test_nothing_is_remembered_of_closed_connections() -> None:
    clients = Clients(most=1, most_each=1)
    for number in range(100):
        each = Fake()
        clients.add(each, f"192.0.2.{number}")
        clients.remove(each)
        clients.remove(each)
    assert len(clients) == 0


def test_a_client_may_have_as_many_connections_as_pages_may_wait() -> None:
    defaults = {option.name: option.default for option in command.params}
    assert defaults["client_connections"] == ServiceSettings().client_connections
    assert defaults["waiting"] == ServiceSettings().waiting
    assert ServiceSettings().client_connections >= ServiceSettings().waiting
