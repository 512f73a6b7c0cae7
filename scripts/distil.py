"""
Make the table of token vectors that `reverie.llm.static` reads, from MiniLM and a corpus. Never run by the product.

    python -m scripts.distil MODEL CORPUS WORK OUT

MODEL is the unpacked folder of all-MiniLM-L6-v2 (Apache-2.0): model.safetensors, config.json, vocab.txt. CORPUS is a
folder of freely licensed text, none of it from a benchmark; what we ship was made from

    wordnet/     data.* and cntlist.rev of WordNet 3.0 (Debian package wordnet-base)         WordNet licence
    django/      the HTML manual of Django (Debian package python-django-doc)                BSD-3-Clause
    postgresql/  the HTML manual of PostgreSQL 15 (Debian package postgresql-doc-15)         PostgreSQL licence
    jargon/      the Jargon File, jargon.dict.dz (Debian package dict-jargon)                public domain
    chatterbot/  the English conversations of chatterbot-corpus 1.3 (Python package)         BSD, by its metadata

and from the sentences framed below, which are ours. WORK keeps what the teacher said, the slow part, so that a second
run only trains. One thread needs about half an hour.

How: a text's vector is the mean of its tokens' vectors. Each token begins as what the teacher says of it alone; then
all are moved until the means point where the teacher points for whole texts. The lengths of the vectors come out as
weights: a word that says little ends up short. Last, the directions all texts have in common are taken out, and the
strongest of the others kept.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import html
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reverie.llm.minilm import MiniLM, unit
from reverie.llm.wordpiece import WordPiece

Floats = NDArray[np.float32]
Ints = NDArray[np.intp]

SEED = 7
SAMPLE = 8000  # texts that show what all texts share
SHARD = 4000  # texts the teacher embeds before they are saved
LONGEST = 900  # characters of a text; the teacher reads 256 tokens
GLOSSES = 60_000
PARAGRAPHS = 9_000
FRAMED = 50_000
OFTEN = 4  # times a word was met before it may fill a frame

LISTED = re.compile(r"(?m)^[ -]*- (.+)$")  # an entry of a YAML list

FRAMES = """
When did {name} go to the {n}?|What did {name} say about the {n}?|Where did {name} buy the {n}?
Who gave {name} the {n}?|How long has {name} had a {n}?|What kind of {n} does {name} like?
Why did {name} {v} the {n}?|How many {n}s does {name} own?|What is {name}'s favourite {n}?
Did {name} ever {v} a {n}?|Which {n} did {name} choose in the end?|What are {name}'s plans for {when}?
What does {name} think of {n} and {m}?|How does {name} feel about the {a} {n}?|What happened to {name}'s {n} {when}?
Hey {name}! How was the {n} {when}?|Wow, that's such a {a} {n}, {name}!|Thanks, {name}! I really appreciate the {n}.
I went to a {n} {when} and it was really {a}.|I've been into {n} lately, it keeps me {a}.
My {n} got a new {m} {when}.|We took the kids to the {n} {when}, they loved the {m}.
I'm thinking about starting a {n}, maybe with some {m}.|I just finished a {a} {n}. Have you tried it?
I used to {v} every day, but now I {w} instead.|I can't {v} the {n} because of my {m}.
I'm so proud of my {n}! It took months to {v}.|Last year I decided to {v} and it changed my {n}.
I prefer {n} to {m}.|I'm allergic to {n}.|My sister is a {n} and my brother works with {m}.
Can you help me {v} the {n}?|What's the best way to {v} a {n}?|How do I {v} {n} without {m}?
I'm trying to {v} the {n}, but I keep getting a {m} error.|Can you remind me what I said about the {n}?
How many {n}s did I want to {v}?|When is my {n} appointment?|What did I decide about the {n} and the {m}?
Which {n} did I mention first, the {a} one or the {m}?|Have I ever worked with {n} or {m}?
List the order in which I brought up the {n}, the {m} and the {v} plan.|Summarise how my {n} developed over time.
Sure, here is a {a} plan to {v} your {n}.|To {v} the {n}, first check the {m}.|Here's how to {v} a {n} step by step.
Please always {v} the {n} before {when}.|My deadline for the {n} is {when}.|I moved the {n} meeting to {when}.
The {n} costs more than the {m}.|The {a} {n} is in the {m}.|{name} and I met at a {n} {when}.
{name} works as a {n} in a {a} {m}.|{name} moved from the {n} to the {m} {when}.|{name} wants to {v} a {a} {n}.
{name} is married to a {n}.|{name} was born near the {n}.|The {n} of {name} is {a}.
"""
NAMES = "Anna|Ben|Carla|David|Elena|Frank|Grace|Hassan|Ivy|James|Kim|Luis|Mary|Nina|Omar|Paul|Rosa|Sam|Tara|Victor"
WHENS = (
    "yesterday|last week|on Friday|in March|next month|tomorrow|two years ago|this weekend|in 2021|on 5 May|"
    "last summer|at Christmas|tonight|in the morning|next Tuesday|by the end of July"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """What the training obeys."""

    dims: int = 256
    rounds: int = 6
    batch: int = 1024
    rate: float = 0.004
    forget: float = 0.1  # share of tokens a text is taught without, so that none relies on its neighbours
    hold: float = 0.3  # pull back to where a token began, for those the corpus seldom shows
    common: float = 3e-4  # a token is halved when this share of all tokens is it; at the beginning
    afterwards: float = 3e-3  # and once more when trained, for words the teacher heeds more than a search should
    shared: int = 5  # directions in which all texts agree, hence tell nothing apart


@dataclass(frozen=True, slots=True)
class Texts:
    """The tokens of all texts in one row; `starts` has one more entry than there are texts."""

    tokens: Ints
    starts: Ints

    @classmethod
    def of(cls, texts: list[list[int]]) -> Texts:
        return cls(np.concatenate([np.array(ids) for ids in texts]), np.cumsum([0, *(len(ids) for ids in texts)]))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def some(self, numbers: Ints, keep: float, chance: np.random.Generator) -> Texts:
        """These texts, each without a share of its tokens but never without its first."""
        lengths = self.starts[numbers + 1] - self.starts[numbers]
        begins = np.cumsum(lengths) - lengths
        tokens = self.tokens[np.repeat(self.starts[numbers] - begins, lengths) + np.arange(lengths.sum())]
        kept = chance.random(len(tokens)) < keep
        kept[begins] = True
        return Texts(tokens[kept], np.concatenate([[0], np.cumsum(np.add.reduceat(kept.astype(np.intp), begins))]))

    def sums(self, table: Floats) -> Floats:
        """The sum of each text's token vectors."""
        summed: Floats = np.add.reduceat(table[self.tokens], self.starts[:-1], axis=0)
        return summed


