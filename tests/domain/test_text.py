"""Slugs, first sentences, sizes and sanity of text. Worked values: typeclaw.md §12."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reverie.domain.safety import secrets
from reverie.domain.text import (
    first_sentence,
    fold,
    heading,
    in_full,
    insane,
    is_slug,
    normalise,
    slug,
    spelled,
    tokens,
)

HANGUL = "가"


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Hello, World!", "hello-world"),
        ("Café Déjà vu", "cafe-deja-vu"),
        ("한글 memo", "memo"),
        ("", "untitled-e3b0c4"),
        ("!!!", "untitled-e84c53"),
        ("🎉", "untitled-614629"),
        ("한글 메모", "untitled-41dcbb"),
    ],
)
def test_slugs_have_the_worked_values(heading, expected):
    assert slug(heading) == expected


def test_a_taken_slug_gets_the_next_free_number_whatever_its_case():
    assert slug("A b", {"a-b"}) == "a-b-2"
    assert slug("A b", {"A-B", "a-b-2"}) == "a-b-3"


def test_a_numbered_slug_stays_within_64_characters():
    # TypeClaw adds the suffix after the cut: 66 characters, which its own pattern refuses.
    second = slug("x" * 70, {"x" * 64})

    assert second == "x" * 62 + "-2"
    assert is_slug(second)


def test_the_hundredth_of_a_long_name_still_fits():
    taken: list[str] = []
    for _ in range(100):
        taken.append(slug("x" * 70, taken))

    assert len(set(taken)) == 100
    assert max(map(len, taken)) == 64


@given(st.text(), st.sets(st.text(alphabet="ab-", max_size=4)))
def test_every_heading_gives_a_slug_that_is_free(heading, taken):
    found = slug(heading, taken)

    assert is_slug(found)
    assert found not in {name.lower() for name in taken}


@given(st.text())
def test_a_slug_is_its_own_slug(heading):
    assert slug(slug(heading)) == slug(heading)


@pytest.mark.parametrize("name", ["", "-a", "_a", "A", "a.b", "a/b", "..", "a\n", "é", "a" * 65, ".a"])
def test_names_that_are_no_slug(name):
    assert not is_slug(name)


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("hello world", 4),
        ("안녕 world", 4),
        (HANGUL * 7, 7),
        ("a " * 509, 509),
        ("x" * 1778, 508),
        ("x" * 1779, 509),
        ("", 0),
    ],
    ids=["hello", "mixed", "hangul", "words", "fits", "over", "empty"],
)
def test_token_estimates_have_the_worked_values(text, cost):
    assert tokens(text) == cost


@given(st.text(), st.text())
def test_more_text_never_costs_less(text, more):
    assert tokens(text + more) >= tokens(text)


@pytest.mark.parametrize("char", ["漢", "か", "カ", "한", "ｶ", "𠀋", "！"], ids=lambda c: f"U+{ord(c):04X}")
def test_each_character_of_an_unspaced_script_costs_a_token(char):
    assert tokens(char * 40) == 40


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ana likes tea. She drinks it hot.", "Ana likes tea."),
        ("Python 3.5 is too old. Use 3.11.", "Python 3.5 is too old."),
        ("Costs 3.5", "Costs 3.5"),
        ("애나는 차를 좋아한다. 정말로.", "애나는 차를 좋아한다."),
        ("安娜喜欢茶。她不喝咖啡。", "安娜喜欢茶。"),
        ("本当？はい", "本当？"),
        ("هل تحب الشاي؟ نعم", "هل تحب الشاي؟"),
        ("वह चाय पीती है। सच", "वह चाय पीती है।"),
        ("## Ana likes tea\nmore", "Ana likes tea"),
        ("\n\n   \n# \nAna! Tea?", "Ana!"),
        ("no full stop", "no full stop"),
        ("Lyndon B. Johnson was born in Stonewall. He moved.", "Lyndon B. Johnson was born in Stonewall."),
        ("A. A. Milne lived in London.", "A. A. Milne lived in London."),
        ("My doctor is Dr. Weber. She is in Basel.", "My doctor is Dr. Weber."),
        ("Das Zimmer ist Nr. 12. Es ist groß.", "Das Zimmer ist Nr. 12."),
        ("Wir treffen uns am 3. August. Bring Kuchen mit.", "Wir treffen uns am 3. August."),
        ("Es kostet ca. 40 Euro, z. B. bei Lutz. Mehr nicht.", "Es kostet ca. 40 Euro, z. B. bei Lutz."),
        ("She lives at Hr. Roth's and Mme. Petit's. Ring twice.", "She lives at Hr. Roth's and Mme. Petit's."),
        ("We need approx. 10 vs. 8 before. That is all.", "We need approx. 10 vs. 8 before."),
        ("I said no. Ask again.", "I said no."),
        ("It was 3. We lost.", "It was 3."),
        ("The head of Apple Inc. is Tim Cook. So far.", "The head of Apple Inc. is Tim Cook."),
        ("I work at Apple Inc. We build phones.", "I work at Apple Inc."),
        ("We go with plan B. It is cheaper.", "We go with plan B."),
        ("I'd take dark mode... but no, leave it light. Thanks.", "I'd take dark mode... but no, leave it light."),
        ("Run only ./internal/... locally. CI does the rest.", "Run only ./internal/... locally."),
        ("It works... Now the rest.", "It works..."),
        ("", ""),
        ("   \n\t\n", ""),
        ("###\n##", ""),
    ],
)
def test_the_first_sentence_ends_at_the_first_full_stop_of_any_script(text, sentence):
    assert first_sentence(text) == sentence


@given(st.text())
def test_a_first_sentence_is_one_line(text):
    assert len(first_sentence(text).splitlines()) <= 1


def test_copies_of_a_statement_are_the_same_once_normalised():
    assert normalise("  a  \nb\t\r\n\n") == normalise("a\nb") == "a\nb"


def test_wordings_are_compared_without_case_accents_or_punctuation():
    assert fold("Café,  OLÉ!") == fold("cafe ole") == "cafe ole"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is empty"),
        (" \n ", "is empty"),
        ("x" * 101, "is 101 characters long; at most 100 fit"),
        ("a\x00b", "holds an unprintable character (U+0000)"),
        ("a\ud800b", "holds an unprintable character (U+D800)"),
        ("Ana likes {{drink}}", "holds an unfilled placeholder ({{drink}})"),
        ("Ana likes <insert drink>", "holds an unfilled placeholder (<insert drink>)"),
        ("Lorem ipsum dolor", "holds an unfilled placeholder (Lorem ipsum)"),
    ],
)
def test_text_that_cannot_be_worth_keeping_says_why(text, why):
    assert insane(text, 100) == why


def test_a_loop_of_the_same_words_is_not_worth_keeping():
    assert insane("very good " * 30, 1_000) == "repeats the same few words"


@pytest.mark.parametrize("text", ["Ana likes tea.", "第一\n\n- a\tb", "A <b>bold</b> claim", "100 % ${"])
def test_plain_statements_are_sane(text):
    assert insane(text, 100) is None


# The rows of §12 about `sk-`; all else about credentials is in test_safety.py.


def test_a_prose_slug_that_begins_like_a_key_is_no_credential():
    # TypeClaw refuses this one: `sk-` and twenty letters or dashes are enough for it.
    assert secrets("see sk-learn-pipeline-tutorial-notes for the plan") == ()


def test_the_tail_of_a_word_is_no_credential():
    assert secrets("the task-" + "abcdefghijklmnopqrstuvwxyz" + " is open") == ()


def test_a_real_looking_key_is_a_credential():
    assert [s.rule for s in secrets("key: sk-" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY")] == ["openai-key"]


@pytest.mark.parametrize("kind", ["ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
def test_encrypted_and_pgp_keys_are_credentials_which_the_original_misses(kind):
    dashes = "-" * 5
    body = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY3zA5bC7dE9fG1hJ2kL4mN6pQ8rS0tU2v"

    assert secrets(f"{dashes}BEGIN {kind}{dashes}\n{body}\n{dashes}END {kind}{dashes}")


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("We use Postgres 16 for everything. It was cheap.", "We use Postgres 16 for everything."),
        ("New project. It predicts tides.", "New project. It predicts tides."),
        ("SQLite or Postgres? → SQLite, no server.", "SQLite or Postgres? → SQLite, no server."),
        ("Short", "Short"),
        ("", ""),
    ],
)
def test_a_statement_is_called_by_what_tells_what_it_is_about(text: str, called: str) -> None:
    assert heading(text) == called


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("thats wrong, dont do it", "that's wrong, don't do it"),
        ("Lets go, its in .env", "Let's go, it's in .env"),
        ("its name lets you see it", "its name lets you see it"),
        ("im on a mac, youre not", "i'm on a mac, you're not"),
        ("Im Januar", "Im Januar"),
        ("I’m here", "I'm here"),
    ],
)
def test_apostrophes_that_are_left_out_are_read_all_the_same(typed: str, meant: str) -> None:
    assert spelled(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (
            "ill go w obsidian bc its in git, tho u may not",
            "I'll go with obsidian because it's in git, though you may not",
        ),
        ("deploys go thru argo w/o kubectl", "deploys go through argo without kubectl"),
        ("she is ill today, run cmd/u -w", "she is ill today, run cmd/u -w"),
        ("set W=1, u=2 and ./w", "set W=1, u=2 and ./w"),
    ],
)
def test_what_is_typed_in_haste_is_read_in_full(typed: str, meant: str) -> None:
    assert in_full(typed) == meant
