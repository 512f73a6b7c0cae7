"""What a correction says is so, and what it says is not."""

from __future__ import annotations

import pytest

from reverie.domain import instead, wording

SAID = """
No, staging is not heron any more, it's egret. | Staging is egret, not heron. | egret | heron
I told you: staging is egret, not heron. | Staging is egret, not heron. | egret | heron
The api is not on port 8000 any more; it's 8080. | The api is on port 8080, not 8000. | 8080 | 8000
No, the prod db is not on 5432, it is on 6432. | The prod db is on 6432, not 5432. | 6432 | 5432
Our server is not called heron, it's called egret. | Our server is called egret, not heron. | egret | heron
The host isn't 10.0.0.1, it's 10.0.0.2. | The host is 10.0.0.2, not 10.0.0.1. | 10.0.0.2 | 10.0.0.1
My sister isn't a vet, she's a nurse. | My sister is a nurse, not a vet. | a nurse | a vet
Nein, die Demo ist nicht mehr am Freitag, sondern am Montag. | Die Demo ist am Montag, nicht Freitag. | Montag | Freitag
Le serveur n'est plus heron, c'est egret. | Le serveur est egret, pas heron. | egret | heron
La API no está en 8000, está en 8080. | La API está en 8080, no 8000. | 8080 | 8000
"""
NOT_READ = """
It's not 5432, it's 6432.
Staging is not heron any more.
The api is not slow, it is fast, and we like it.
We use pnpm.
Is it not on 5432, is it on 6432?
"""


@pytest.mark.parametrize("row", SAID.strip().splitlines())
def test_what_is_so_is_told_before_what_is_not(row: str) -> None:
    said, stated, came, gone = row.split(" | ")
    assert wording.stated(said) == stated
    assert (found := instead.read(stated)) and (found.came, found.gone) == (came, gone)


@pytest.mark.parametrize("said", NOT_READ.strip().splitlines())
def test_what_says_more_or_only_points_is_left_as_it_was_said(said: str) -> None:
    assert wording.stated(said) == said
    assert instead.read(said) is None