def main() -> None:
    parser = argparse.ArgumentParser(description="Distil MiniLM into a table of token vectors.")
    for name in ("model", "corpus", "work", "out"):
        parser.add_argument(name, type=Path)
    args = parser.parse_args()
    teacher = MiniLM(args.model)
    wordpiece = WordPiece.read(args.model / "vocab.txt")
    args.work.mkdir(parents=True, exist_ok=True)
    alone = taught_alone(teacher, args.model / "vocab.txt", args.work)
    texts = corpus(args.corpus)
    vectors = taught(teacher, texts, args.work)
    table = train(Texts.of([wordpiece.ids(text) for text in texts]), vectors, alone, Training())
    pack(table, args.model / "vocab.txt", args.out)


def corpus(folder: Path) -> list[str]:
    """Everything the teacher is asked about, each text once, in an order that depends on nothing but the folder."""
    chance = random.Random(SEED)  # noqa: S311 - the same texts every time
    glosses, examples = wordnet(folder / "wordnet")
    prose = [text for path in sorted(folder.rglob("*")) for text in paragraphs(path)]
    talk = [text for path in sorted(folder.rglob("*.yml")) for text in LISTED.findall(path.read_text("utf-8"))]
    chance.shuffle(prose)
    chance.shuffle(glosses)
    chosen = examples + framed(folder / "wordnet", chance) + talk + prose[:PARAGRAPHS] + glosses[:GLOSSES]
    chosen = list(dict.fromkeys(text.strip()[:LONGEST] for text in chosen if text.strip()))
    chance.shuffle(chosen)
    return chosen


