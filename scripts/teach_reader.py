"""Make the reader of `llm/reader.py` from MiniLM, what people told over weeks, and families of statements.

    python -m scripts.teach_reader MODEL [--epochs N] [--pace P] [--only TASK] [--out FILE]

MODEL is `model.safetensors` of all-MiniLM-L6-v2 (Apache-2.0), or a reader that is to go on learning. Needs PyTorch (the
extra `teach`); what it makes does not. It learns two things at once, from one set of layers: what a statement is to
those that were told before it (`alike`), and which stretches of a text tell something (`tells`). The words stay as they
are, in the four bits they are shipped in. Says after each epoch how people are judged from whom nothing is learnt. An
epoch takes two cores half an hour.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.distributed as hands
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from reverie.bench.weeks import SETS
from reverie.domain import prose
from reverie.llm import reader
from reverie.llm.minilm import read_safetensors
from reverie.llm.reader import SCALES, TAGS, TOKENS, VERDICTS, WORDS, Frame, packed, unpacked
from reverie.llm.static import StaticTable
from scripts import people, teach, teach_alike
from scripts.people import NOTHING, Person, Told

KINDS = ("none", "more", "fact", "preference", "decision", "correction", "procedure", "task", "event")  # of stretches
LAYERS, HEADS, INNER = 6, 12, 192
NEAR = 5  # statements that a new one is held among
FAMILIES, LIVED, MESSAGES = 0.02, 0.4, 0.15  # of the families', of the lives' and of the messages, taken each epoch
NEW, WHOLE = 0.3, 0.6  # of what is told for the first time, and of people's messages, taken each epoch
PAIRS, READ = 72, 1500  # pairs, and tokens of messages, in a batch
PACE, PACE_OF_HEADS = 1e-4, 6e-4
CALM, DROPPED, SURE = 0.01, 0.1, 0.97


class Layer(nn.Module):
    def __init__(self, dims: int, wide: int, heads: int) -> None:
        super().__init__()
        self.qkv, self.out = nn.Linear(dims, 3 * dims), nn.Linear(dims, dims)
        self.widen, self.narrow = nn.Linear(dims, wide), nn.Linear(wide, dims)
        self.after, self.last = nn.LayerNorm(dims, 1e-12), nn.LayerNorm(dims, 1e-12)
        self.drop, self.heads = nn.Dropout(DROPPED), heads

    def forward(self, state: Tensor, seen: Tensor) -> Tensor:
        texts, longest, dims = state.shape
        query, key, value = (
            self.qkv(state).view(texts, longest, 3, self.heads, dims // self.heads).permute(2, 0, 3, 1, 4)
        )
        told = functional.scaled_dot_product_attention(query, key, value, attn_mask=seen[:, None, None, :])
        state = self.after(state + self.drop(self.out(told.transpose(1, 2).reshape(state.shape))))
        return self.last(state + self.drop(self.narrow(functional.gelu(self.widen(state)))))


_NAMES = {
    "out": "attention.output.dense", "after": "attention.output.LayerNorm", "widen": "intermediate.dense",
    "narrow": "output.dense", "last": "output.LayerNorm",
}  # fmt: skip


class Pupil(nn.Module):
    """The reader while it learns."""

    def __init__(self, told: Mapping[str, NDArray[np.float32]]) -> None:
        super().__init__()
        words = told.get("embeddings.word_embeddings.weight")
        self.packed = packed(words) if words is not None else (told[WORDS], told[SCALES])
        table = unpacked(*self.packed)
        dims, wide = table.shape[1], len(told["encoder.layer.0.intermediate.dense.weight"])
        self.words = nn.Embedding.from_pretrained(torch.tensor(table), freeze=True)
        self.places, self.sides = nn.Parameter(torch.empty(TOKENS, dims)), nn.Parameter(torch.empty(2, dims))
        self.norm = nn.LayerNorm(dims, 1e-12)
        self.layers = nn.ModuleList(Layer(dims, wide, HEADS) for _ in range(LAYERS))
        self.alike = nn.Sequential(nn.Linear(2 * dims, INNER), nn.GELU(), nn.Linear(INNER, len(VERDICTS)))
        self.kinds = nn.Sequential(nn.Linear(2 * dims, INNER), nn.GELU(), nn.Linear(INNER, len(KINDS)))
        self.tells, self.drop = nn.Linear(dims, len(TAGS)), nn.Dropout(DROPPED)
        self.take(told)

    def forward(self, frames: Sequence[Frame]) -> tuple[Tensor, Tensor]:
        """What each token says in the light of the others, and which tokens there are."""
        longest = max(len(frame.ids) for frame in frames)
        ids = torch.tensor([frame.ids + [0] * (longest - len(frame.ids)) for frame in frames])
        at = torch.arange(longest)
        seen = at < torch.tensor([len(frame.ids) for frame in frames])[:, None]
        side = (at >= torch.tensor([frame.second for frame in frames])[:, None]).long()
        state = self.drop(self.norm(self.words(ids) + self.places[:longest] + self.sides[side]))
        for layer in self.layers:
            state = layer(state, seen)
        return state.float(), seen

    def verdicts(self, frames: Sequence[Frame]) -> Tensor:
        state, seen = self(frames)
        return self.alike(self.drop(torch.cat([_mean(state, seen), state[:, 0]], 1)))

    def parts(self) -> Iterator[tuple[str, nn.Parameter | Tensor]]:
        """What is shipped, by the names it has in a BERT; what is told of three at once is still one tensor.

        Of what kind a stretch is, is learnt so that stretches are seen better, and not asked later.
        """
        yield "embeddings.position_embeddings.weight", self.places
        yield "embeddings.token_type_embeddings.weight", self.sides
        for kind in ("weight", "bias"):
            yield f"embeddings.LayerNorm.{kind}", getattr(self.norm, kind)
            for number, layer in enumerate(self.layers):
                for part, each in zip(("query", "key", "value"), getattr(layer.qkv, kind).data.chunk(3), strict=True):
                    yield f"encoder.layer.{number}.attention.self.{part}.{kind}", each
                for module, name in _NAMES.items():
                    yield f"encoder.layer.{number}.{name}.{kind}", getattr(getattr(layer, module), kind)
            for at, linear in enumerate((self.alike[0], self.alike[-1])):
                yield f"alike.{at}.{kind}", getattr(linear, kind)
            yield f"tells.{kind}", getattr(self.tells, kind)

    @torch.no_grad()
    def take(self, told: Mapping[str, NDArray[np.float32]]) -> None:
        """Begin with the weights of another."""
        for name, each in self.parts():
            if name in told:
                each.copy_(torch.tensor(np.array(told[name][: len(each)])))


def _mean(state: Tensor, seen: Tensor) -> Tensor:
    mine = seen.unsqueeze(2).float()
    return (state * mine).sum(1) / mine.sum(1)


# What is learnt. A lesson knows how long it is and what is lost by not knowing it.


class Company(NamedTuple):
    """A new statement among earlier ones, and what it is to each."""

    frames: list[Frame]
    verdicts: list[int]

    @property
    def size(self) -> int:
        return len(self.frames)

    @property
    def longest(self) -> int:
        return max(len(frame.ids) for frame in self.frames)


class Text(NamedTuple):
    """A text, the tag of each token of it (None: only whether a stretch tells anything), and what stretches are."""

    frame: Frame
    tags: list[int] | None
    spans: list[tuple[int, int, int]]  # from, to, kind

    @property
    def size(self) -> int:
        return len(self.frame.ids)

    @property
    def longest(self) -> int:
        return self.size


def companies(person: Person, dice: random.Random | None, near: int) -> Iterator[Company]:
    """Each statement among the nearest of those that were made before and hold; in any of its forms with dice."""
    first = [told.forms()[0] for told in person.told]
    vectors = StaticTable.instant().embed(first)
    for n, new in enumerate(person.told):
        held: dict[str, int] = {}
        before = [k for k in range(n) if person.told[k].at < new.at and person.told[k].kind != NOTHING]
        for k in before:
            held[person.told[k].fact] = max(person.told[k].value, held.get(person.told[k].fact, 0))
        before = [k for k in before if person.told[k].value == held[person.told[k].fact]]
        if not before:
            continue
        mine = [k for k in before if person.told[k].fact == new.fact]
        if dice and not mine and dice.random() > NEW:
            continue
        order = np.argsort(-(vectors[before] @ vectors[n]), kind="stable")
        some = list(dict.fromkeys([*mine, *(before[k] for k in order.tolist())]))[: max(near, len(mine))]
        said = _form(new, dice)
        frames = [reader.of_pair(_form(person.told[k], dice), said) for k in some]
        yield Company(frames, [_verdict(person.told[k], new) for k in some])


def _form(told: Told, dice: random.Random | None) -> str:
    forms = told.forms()
    return dice.choice(forms) if dice else forms[0]


def _verdict(old: Told, new: Told) -> int:
    return 0 if old.fact != new.fact else 1 if old.value == new.value else 2


def of_families(looks: Sequence[teach_alike.Look], taken: float, dice: random.Random) -> Iterator[Company]:
    """Statements of families, or of lives, among a few others."""
    for look in dice.sample(looks, int(taken * len(looks))):
        pairs = list(zip(look.olds, look.verdicts, strict=True))
        told = [pair for pair in pairs if pair[1]][:3]
        rest = [pair for pair in pairs if not pair[1]]
        some = [*told, *dice.sample(rest, min(len(rest), NEAR - len(told)))]
        if some:
            yield Company([reader.of_pair(old, look.new) for old, _ in some], [verdict for _, verdict in some])


def texts(person: Person, dice: random.Random) -> Iterator[Text]:
    """Whole messages, and the sentences that tell something by themselves, as fragments hold them."""
    for message in person.messages:
        if dice.random() > WHOLE:
            continue
        yield _tagged(message.text, message.tells, message.before if dice.random() < 0.3 else "")
        said = prose.sentences(message.text)
        telling = [one for one in said if any(a < one.end and one.start < b for a, b, _ in message.tells)]
        if telling and len(said) > 1:
            start, end = telling[0].start, telling[-1].end
            spans = tuple((max(a, start) - start, min(b, end) - start, kind) for a, b, kind in message.tells)
            yield _tagged(message.text[start:end], spans, "")


def _tagged(text: str, tells: Sequence[tuple[int, int, str]], before: str) -> Text:
    frame, places = reader.of_text(text, before)
    tags, spans = [0] * len(frame.ids), []
    for start, end, kind in tells:
        inside = [n for n, (a, b) in places if a < end and start < b]
        for n in inside:
            tags[n] = tags[n] or 2
        if inside:
            tags[inside[0]] = 1
            spans.append((inside[0], inside[-1] + 1, KINDS.index(kind)))
    for one in prose.sentences(text):
        inside = [n for n, (a, b) in places if a < one.end and one.start < b]
        if inside and not any(tags[n] for n in inside):
            spans.append((inside[0], inside[-1] + 1, 0))
    mine = {n for n, _ in places}
    return Text(frame, [tag if n in mine else -100 for n, tag in enumerate(tags)], spans)


def of_messages(some: Sequence[Mapping[str, Any]], dice: random.Random) -> Iterator[Text]:
    """Labelled messages: of each sentence it is known whether it tells something, not which part of it."""
    for message in dice.sample(some, int(MESSAGES * len(some))):
        if message["role"] != "user":
            continue
        text, spans = "", []
        for said, label in message["said"]:
            start = len(text) + bool(text)
            text = f"{text} {said}" if text else said
            spans.append((start, len(text), label))
        frame, places = reader.of_text(text, message.get("before", "") if dice.random() < 0.3 else "")
        found = []
        for start, end, label in spans:
            inside = [n for n, (a, b) in places if a < end and start < b]
            if inside and label in KINDS:
                found.append((inside[0], inside[-1] + 1, KINDS.index(label)))
        if found:
            yield Text(frame, None, found)


# How it is learnt.


def lost_in_company(pupil: Pupil, batch: Sequence[Company]) -> Tensor:
    """It says the same as one of them, has a new value for one, or neither of any."""
    scores = pupil.verdicts([frame for company in batch for frame in company.frames])
    odds = scores[:, 1:] - scores[:, :1]
    lost, start = torch.zeros(()), 0
    for company in batch:
        some = odds[start : start + company.size].T.reshape(-1)  # the same as each, then a new value for each
        start += company.size
        wanted = torch.zeros(1 + len(some))
        for n, verdict in enumerate(company.verdicts):
            if verdict:
                wanted[1 + (verdict - 1) * company.size + n] = 1
        wanted[0] = float(not wanted.any())
        wanted = wanted / wanted.sum() * SURE + (1 - SURE) / len(wanted)
        lost = lost - (wanted * functional.log_softmax(torch.cat([torch.zeros(1), some]), 0)).sum()
    return lost / len(batch)


def lost_in_texts(pupil: Pupil, batch: Sequence[Text]) -> Tensor:
    state, _ = pupil([text.frame for text in batch])
    scores = pupil.tells(state)
    lost = torch.zeros(())
    known = [n for n, text in enumerate(batch) if text.tags is not None]
    if known:
        longest = state.shape[1]
        tags = torch.tensor([[*(batch[n].tags or ()), *[-100] * (longest - batch[n].size)] for n in known])
        lost = lost + functional.cross_entropy(scores[known].flatten(0, 1), tags.flatten(), ignore_index=-100)
    spans = [(n, *span) for n, text in enumerate(batch) for span in text.spans]
    whole = [(n, a, b, kind) for n, a, b, kind in spans if batch[n].tags is None and KINDS[kind] != "more"]
    if whole:
        inside = torch.logsumexp(scores[..., 1:], -1) - scores[..., 0]
        most = torch.stack([inside[n, a:b].amax() for n, a, b, _ in whole])
        wanted = torch.tensor([0.03 + 0.94 * (kind > 0) for *_, kind in whole])
        lost = lost + 0.5 * functional.binary_cross_entropy_with_logits(most, wanted)
    pooled = torch.stack([torch.cat([state[n, a:b].mean(0), state[n, a:b].amax(0)]) for n, a, b, _ in spans])
    kinds = torch.tensor([kind for *_, kind in spans])
    return lost + 0.5 * functional.cross_entropy(pupil.kinds(pupil.drop(pooled)), kinds, label_smoothing=0.05)


def batches(lessons: Sequence[Any], size: int, dice: random.Random) -> list[list[Any]]:
    """Lessons of like length together, in any order."""
    order = sorted(lessons, key=lambda lesson: lesson.longest + 8 * dice.random())
    found: list[list[Any]] = [[]]
    room = 0
    for lesson in order:
        long = lesson.longest if isinstance(lesson, Text) else lesson.size
        if found[-1] and room + long > size:
            found.append([])
            room = 0
        found[-1].append(lesson)
        room += long
    return found


class Lessons:
    """All that is learnt in an epoch, other samples of it each time."""

    def __init__(self) -> None:
        self.people = [person for path in people.for_the_reader() for person in people.read(path)]
        self._families = [look for path in teach_alike.families() for look in teach_alike.of_families(path)]
        self._lives = [look for path in teach_alike.LIVES for look in teach_alike.lived(path)]
        self._messages = [
            message for path in teach.taught() if path not in people.files() for message in teach.messages(path)
        ]

    def day(self, dice: random.Random) -> list[tuple[str, Any]]:
        together = [each for person in self.people for each in companies(person, dice, NEAR)]
        together += of_families(self._families, FAMILIES, dice)
        together += of_families(self._lives, LIVED, dice)
        written = [each for person in self.people for each in texts(person, dice)]
        written += of_messages(self._messages, dice)
        todo: list[tuple[str, Any]] = [("alike", batch) for batch in batches(together, PAIRS, dice)]
        todo += [("tells", batch) for batch in batches(written, READ, dice)]
        return dice.sample(todo, len(todo))


LOST: dict[str, Callable[[Pupil, Any], Tensor]] = {"alike": lost_in_company, "tells": lost_in_texts}


def learn(hand: int, args: argparse.Namespace, told: Mapping[str, Any]) -> None:
    """One of several processes that learn the same from different lessons, and agree after each step."""
    torch.set_num_threads(max(1, (os.cpu_count() or 1) // args.hands))
    if args.hands > 1:
        hands.init_process_group("gloo", init_method=f"file://{args.meet}", rank=hand, world_size=args.hands)
    torch.manual_seed(1)
    pupil, dice, lessons = Pupil(told), random.Random(1), Lessons()
    own = [each for each in pupil.parameters() if each.requires_grad]
    heads = {id(each) for head in (pupil.alike, pupil.kinds, pupil.tells) for each in head.parameters()}
    groups = [
        {"params": [each for each in own if id(each) not in heads]},
        {"params": [each for each in own if id(each) in heads]},
    ]
    paces = [args.pace, args.pace * PACE_OF_HEADS / PACE]
    choice = torch.optim.AdamW(
        [{**group, "lr": pace} for group, pace in zip(groups, paces, strict=True)], weight_decay=CALM
    )
    steps = args.epochs * (len(lessons.day(random.Random(1))) // args.hands + 40)
    course = torch.optim.lr_scheduler.OneCycleLR(choice, paces, total_steps=steps, pct_start=0.1)
    for epoch in range(args.epochs):
        pupil.train()
        began, todo = time.time(), lessons.day(dice)
        if args.only:
            todo = [each for each in todo if each[0] == args.only]
        lost: dict[str, list[float]] = {}
        for step, some in enumerate(_handed(todo, args.hands)):
            task, batch = some[hand]
            torch.manual_seed(1000 * epoch + 7 * step + hand)
            loss = LOST[task](pupil, batch)
            choice.zero_grad(set_to_none=False)
            loss.backward()
            if args.hands > 1:
                whole = torch.cat([each.grad.flatten() for each in own if each.grad is not None])
                hands.all_reduce(whole)
                start = 0
                for each in own:
                    if each.grad is not None:
                        each.grad.copy_(whole[start : start + each.numel()].view_as(each) / args.hands)
                        start += each.numel()
            nn.utils.clip_grad_norm_(own, 1.0)
            choice.step()
            course.step()
            lost.setdefault(task, []).append(loss.item())
            if hand == 0 and step % 50 == 49:
                told_ = ", ".join(f"{task} {np.mean(some[-50:]):.3f}" for task, some in lost.items())
                print(f"epoch {epoch + 1}, step {step + 1}, {time.time() - began:.0f} s: {told_}", flush=True)
        if hand == 0:
            size = write(pupil, args.out)
            print(f"epoch {epoch + 1}: {judged(args.out)}; {size} bytes", flush=True)


def _handed(todo: Sequence[tuple[str, Any]], count: int) -> Iterator[list[tuple[str, Any]]]:
    """One lesson for each hand, of one task, so that nobody waits long for another."""
    waiting: dict[str, list[tuple[str, Any]]] = {}
    for each in todo:
        waiting.setdefault(each[0], []).append(each)
        if len(waiting[each[0]]) == count:
            yield waiting.pop(each[0])


# How well it does.


def judged(path: Path) -> str:
    """How the reader that was written judges people from whom nothing is learnt."""
    made = reader.Reader(path)
    known = [person for each in [SETS / "weeks-dev.jsonl"] for person in people.read(each)]
    some = [company for person in known for company in companies(person, None, 12)]
    right = wrong = there = 0
    for company in some:
        odds = reader.in_company(made.scores(company.frames))
        there += 2 in company.verdicts
        best = int(odds[:, 2].argmax())
        if odds[best, 2] >= 0.5:
            right += company.verdicts[best] == 2
            wrong += company.verdicts[best] != 2
    hit = missed = empty = marked = 0
    for person in known:
        for message in person.messages:
            words = [each for each in made.tells(message.text, message.before) if each.tells >= 0.5]
            for start, end, _ in message.tells:
                found = any(each.start < end and start < each.end for each in words)
                hit, missed = hit + found, missed + (not found)
            if not message.tells:
                empty, marked = empty + 1, marked + bool(words)
    return (
        f"changes seen {right} of {there}, {wrong} wrongly; stretches found {hit} of {hit + missed}, "
        f"{marked} of {empty} empty messages marked"
    )


@torch.no_grad()
def write(pupil: Pupil, path: Path) -> int:
    """The layers in eight bits, a scale for each row; the words in four."""
    words, scales = pupil.packed
    found: dict[str, Any] = {"identity": np.array(teach.identity(taught())), "heads": np.array(HEADS)}
    found |= {WORDS: words, SCALES: scales}
    for name, tensor in pupil.parts():
        found |= rounded(name, tensor.numpy())
    np.savez_compressed(path, **found)
    return path.stat().st_size


def taught() -> list[Path]:
    """The files that it is to be made anew for when they change."""
    return [*people.for_the_reader(), *teach_alike.families(), *teach_alike.LIVES]


def rounded(name: str, each: NDArray[np.float32]) -> dict[str, NDArray[Any]]:
    """How a tensor is written: a table in eight bits with a scale for each row."""
    if each.ndim < 2:
        return {name: each}
    scale = np.maximum(np.abs(each).max(1) / 127, 1e-12).astype(np.float32)
    return {name: np.rint(each / scale[:, None]).astype(np.int8), f"{name}:scale": scale}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="model.safetensors of all-MiniLM-L6-v2, or a reader")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--pace", type=float, default=PACE)
    parser.add_argument("--only", choices=LOST, help="one task alone")
    parser.add_argument("--hands", type=int, default=os.cpu_count() or 1, help="processes that learn together")
    parser.add_argument("--out", type=Path, default=reader.SHIPPED)
    args = parser.parse_args()
    told = read_safetensors(args.model) if args.model.suffix == ".safetensors" else reader.weights(args.model)
    with tempfile.TemporaryDirectory() as folder:
        args.meet = Path(folder) / "meet"
        torch.multiprocessing.spawn(learn, (args, told), nprocs=args.hands)


if __name__ == "__main__":
    main()
