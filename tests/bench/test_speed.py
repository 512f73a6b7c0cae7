"""The speed benchmark measures the same made-up turns every time, and survives what it asks."""

from __future__ import annotations

from pathlib import Path

from reverie.bench import report, speed, synthetic


def test_the_made_up_turns_are_the_same_every_time_in_sessions_and_unevenly_worded():
    first, again = (list(synthetic.transcripts(250)) for _ in range(2))

    assert first == again
    assert [len(t.entries) for t in first] == [100, 100, 50]
    words = [word for t in first for e in t.entries for word in e.text.split()]
    assert words.count(synthetic.vocabulary()[0]) > 20 * words.count(synthetic.vocabulary()[4000])


def test_questions_of_every_kind_are_asked_and_the_long_ones_are_long():
    kinds = {kind.name: kind.texts for kind in synthetic.kinds(20)}

    assert len(kinds["typical"]) == 20
    assert all(len(text) > 9_000 for text in kinds["10,000 characters"])
    assert any(text.count('"') == 2_000 for text in kinds["hostile"])


def test_a_small_store_is_built_asked_and_reported(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(speed, "ROUNDS", 1)
    monkeypatch.setattr(speed, "QUESTIONS", 10)
    built = speed.build(tmp_path, 200)
    asked = speed.ask(tmp_path, 200)

    assert asked["passages"] == 200
    assert set(asked["questions"]) == {"typical", "common words only", "10,000 characters", "hostile"}
    assert built["disk_mb"] > 0
    sizes = {"200": {"build": built, "ask": asked, "cold": speed._cold(tmp_path)}}
    result = {**report.heading("speed"), "sizes": sizes}
    assert "recall, fast" in report.speed(result)
    assert report.write(result, tmp_path / "out") == ["speed.json"]
