"""Make the reader of `llm/reader.py` from MiniLM and the families of statements in `training/alike/`.

    python -m scripts.teach_reader MODEL [--epochs N] [--share S] [--pace P] [--out FILE]

MODEL is `model.safetensors` of all-MiniLM-L6-v2 (Apache-2.0), or a reader that is to go on learning. Needs PyTorch (the
extra `teach`); what it makes does not. It learns what a later statement is to an earlier one. The words stay as they
are, in the four bits they are shipped in. Says after each epoch how the open dialogues are judged, which nothing is
learnt from. An epoch takes two threads half an hour.
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
from reverie.llm import reader
from reverie.llm.alike import VERDICTS
from reverie.llm.minilm import read_safetensors
from reverie.llm.reader import SCALES, TOKENS, WORDS, Frame, packed, unpacked
from scripts import teach, teach_alike

LAYERS, HEADS, INNER = 6, 12, 192
BATCH = 64
APART = 0.25  # of the pairs that are apart, learnt from; there are many
PACE, PACE_OF_HEADS = 1e-4, 1e-3
CALM, DROPPED, SURE = 0.01, 0.1, 0.98

Lesson = tuple[Frame, Tensor]  # what is read, and the probability of each class


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
        self.head = nn.Sequential(
            nn.Linear(2 * dims, INNER), nn.GELU(), nn.Dropout(DROPPED), nn.Linear(INNER, len(VERDICTS))
        )
        self.drop = nn.Dropout(DROPPED)
        self.take(told)

    def forward(self, frames: Sequence[Frame]) -> Tensor:
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
        mine = seen.unsqueeze(2).float()
        means = (state.float() * mine).sum(1) / mine.sum(1)
        return self.head(torch.cat([means, state[:, 0].float()], 1))

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
            for at, module in enumerate((self.head[0], self.head[-1])):
                yield f"alike.{at}.{kind}", getattr(module, kind)

    @torch.no_grad()
    def take(self, told: Mapping[str, NDArray[np.float32]]) -> None:
        """Begin with the weights of another."""
        for name, each in self.parts():
            if name in told:
                each.copy_(torch.tensor(np.array(told[name][: len(each)])))


def taught() -> list[Path]:
    """The files that it is to be made anew for when they change."""
    return [*teach_alike.families(), *teach_alike.LIVES]


def sure(label: int, classes: int, share: float = SURE) -> Tensor:
    """What is learnt of a label: it is nearly certain."""
    return nn.functional.one_hot(torch.tensor([label]), classes) * share + (1 - share) / classes


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
        yield reader.of_pair(old, new), sure(verdict, len(VERDICTS))


def of_dialogues() -> Iterator[Lesson]:
    for line in (SETS / "changes-open.jsonl").read_text("utf-8").splitlines():
        said = json.loads(line)["said"]
        for n, (label, new) in enumerate(said):
            for other, old in said[:n]:
                verdict = 0 if other[0] != label[0] else 1 if other == label else 2
                yield reader.of_pair(old, new), sure(verdict, len(VERDICTS))


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

    def __init__(self, pupil: Pupil, steps: int, pace: float, dice: random.Random) -> None:
        self.pupil, self._dice = pupil, dice
        own = [each for name, each in pupil.named_parameters() if not name.startswith("head.") and each.requires_grad]
        paces = [pace, PACE_OF_HEADS * pace / PACE]
        groups = [{"params": own, "lr": paces[0]}, {"params": pupil.head.parameters(), "lr": paces[1]}]
        self._choice = torch.optim.AdamW(groups, weight_decay=CALM)
        self._course = torch.optim.lr_scheduler.OneCycleLR(self._choice, paces, total_steps=steps, pct_start=0.1)

    def day(self, lessons: Sequence[Lesson]) -> None:
        self.pupil.train()
        today = batches(lessons, BATCH, self._dice)
        for batch in self._dice.sample(today, len(today)):
            with torch.autocast("cpu", torch.bfloat16):
                scores = self.pupil([frame for frame, _ in batch])
            wanted = torch.cat([odds for _, odds in batch])
            loss = -(wanted * torch.log_softmax(scores.float(), 1)).sum(1).mean()
            self._choice.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.pupil.parameters(), 1.0)
            self._choice.step()
            self._course.step()


def judged(lessons: Sequence[Lesson], path: Path) -> str:
    """How the reader that was written does: the area under the precision curve."""
    odds = reader.one_holds(reader.Reader(path).scores([frame for frame, _ in lessons]))
    truth = torch.cat([wanted for _, wanted in lessons]).argmax(1).numpy()
    return ", ".join(f"{name} {_area(odds[:, n], truth == n):.3f}" for n, name in enumerate(VERDICTS) if n)


def _area(odds: NDArray[np.float64], wanted: NDArray[np.bool_]) -> float:
    hits = wanted[np.argsort(-odds)]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1) * hits).sum() / hits.sum())


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
    parser.add_argument("--share", type=float, default=1.0, help="of the lessons that are taken")
    parser.add_argument("--pace", type=float, default=PACE)
    parser.add_argument("--out", type=Path, default=reader.SHIPPED)
    args = parser.parse_args()
    torch.manual_seed(1)
    pupil = Pupil(read_safetensors(args.model) if args.model.suffix == ".safetensors" else reader.weights(args.model))
    dice = random.Random(1)
    lessons = list(of_statements())
    lessons = dice.sample(lessons, int(args.share * len(lessons)))
    tested = list(of_dialogues())
    school = School(pupil, args.epochs * (len(lessons) // BATCH + 2), args.pace, dice)
    for epoch in range(args.epochs):
        school.day(lessons)
        size = write(pupil, args.out)
        print(f"epoch {epoch + 1}: {judged(tested, args.out)}; {size} bytes", flush=True)


if __name__ == "__main__":
    main()
