"""The router by a model: where a statement belongs. Rules route when it fails, and wherever it says too much."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from reverie.domain import route as routes
from reverie.domain.mention import Link, Mention
from reverie.domain.route import Route
from reverie.domain.text import fold
from reverie.errors import ModelError
from reverie.llm.models import Model, asked
from reverie.llm.prompts import fence, load

Router = Callable[[str, bool], Route]  # a statement, and whether it is pinned


def by_rules(told: str, pin: bool) -> Route:
    return routes.route(told, pin=pin)


def by_model(model: Model) -> Router:
    """Asks a model; its answer is held against the statement."""

    def route(told: str, pin: bool) -> Route:
        ruled = by_rules(told, pin)
        try:
            answer = asked(model, load("route"), fence(ruled.text, "statement"))
        except ModelError as wrong:
            return replace(ruled, fallback=str(wrong))
        return _checked(ruled, answer, pin)

    return route


def _checked(ruled: Route, answer: Mapping[str, Any], pin: bool) -> Route:
    """The answer as far as the statement bears it out; what was said stays as it was said."""
    text = f" {fold(ruled.text)} "

    def said(words: str) -> bool:
        return f" {fold(words)} " in text and bool(fold(words))

    names = {
        name["name"]: name["type"].strip().lower() or "concept" for name in answer["entities"] if said(name["name"])
    }
    links = tuple(
        Link(source=link["source"], relation=verb, target=link["target"])
        for link in answer["relations"]
        if link["source"] in names and link["target"] in names and (verb := _verb(link["relation"]))
    )
    tags = tuple(dict.fromkeys(tag.lower() for tag in answer["tags"] if said(tag)))
    return replace(
        ruled,
        kind=answer["kind"],
        store="pinned" if pin and answer["store"] == "episodic" else answer["store"],
        core=answer["core"] or None,
        topic=answer["topic"].strip() if said(answer["topic"]) else ruled.topic,
        tags=tags or ruled.tags,
        entities=tuple(Mention(name=name, type=kind) for name, kind in names.items()),
        relations=links,
    )


def _verb(relation: str) -> str:
    return re.sub(r"[\W_]+", "_", relation.lower()).strip("_")[:40]
