"""Make the skim of `llm/skim.py` from the labelled messages that the table of `llm/worth.py` is made of.

    python -m scripts.teach_skim [--epochs N] [--out FILE]

Needs PyTorch (the extra `teach`); what it makes does not. The words are the reader's, as they are shipped. An epoch
takes two threads a minute.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from reverie.llm import reader, skim
from reverie.llm.reader import SCALES, WORDS, Frame, unpacked
from reverie.llm.worth import LABELS
from scripts import teach
from scripts.teach_reader import rounded

WIDE, INNER = 256, 192
BATCH = 128
PACE, CALM, DROPPED, BLURRED, SURE = 1e-3, 0.01, 0.3, 0.1, 0.97


Lesson = tuple[Frame, Tensor]  # a sentence, and the probability of each label


class Pupil(nn.Module):
    """The skim while it learns."""

    def __init__(self, words: Path) -> None:
        super().__init__()
        with np.load(words, allow_pickle=False) as file:
            table = unpacked(file[WORDS], file[SCALES])
        dims = table.shape[1]
        self.words = nn.Embedding.from_pretrained(torch.tensor(table) * float(skim.LOUD), freeze=True)
        self.sides = nn.Embedding.from_pretrained(torch.zeros(2, dims), freeze=False)
        self.near, self.far = nn.Conv1d(dims, WIDE, 3, padding=1), nn.Conv1d(WIDE, WIDE, 3, padding=1)
        self.head, self.last = nn.Linear(3 * WIDE, INNER), nn.Linear(INNER, len(LABELS))
        self.drop, self.blur = nn.Dropout(DROPPED), nn.Dropout(BLURRED)

    def forward(self, frames: list[Frame]) -> Tensor:
        longest = max(len(frame.ids) for frame in frames)
        ids = torch.tensor([frame.ids + [0] * (longest - len(frame.ids)) for frame in frames])
        at = torch.arange(longest)
        seen = at < torch.tensor([len(frame.ids) for frame in frames])[:, None]
        mine = seen & (at >= torch.tensor([frame.second for frame in frames])[:, None])
        state = self.blur((self.words(ids) + self.sides(mine.long())) * seen[..., None])
        state = nn.functional.gelu(self.near(state.transpose(1, 2))) * seen[:, None]
        state = state + nn.functional.gelu(self.far(self.drop(state)))
        most = state.masked_fill(~mine[:, None], -1e4).amax(2)
        told = torch.cat([most, _mean(state, mine), _mean(state, seen & ~mine)], 1)
        return self.last(self.drop(nn.functional.gelu(self.head(self.drop(told)))))


def _mean(state: Tensor, of: Tensor) -> Tensor:
    return (state * of[:, None]).sum(2) / of.sum(1, keepdim=True)


def lessons(path: Path) -> Iterator[Lesson]:
    """Each sentence of the messages of a file, after the one before it or the end of what was said before."""
    for message in teach.messages(path):
        before = message.get("before", "")
        for sentence, label in message["said"]:
            if label:
                yield skim.of_sentence(sentence, message["role"], before), _sure(LABELS.index(label))
            before = sentence


def _sure(label: int) -> Tensor:
    """What is learnt of a label: it is nearly certain."""
    return nn.functional.one_hot(torch.tensor([label]), len(LABELS)) * SURE + (1 - SURE) / len(LABELS)


def batches(some: Sequence[Lesson], dice: random.Random) -> list[list[Lesson]]:
    """Lessons of like length together, in any order."""
    order = sorted(some, key=lambda lesson: len(lesson[0].ids) + 8 * dice.random())
    found = [list(order[at : at + BATCH]) for at in range(0, len(order), BATCH)]
    return dice.sample(found, len(found))


def learn(pupil: Pupil, some: list[Lesson], epochs: int) -> None:
    dice = random.Random(1)
    own = [each for each in pupil.parameters() if each.requires_grad]
    choice = torch.optim.AdamW(own, lr=PACE, weight_decay=CALM)
    steps = epochs * (len(some) // BATCH + 2)
    course = torch.optim.lr_scheduler.OneCycleLR(choice, PACE, total_steps=steps, pct_start=0.1)
    for epoch in range(epochs):
        total = 0.0
        for batch in batches(some, dice):
            scores = pupil([frame for frame, _ in batch])
            wanted = torch.cat([odds for _, odds in batch])
            loss = -(wanted * torch.log_softmax(scores.float(), 1)).sum(1).mean()
            choice.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(own, 1.0)
            choice.step()
            course.step()
            total += loss.item() * len(batch)
        print(f"epoch {epoch + 1}: {total / len(some):.4f}", flush=True)


@torch.no_grad()
def write(pupil: Pupil, path: Path) -> None:
    found: dict[str, Any] = {"identity": np.array(teach.identity(teach.taught()))}
    for name, tensor in pupil.named_parameters():
        if tensor.requires_grad:
            each = tensor.numpy()
            found |= rounded(name, each.transpose(0, 2, 1).reshape(len(each), -1) if each.ndim == 3 else each)
    np.savez_compressed(path, **found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--out", type=Path, default=skim.SHIPPED)
    args = parser.parse_args()
    torch.manual_seed(1)
    pupil = Pupil(reader.SHIPPED)
    learn(pupil, [lesson for path in teach.taught() for lesson in lessons(path)], args.epochs)
    write(pupil, args.out)


if __name__ == "__main__":
    main()