def wordnet(folder: Path) -> tuple[list[str], list[str]]:
    """WordNet's definitions, each with its words in front, and its example sentences."""
    glosses, examples = [], []
    for path in sorted(folder.glob("data.*")):
        for line in path.read_text("utf-8").splitlines():
            if line.startswith(" "):
                continue
            head, _, gloss = line.partition(" | ")
            fields = head.split()
            words = [word.partition("(")[0].replace("_", " ") for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]]
            examples += re.findall(r'"([^"]{12,})"', gloss)
            glosses.append(", ".join(words[:3]) + ": " + gloss.split('; "')[0].strip())
    return glosses, examples


def common(folder: Path, kind: int) -> list[str]:
    """The single words of one kind (1 noun, 2 verb, 3 adjective) that WordNet's readers met often in running text."""
    met: dict[str, int] = {}
    for line in (folder / "cntlist.rev").read_text("utf-8").splitlines():
        sense, _, count = line.split()
        word, _, rest = sense.partition("%")
        if int(rest[0]) == kind and word.isalpha() and len(word) > 2:
            met[word] = met.get(word, 0) + int(count)
    return sorted(word for word, times in met.items() if times >= OFTEN)


def framed(folder: Path, chance: random.Random) -> list[str]:
    """Sentences as people say and ask them, filled with common words."""
    nouns, verbs, adjectives = (common(folder, kind) for kind in (1, 2, 3))
    names, whens = NAMES.split("|"), WHENS.split("|")
    frames = [frame for line in FRAMES.strip().splitlines() for frame in line.split("|")]
    return [
        chance.choice(frames).format(
            n=chance.choice(nouns),
            m=chance.choice(nouns),
            v=chance.choice(verbs),
            w=chance.choice(verbs),
            a=chance.choice(adjectives),
            name=chance.choice(names),
            when=chance.choice(whens),
        )
        for _ in range(FRAMED)
    ]


def paragraphs(path: Path) -> Iterator[str]:
    """The paragraphs of a manual's page, or of a plain text, long enough to mean something."""
    if path.suffix == ".html":
        found = re.findall(r"(?s)<(?:p|li|dd)\b[^>]*>(.*?)</(?:p|li|dd)>", path.read_text("utf-8", errors="replace"))
        found = [html.unescape(re.sub(r"<[^>]+>", "", text)) for text in found]
    elif path.suffix == ".dz":
        found = gzip.decompress(path.read_bytes()).decode("utf-8", errors="replace").split("\n\n")
    elif path.suffix == ".txt":
        found = path.read_text("utf-8", errors="replace").split("\n\n")
    else:
        return
    for text in found:
        one_line = " ".join(text.split())
        if len(one_line) >= 60:
            yield one_line


def taught(teacher: MiniLM, texts: list[str], work: Path) -> Floats:
    """What the teacher says of each text, saved shard by shard."""
    shards = []
    for start in range(0, len(texts), SHARD):
        path = work / f"taught-{start // SHARD:03}.npy"
        if not path.exists():
            np.save(path, teacher.embed(texts[start : start + SHARD]).astype(np.float16))
        shards.append(np.load(path).astype(np.float32))
    return np.concatenate(shards)


def taught_alone(teacher: MiniLM, vocabulary: Path, work: Path) -> Floats:
    """What the teacher says of each piece alone, as if it were a text."""
    path = work / "alone.npy"
    if not path.exists():
        pieces = vocabulary.read_text("utf-8").removesuffix("\n").split("\n")
        np.save(path, teacher.embed_tokens([[number] for number in range(len(pieces))]))
    vectors: Floats = np.load(path)
    return vectors


