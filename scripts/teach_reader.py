"""Make the reader of `llm/reader.py` from MiniLM and the families of statements in `training/alike/`.

    python -m scripts.teach_reader MODEL

MODEL is the unpacked folder of all-MiniLM-L6-v2 (Apache-2.0). Needs PyTorch (the extra `teach`); what it makes does
not. Its first three layers learn what a later statement is to an earlier one, and in turn, for practice, what the
sentences of the messages in `training/worth/` are worth. Nobody asks it that afterwards: it is too slow for it (ADR
40). The words stay as they are, in the four bits they are shipped in. Says after each epoch how the open dialogues are
judged, which nothing is learnt from. Two threads need an hour.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from reverie.bench.phrases import SETS
from reverie.llm import alike, reader
from reverie.llm.alike import VERDICTS
from reverie.llm.minilm import read_safetensors
from reverie.llm.reader import HEAD, SCALES, TOKENS, WORDS, Frame, Span, packed, unpacked
from reverie.llm.static import StaticTable
from reverie.llm.worth import LABELS
from scripts import teach, teach_alike

CLASSES = {"worth": LABELS, "alike": VERDICTS}
LAYERS, HEADS, INNER = 3, 12, 192
EPOCHS = 3
BATCH = {"worth": 32, "alike": 64}
APART = 0.4  # of the pairs that are apart, learnt from; there are many
PACE, PACE_OF_HEADS = 1e-4, 1e-3
CALM, DROPPED, SURE = 0.01, 0.1, 0.98
SENTENCE, HEARD = 80, 48  # tokens of a sentence, and of what was said before

Lesson = tuple[
    Frame, Tensor
]  # what is read, and for each of its spans the probability of each class; below nought: unknown


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
        told = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=seen[:, None, None, :])
        state = self.after(state + self.drop(self.out(told.transpose(1, 2).reshape(state.shape))))
        return self.last(state + self.drop(self.narrow(nn.functional.gelu(self.widen(state)))))


_NAMES = {
    "out": "attention.output.dense", "after": "attention.output.LayerNorm", "widen": "intermediate.dense",
    "narrow": "output.dense", "last": "output.LayerNorm",
}  # fmt: skip


def _head(dims: int, inner: int, classes: int) -> nn.Module:
    return nn.Sequential(nn.Linear(2 * dims, inner), nn.GELU(), nn.Dropout(DROPPED), nn.Linear(inner, classes))


class Pupil(nn.Module):
    """The reader while it learns."""

    def __init__(self, told: Mapping[str, NDArray[np.float32]]) -> None:
        super().__init__()
        self.packed = packed(told["embeddings.word_embeddings.weight"])
        table = unpacked(*self.packed)
        dims, wide = table.shape[1], len(told["encoder.layer.0.intermediate.dense.weight"])
        self.words = nn.Embedding.from_pretrained(torch.tensor(table), freeze=True)
        self.places, self.sides = nn.Parameter(torch.empty(TOKENS, dims)), nn.Parameter(torch.empty(2, dims))
        self.norm = nn.LayerNorm(dims, 1e-12)
        self.layers = nn.ModuleList(Layer(dims, wide, HEADS) for _ in range(LAYERS))
        self.heads = nn.ModuleDict({task: _head(dims, INNER, len(classes)) for task, classes in CLASSES.items()})
        self.drop = nn.Dropout(DROPPED)
        self.take(told)

    def forward(self, task: str, frames: Sequence[Frame]) -> Tensor:
        longest = max(len(frame.ids) for frame in frames)
        ids = torch.zeros(len(frames), longest, dtype=torch.long)
        seen = torch.zeros(len(frames), longest, dtype=torch.bool)
        side = torch.zeros_like(ids)
        for n, frame in enumerate(frames):
            ids[n, : len(frame.ids)], seen[n, : len(frame.ids)] = torch.tensor(frame.ids), True
            side[n, frame.second :] = 1
        state = self.drop(self.norm(self.words(ids) + self.places[:longest] + self.sides[side]))
        for layer in self.layers:
            state = layer(state, seen)
        flat = state.reshape(-1, state.shape[2])
        spans = [(n * longest, span) for n, frame in enumerate(frames) for span in frame.spans]
        tokens = torch.tensor([at + k for at, (a, b, _) in spans for k in range(a, b)])
        lengths = torch.tensor([b - a for _, (a, b, _) in spans])
        of = torch.repeat_interleave(torch.arange(len(spans)), lengths)
        sums = torch.zeros(len(spans), flat.shape[1]).index_add_(0, of, flat[tokens].float())
        marks = flat[torch.tensor([at + mark for at, (_, _, mark) in spans])]
        return self.heads[task](torch.cat([sums / lengths[:, None], marks.float()], 1))

    def parts(self) -> Iterator[tuple[str, nn.Parameter | Tensor]]:
        """What is learnt, by the names it has in a BERT; what is told of three at once is still one tensor."""
        yield "embeddings.position_embeddings.weight", self.places
        yield "embeddings.token_type_embeddings.weight", self.sides
        for kind in ("weight", "bias"):
            yield f"embeddings.LayerNorm.{kind}", getattr(self.norm, kind)
            for number, layer in enumerate(self.layers):
                for part, each in zip(("query", "key", "value"), getattr(layer.qkv, kind).data.chunk(3), strict=True):
                    yield f"encoder.layer.{number}.attention.self.{part}.{kind}", each
                for module, name in _NAMES.items():
                    yield f"encoder.layer.{number}.{name}.{kind}", getattr(getattr(layer, module), kind)
            for task, head in self.heads.items():
                yield from (
                    (f"{task}.{at}.{kind}", getattr(module, kind)) for at, module in enumerate((head[0], head[-1]))
                )

    @torch.no_grad()
    def take(self, told: Mapping[str, NDArray[np.float32]]) -> None:
        """Begin with the weights of another; the heads stay as they are."""
        for name, each in self.parts():
            if name in told:
                each.copy_(torch.tensor(np.array(told[name][: len(each)])))


def taught() -> list[Path]:
    """The files that it is to be made anew for when they change."""
    return [*teach_alike.families(), *teach_alike.lives()]


def _sure(labels: Sequence[int], classes: int) -> Tensor:
    return nn.functional.one_hot(torch.tensor(labels), classes) * SURE + (1 - SURE) / classes


def of_messages(path: Path) -> Iterator[Lesson]:
    """A message after the end of what was said before it, in as many goes as it needs, each after the one before."""
    words = StaticTable.instant().wordpiece
    for message in teach.messages(path):
        opening = [words.first, *words.ids(message["role"])]
        heard = words.ids(message.get("before", "")[-6 * HEARD :])[-HEARD:]
        frame, labels = Frame([*opening, *heard, words.last], [], TOKENS), list[int]()
        for sentence, label in message["said"]:
            ids = [*words.ids(sentence)[:SENTENCE], words.last]
            if frame.spans and len(frame.ids) + len(ids) > TOKENS:
                yield frame, _sure(labels, len(LABELS))
                frame, labels = Frame([*opening, *frame.ids[-HEARD:]], [], TOKENS), []
            frame.spans.append(Span(len(frame.ids), len(frame.ids) + len(ids), len(frame.ids) + len(ids) - 1))
            frame.ids.extend(ids)
            labels.append(LABELS.index(label))
        if labels:
            yield frame, _sure(labels, len(LABELS))


def of_statements() -> Iterator[Lesson]:
    dice = random.Random(1)
    told = {
        (old, look.new): verdict
        for looks in teach_alike.sources().values()
        for look in looks
        for old, verdict in zip(look.olds, look.verdicts, strict=True)
        if verdict or dice.random() < APART
    }
    for (old, new), verdict in told.items():
        yield reader.of_pair(old, new), _sure([verdict], len(VERDICTS))


def of_dialogues() -> Iterator[Lesson]:
    for line in (SETS / "changes-open.jsonl").read_text("utf-8").splitlines():
        said = json.loads(line)["said"]
        for n, (label, new) in enumerate(said):
            for other, old in said[:n]:
                yield (
                    reader.of_pair(old, new),
                    _sure([0 if other[0] != label[0] else 1 if other == label else 2], len(VERDICTS)),
                )


def batches(lessons: Sequence[Lesson], size: int, dice: random.Random) -> list[list[Lesson]]:
    """Lessons of like length together, in any order."""
    some = dice.sample(lessons, len(lessons))
    found = []
    for start in range(0, len(some), 40 * size):
        near = sorted(some[start : start + 40 * size], key=lambda lesson: len(lesson[0].ids))
        found += [near[n : n + size] for n in range(0, len(near), size)]
    return found


class School:
    """A pupil, and how fast it learns."""

    def __init__(self, pupil: Pupil, steps: int, dice: random.Random) -> None:
        self.pupil, self._dice = pupil, dice
        own = [each for name, each in pupil.named_parameters() if not name.startswith("heads.") and each.requires_grad]
        paces = [PACE, PACE_OF_HEADS]
        groups = [{"params": own, "lr": paces[0]}, {"params": pupil.heads.parameters(), "lr": paces[1]}]
        self._choice = torch.optim.AdamW(groups, weight_decay=CALM)
        self._course = torch.optim.lr_scheduler.OneCycleLR(self._choice, paces, total_steps=steps, pct_start=0.1)

    def day(self, lessons: Mapping[str, Sequence[Lesson]]) -> None:
        self.pupil.train()
        today = [(task, batch) for task, some in lessons.items() for batch in batches(some, BATCH[task], self._dice)]
        for task, batch in self._dice.sample(today, len(today)):
            with torch.autocast("cpu", torch.bfloat16):
                scores = self.pupil(task, [frame for frame, _ in batch])
            wanted = torch.cat([odds for _, odds in batch])
            loss = -(wanted * torch.log_softmax(scores.float(), 1)).sum(1).mean()
            self._choice.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.pupil.parameters(), 1.0)
            self._choice.step()
            self._course.step()


def steps(lessons: Mapping[str, Sequence[Lesson]]) -> int:
    return sum(len(some) // BATCH[task] + 2 for task, some in lessons.items())


def judged(lessons: Sequence[Lesson]) -> str:
    """How the reader that was written does: the area under the precision curve."""
    odds = alike.probable(reader.Reader(alike.READER).scores([frame for frame, _ in lessons]))
    truth = torch.cat([wanted for _, wanted in lessons]).argmax(1).numpy()
    return ", ".join(f"{name} {_area(odds[:, n], truth == n):.3f}" for n, name in enumerate(VERDICTS) if n)


def _area(odds: NDArray[np.float64], wanted: NDArray[np.bool_]) -> float:
    hits = wanted[np.argsort(-odds)]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1) * hits).sum() / hits.sum())


@torch.no_grad()
def write(pupil: Pupil) -> int:
    """The layers in eight bits, a scale for each row; the words in four; of the heads, the one that is asked."""
    words, scales = pupil.packed
    found: dict[str, Any] = {"identity": np.array(teach.identity(taught())), "heads": np.array(HEADS)}
    found |= {WORDS: words, SCALES: scales}
    for name, tensor in pupil.parts():
        each = tensor.numpy()
        if each.ndim == 2 and name.startswith("encoder"):
            scale = np.maximum(np.abs(each).max(1) / 127, 1e-12).astype(np.float32)
            found |= {name: np.rint(each / scale[:, None]).astype(np.int8), f"{name}:scale": scale}
        elif not name.startswith("worth."):
            found[name.replace("alike.", f"{HEAD}.")] = each.astype(np.float16 if each.ndim == 2 else np.float32)
    np.savez_compressed(alike.READER, **found)
    return alike.READER.stat().st_size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="the unpacked folder of all-MiniLM-L6-v2")
    torch.manual_seed(1)
    pupil = Pupil(read_safetensors(parser.parse_args().model / "model.safetensors"))
    messages = [lesson for path in teach.taught() if path not in teach.stories() for lesson in of_messages(path)]
    lessons = {"worth": messages, "alike": list(of_statements())}
    tested = list(of_dialogues())
    school = School(pupil, EPOCHS * steps(lessons), random.Random(1))
    for epoch in range(EPOCHS):
        school.day(lessons)
        size = write(pupil)
        print(f"epoch {epoch + 1}: {judged(tested)}; {size} bytes", flush=True)


if __name__ == "__main__":
    main()
