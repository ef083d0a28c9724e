"""A round without a result: its steps say why, in the reader's language or in the words of whoever ended it."""

from collections.abc import Callable

import httpx
import pytest

from mississippi_stud.web.client import Client
from tests.web.conftest import Site, Visit, deal

MALFUNCTION = "the reader broke down"


@pytest.mark.parametrize(
    ("reason", "language", "said"),
    [
        ("absent", "en", "nobody has come to the table for a long time"),
        ("absent", "fr", "personne n'est venu à la table depuis longtemps"),
        (MALFUNCTION, "fr", MALFUNCTION),
    ],
)
def test_the_steps_of_a_void_round_say_why(client: httpx.Client, site: Site, reason: str, language: str, said: str):
    ann = Client(client)
    deal(ann, 500)
    site.floor.void(f"table:{ann.table.id}", reason)
    shown = client.get(f"/api/tables/{ann.table.id}/rounds/1", headers={"accept-language": language}).json()
    assert (shown["status"], shown["reason"]) == ("void", said)
    ann.look()
    deal(ann, 500)
    ann.fold()
    assert client.get(f"/api/tables/{ann.table.id}/rounds/2").json()["reason"] == ""


def test_the_history_page_says_why(visit: Callable[..., Visit], site: Site):
    v = visit("fr")
    v.deal()
    site.floor.void(f"table:{v.table['id']}", "absent")
    v.page.goto(f"{v.url}/history")
    v.page.click(".rounds button")
    while v.page.is_enabled("button.on"):
        v.page.click("button.on")
    assert v.text(".steps p").endswith("La partie est annulée : personne n'est venu à la table depuis longtemps.")