def train(texts: Texts, taught: Floats, alone: Floats, how: Training) -> Floats:
    """The table whose sums point where the teacher points, without what all texts share, narrowed to its dimensions."""
    seen = np.bincount(texts.tokens, minlength=len(alone)) + 0.5
    share = (seen / seen.sum()).astype(np.float32)[:, None]
    begun = unit(alone - alone.mean(axis=0)) * (how.common / (how.common + share))
    goals = unit(taught - taught.mean(axis=0))
    table = moved(texts, goals, begun, how) * (how.afterwards / (how.afterwards + share))
    sample = unit(texts.some(np.arange(min(SAMPLE, len(texts))), 1.0, np.random.default_rng(SEED)).sums(table))
    sample -= sample.mean(axis=0)
    directions = np.linalg.svd(sample.T @ sample)[0]
    return np.ascontiguousarray(table @ directions[:, how.shared : how.shared + how.dims], dtype=np.float32)


def moved(texts: Texts, goals: Floats, begun: Floats, how: Training) -> Floats:
    """The table after training: Adam on the cosine between sum and goal, for the rows each batch touches."""
    chance = np.random.default_rng(SEED)
    table, drift, spread = begun.copy(), np.zeros_like(begun), np.zeros_like(begun)
    times = np.zeros((len(begun), 1), dtype=np.float32)
    steps = how.rounds * (len(texts) // how.batch)
    for step in range(steps):
        if step % (len(texts) // how.batch) == 0:
            order = chance.permutation(len(texts))
        chosen, order = order[: how.batch], order[how.batch :]
        batch = texts.some(chosen, 1 - how.forget, chance)
        rows, slope = slopes(batch, table, goals[chosen])
        slope += how.hold * (table[rows] - begun[rows])
        times[rows] += 1
        drift[rows] = 0.9 * drift[rows] + 0.1 * slope
        spread[rows] = 0.999 * spread[rows] + 0.001 * slope * slope
        mean, square = drift[rows] / (1 - 0.9 ** times[rows]), spread[rows] / (1 - 0.999 ** times[rows])
        table[rows] -= how.rate * (1 - step / steps) * mean / (np.sqrt(square) + 1e-8)
    return table


def slopes(batch: Texts, table: Floats, goals: Floats) -> tuple[Ints, Floats]:
    """The rows a batch touches, and where each should not go: the gradient of the texts' distance from their goals."""
    sums = batch.sums(table)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9
    points = sums / lengths
    away = (np.einsum("ij,ij->i", points, goals)[:, None] * points - goals) / lengths
    order = np.argsort(batch.tokens, kind="stable")
    text = np.repeat(np.arange(len(batch)), np.diff(batch.starts))[order]
    rows, firsts = np.unique(batch.tokens[order], return_index=True)
    return rows, np.add.reduceat(away[text], firsts, axis=0)


def pack(table: Floats, vocabulary: Path, out: Path) -> None:
    """Write the table as whole numbers of one byte with a scale for each row.

    The markers and unused places at the vocabulary's beginning say nothing: one row of zeros stands for them all.
    """
    pieces = vocabulary.read_text("utf-8").removesuffix("\n")
    markers = pieces.split("\n").index("!")
    rows = np.concatenate([np.zeros_like(table[:1]), table[markers:]])
    scale = (np.abs(rows).max(axis=1) / 127).astype(np.float32)
    whole = np.rint(rows / np.maximum(scale, 1e-12)[:, None]).astype(np.int8)
    name = f"instant-{table.shape[1]}-{hashlib.sha256(whole.tobytes() + scale.tobytes()).hexdigest()[:8]}"
    letters = np.frombuffer(pieces.encode(), dtype=np.uint8)
    np.savez(out, table=whole, scale=scale, vocabulary=letters, identity=np.array(name))


if __name__ == "__main__":
    main()
