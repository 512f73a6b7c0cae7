"""Pick-up: which sessions are due, and each of them once, whoever else is at it. Appends through observe."""

from __future__ import annotations

import re
import sqlite3
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from reverie.domain import clock, project, safety, trigger as triggers
from reverie.domain.audit import one_line
from reverie.domain.due import DigestSettings, ObserveSettings
from reverie.domain.fragment import Fragment
from reverie.domain.ignore import Ignored
from reverie.domain.off_record import meant, withheld
from reverie.domain.ours import without_ours
from reverie.domain.redact import redact
from reverie.domain.transcript import Entry, Transcript
from reverie.domain.unsaid import Unsaid, repeats, without_echoes
from reverie.errors import ReverieError, VaultBusy, VaultMissing
from reverie.llm.models import Tally
from reverie.loop.digest import Read, Summarise, digest, untold as untold_digest
from reverie.loop.earlier import began as when_begun, with_earlier, without_copied
from reverie.loop.extract import Extractor
from reverie.loop.observe import Hear, observe, observe_ran, unburied
from reverie.store.base import Vault
from reverie.store.disk import no_room
from reverie.store.jobs import UNCHANGED, Jobs
from reverie.store.projects import project_of
from reverie.store.replay import moment
from reverie.transcripts.base import Place, Reader, Session
from reverie.transcripts.printed import printed
from reverie.transcripts.readers import Looked
from reverie.transcripts.where import folder_of


@dataclass(frozen=True, slots=True)
class Due:
    """A session to be read, and by whom."""

    session: Session
    reader: Reader
    read: int = 0  # bytes of it that were read before

    @property
    def new(self) -> int:
        """Bytes that are to be read."""
        return max(0, self.session.size - self.read)

    @property
    def printed(self) -> float | None:
        """Which share of them tools printed, about; None when that cannot be told without reading."""
        return printed(self.session.path, self.read)


@dataclass(slots=True)
class Run:
    """What a run of observe did."""

    id: str | None = None  # by which it can be undone
    sessions: int = 0
    memories: int = 0  # files of hosts' own memory
    entries: int = 0
    fragments: list[Fragment] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)  # lines and drafts that were not taken, and why
    left: Counter[str] = field(default_factory=Counter)  # sessions that were not read, and why
    guessed: Counter[str] = field(default_factory=Counter)  # sessions that do not say when they were: taken from what
    digests: int = 0
    heard: Counter[str] = field(default_factory=Counter)  # what else was asked of memory, and what came of it
    fallbacks: Counter[str] = field(default_factory=Counter)  # why a model did not do a batch
    tally: Tally | None = None  # what models cost
    failed: dict[str, str] = field(default_factory=dict)  # by source, file or folder: why
    looked: list[Looked] = field(default_factory=list)  # where hosts keep their sessions
    late: Counter[str] = field(default_factory=Counter)  # entries that there was no time for, by source


_HANDLE = re.compile(r"\bm:[a-z2-7]{8,12}\b")
_IGNORED = "ignored by .reverieignore"
_SAID = 300  # characters of what went wrong
_OFF = "where memory is off (`reverie on`)"
_OUT = "asked not to remember what was read before; it is out of archive and digest"
_LOST = "taken over by another process, as this one was silent for too long"
Keep = Callable[[Transcript], int]  # archives the turns of a session
Drop = Callable[[str, str, Collection[str]], int]  # takes turns of a session out of the archive; how many were there
Unsay = Callable[[Entry, str, str, datetime], str]  # asks for what came of an entry to be forgotten; what came of that


def due(
    found: Iterable[Due], jobs: Jobs, settings: ObserveSettings, ignored: Ignored, now: datetime, run: Run,
    *, everything: bool = False,
) -> list[Due]:  # fmt: skip
    """The sessions that are due, the latest of them when there are many; why others are not is counted in the run."""
    kept = []
    for one in found:
        session = one.session
        known = jobs.known(jobs.name(session.source, str(session.path)))
        if known == (session.size, moment(session.changed)):
            run.left[UNCHANGED] += 1
        elif ignored.keeps(session.path.as_posix()) or ignored.names(session.folder, session.source):
            run.left[_IGNORED] += 1
        elif not everything and not session.lasting and (why := settings.why_not(now - session.changed)):
            run.left[f"{why} (--all reads those too)"] += 1
        else:
            kept.append(replace(one, read=known[0] if known and known[0] < session.size else 0))
    kept.sort(key=lambda each: (each.session.changed, each.session.source), reverse=True)
    if not everything and len(kept) > settings.most:
        run.left[f"beyond the {settings.most} of one run; run it again to go on"] += len(kept) - settings.most
        kept = kept[: settings.most]
    return kept[::-1]  # as they happened: what a later one asks to forget was said in an earlier one


def kept_apart(
    folder: str | None, space: str | None, ignored: Ignored, off: Callable[[str], bool], home: Path
) -> tuple[str | None, str]:
    """Why a session of a folder must not be read, None when it may; and whose memory it is."""
    theirs = project.space(project_of(folder, home)) if folder else ""
    space = theirs if space is None else space
    if ignored.names(folder) or ignored.owns(theirs):
        return _IGNORED, space
    return (_OFF if off(space) else None), space


def foreseen(
    found: Sequence[Due], run: Run, space: str | None, ignored: Ignored, off: Callable[[str], bool], home: Path,
    rests: Callable[[Session], str | None],
) -> tuple[list[Due], Run]:  # fmt: skip
    """What a run would really read, and the run with the others counted: for a plan, as nothing is read for it.

    `rests` says why nobody may claim a session now.
    """
    plan, kept = replace(run, left=run.left.copy()), []
    for one in found:
        why = kept_apart(folder_of(one.session), space, ignored, off, home)[0] or rests(one.session)
        if why:
            plan.left[why] += 1
        else:
            kept.append(one)
    return kept, plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """What taking up a session needs."""

    vault: Vault
    jobs: Jobs
    extractor: Extractor
    keep: Keep
    home: Path
    clock: Callable[[], datetime]
    new_id: Callable[[], str]
    owner: str  # a token that no other process has
    ignored: Ignored = field(default_factory=Ignored)
    ours: Ignored = field(default_factory=Ignored)  # where memory itself is kept
    off: Callable[[str], bool] = lambda _: False  # whether a person has turned a space off
    hear: Hear | None = None
    unsay: Unsay | None = None
    drop: Drop = lambda *_: 0
    spoken: Callable[[str, Sequence[str]], None] = lambda *_: None  # hears what an agent named by its handle
    known: Callable[[str, str], bool] = lambda *_: False  # whether a space, or what it can see, says a thing already
    digests: DigestSettings = field(default_factory=DigestSettings)
    summarise: Summarise | None = None
    over: Callable[[], bool] = lambda: False  # whether there is no time left for another batch


class Step(NamedTuple):
    """How far a run has come: so many bytes more, of this session."""

    session: Session
    size: int


def take_up(
    some: Sequence[Due], hands: Hands, run: Run, *, again: bool = False, space: str | None = None
) -> Iterator[Step]:
    """Read each of these, if nobody else does; what fails is counted, and tried again another time.

    The steps of a session add up to its size, whatever becomes of it. What was done up to a step stays done.
    """
    jobs, owner = hands.jobs, hands.owner
    parents = _Parents(some, jobs)
    for one in some:
        session, now, left = one.session, hands.clock(), one.session.size
        job = jobs.name(session.source, str(session.path))
        place = jobs.claim(
            job, session.host, str(session.path), session.size, session.changed, now, owner, again=again
        )  # fmt: skip
        if place is None:
            why = jobs.why_not(job, session.size, session.changed, now, owner, again=again)
            run.left[why or UNCHANGED] += 1
            yield Step(session, left)
            continue
        try:
            for share in _take(one, job, Place(**place) if place else None, hands, run, space, parents):
                size = min(left, round(session.size * share))
                left -= size
                yield Step(session, size)
        except (VaultBusy, VaultMissing):  # it is no fault of the session, and the next one would fare no better
            jobs.release(job, owner)
            raise
        except Exception as wrong:  # one session must never stand before all others
            if no_room(wrong):  # which is no fault of the session either
                with suppress(sqlite3.Error):
                    jobs.release(job, owner)
                raise
            why = _why(wrong)
            run.failed[session.source] = why
            jobs.fail(job, owner, why, session.size, session.changed, hands.clock())
        except BaseException:
            jobs.release(job, owner)
            raise
        yield Step(session, left)


def _why(wrong: Exception) -> str:
    """Why a session could not be read; of what we did not foresee, where it happened too. No credential is repeated."""
    if isinstance(wrong, OSError):
        where = f": {wrong.filename}" if wrong.filename else ""
        return safety.redact(f"{wrong.strerror}{where}" if wrong.strerror else str(wrong))
    if isinstance(wrong, ReverieError):
        return safety.redact(one_line(str(wrong), _SAID))
    *_, last = traceback.extract_tb(wrong.__traceback__)
    where = "/".join(Path(last.filename).parts[-3:])
    said = safety.redact(one_line(f"{type(wrong).__name__}: {wrong}", _SAID))
    return f"{said} ({where}:{last.lineno}); this is a mistake of ours, please report it"


class _Parents:
    """What the sessions that sub-agents work for leave out; each is read for it once."""

    def __init__(self, some: Sequence[Due], jobs: Jobs) -> None:
        self._here = {one.session.source: one.session for one in some}
        self._jobs = jobs
        self._read: dict[str, Unsaid] = {}

    def without(self, transcript: Transcript, one: Due) -> Transcript:
        """What a sub-agent was asked and did, without the entries that tell what its session leaves out."""
        if transcript.origin != "subagent" or not transcript.parent:
            return transcript
        source = safety.redact(f"{one.session.host}:{transcript.parent}")
        if source not in self._read:
            self._read[source] = self._left_out(source, one)
        told = self._read[source]
        kept = (e for e in transcript.entries if not told.repeats(f"{e.text} {e.call.input if e.call else ''}"))
        return replace(transcript, entries=tuple(kept))

    def _left_out(self, source: str, one: Due) -> Unsaid:
        told, session, path = Unsaid(), self._here.get(source), self._jobs.path(source)
        if session is None and path:
            session = replace(one.session, id=source.partition(":")[2], path=Path(path), parent=None)
        with suppress(OSError):
            for entry in withheld(one.reader.read(session).transcript.entries) if session else ():
                told.heard(entry)
        return told


def _take(
    one: Due, job: str, since: Place | None, hands: Hands, run: Run, space: str | None, parents: _Parents
) -> Iterator[float]:
    """Observe one session; after each batch, which share of it that was."""
    session, jobs = one.session, hands.jobs
    reading = one.reader.read(session, since)
    transcript = reading.transcript
    folder = transcript.folder
    run.skipped.update(reading.skipped)
    run.guessed.update([reading.guessed] if reading.guessed else [])
    private = space is None and transcript.at_home and transcript.origin == "session"
    why, space = kept_apart(folder, space, hands.ignored, hands.off, hands.home)
    if why:
        run.left[why] += 1
        jobs.release(job, hands.owner)
        return
    space = "" if private else space  # what is told an agent at home is the person's; what others say there is not
    others = jobs.elsewhere(session.source, str(session.path))
    transcript = with_earlier(transcript, one.reader, session, since)
    transcript = without_copied(transcript, one.reader, session, others)
    transcript = parents.without(_understood(transcript, session, hands, space), one)
    heard = (*transcript.earlier, *transcript.entries)
    hides = bool(since and since.withheld) or any(entry.unsaid for entry in heard) or bool(meant(heard))
    if since and since.withheld and (transcript.title or transcript.summary):
        transcript = untold(transcript, one.reader.read(session).transcript.entries)
    places = [place for _, place in others] + ([asdict(since)] if since else [])
    began = when_begun(transcript, places)
    how = Read(
        whole=not any(place.get("began") for place in places),
        began=datetime.fromisoformat(began) if began else None,
        compactions=reading.place.compactions,
    )
    before = (run.entries, len(run.fragments))
    for share in notice(transcript, how, hands, run):
        if not jobs.heartbeat(job, hands.owner, hands.clock()):
            run.left[_LOST] += 1  # what was read up to here is kept; the rest is the other's
            return
        yield share
    if run.late[session.source]:
        jobs.release(job, hands.owner)  # what was read stays read; the next run goes on behind it
        return
    jobs.done(
        job, hands.owner, asdict(replace(reading.place, began=began, withheld=hides)), session.size, session.changed,
        hands.clock(), entries=run.entries - before[0], fragments=len(run.fragments) - before[1],
    )  # fmt: skip
    run.sessions += not session.lasting
    run.memories += session.lasting


def _understood(transcript: Transcript, session: Session, hands: Hands, space: str) -> Transcript:
    """The session as it may be learned from: at possible times, without what is ignored and without credentials."""
    earliest = clock.CHATS if transcript.host == "chat" else clock.AGENTS
    said, earlier = (
        clock.mended(hands.ignored.without(some, transcript.folder or ""), session.changed, hands.clock(), earliest)
        for some in (transcript.entries, transcript.earlier)
    )
    if transcript.origin == "memory":  # what an agent was told by us, and noted, is no proof of it
        said = tuple(each for each in said if not hands.known(each.text, space))
    return redact(replace(transcript, space=space, entries=said, earlier=earlier))


def notice(transcript: Transcript, how: Read, hands: Hands, run: Run, done: str | None = None) -> Iterator[float]:
    """Everything that is made of a session: fragments, its digest, its turns in the archive. Yields shares of it.

    When there is no time left, of what was read up to there. `done` is its last entry of which all this was made
    before: a reading that was stopped has moved the watermark further than that.
    """
    heard = (*transcript.earlier, *transcript.entries)
    before_it = {entry.id for entry in transcript.earlier}
    transcript = untold(transcript, heard)
    told = without_echoes(withheld(heard))
    said = without_ours(told, hands.ours, transcript.folder or "")
    _unsaid(transcript, heard, {entry.id for entry in heard}.difference(entry.id for entry in told), hands, run)
    transcript = replace(
        transcript,
        earlier=tuple(entry for entry in said if entry.id in before_it),
        entries=tuple(entry for entry in said if entry.id not in before_it),
    )
    transcript = unburied(redact(transcript), hands.vault)
    by: dict[str, None] = {}
    fallback = ""
    for seen in observe(transcript, hands.extractor, hands.vault, hands.clock(), hands.hear, run.id):
        run.fragments += seen.fragments
        run.entries += seen.entries
        run.skipped.update({f"noticed, but {why}": count for why, count in seen.refused.items()})
        run.heard.update(seen.heard)
        run.fallbacks.update([seen.fallback] if seen.fallback else [])
        by[seen.by] = None
        fallback = seen.fallback or fallback
        yield seen.entries / len(transcript.entries)
        if hands.over():
            transcript = _as_far_as_read(transcript, hands.vault, run)
            break
    named = [handle for e in transcript.entries if e.role == "agent" for handle in _HANDLE.findall(e.text)]
    if named:
        hands.spoken(transcript.source, list(dict.fromkeys(named)))
    how = replace(how, by=tuple(by), fallback=fallback, run=run.id)
    made = digest(transcript, how, hands.vault, hands.clock(), hands.new_id(), hands.digests, hands.summarise)
    run.digests += made is not None
    if not run.late[transcript.source]:
        observe_ran(transcript, done, hands.vault, hands.clock(), run.id)
    # A message that asks to forget something is not itself kept to be found.
    said = tuple(e for e in transcript.entries if e.role != "user" or not triggers.forgets(e.text))
    hands.keep(replace(transcript, entries=said))


def untold(transcript: Transcript, whole: Sequence[Entry]) -> Transcript:
    """The session without a title that tells what is to be left out of it; then its host's summary goes in any case.

    That one was made of everything, maybe in other words or in another language, by which nothing is known again.
    """
    if not (transcript.title or transcript.summary):
        return transcript
    left = withheld(whole)
    if not any(entry.unsaid for entry in left):
        return transcript
    title = transcript.title
    return replace(transcript, title=None if title and repeats(title, left) else title, summary=None)


def _unsaid(
    transcript: Transcript, heard: Sequence[Entry], gone: Collection[str], hands: Hands, run: Run
) -> None:  # fmt: skip
    """Undo what came of entries that were read before they were not to be remembered.

    They leave the archive and the digest with what repeats them; what was noticed of them waits to be forgotten.
    """
    new = {entry.id for entry in transcript.entries}
    late = [at for at, by in meant(heard).items() if heard[by].id in new]
    if not late:
        return
    words = [entry.text for entry in heard if entry.id in gone]
    out = untold_digest(transcript.source, transcript.space, words, hands.vault, hands.clock(), hands.new_id())
    out |= bool(hands.drop(transcript.space, transcript.source, gone))
    unsay = hands.unsay or (lambda *_: "")
    came = [unsay(heard[at], transcript.source, transcript.space, hands.clock()) for at in late]
    run.heard.update(list(filter(None, came)) or ([_OUT] if out else []))


def _as_far_as_read(transcript: Transcript, vault: Vault, run: Run) -> Transcript:
    """The session up to its watermark; how much is left is noted in the run."""
    mark = vault.watermark(transcript.source)
    read = next((n + 1 for n, entry in enumerate(transcript.entries) if entry.id == mark), len(transcript.entries))
    if read < len(transcript.entries):
        run.late[transcript.source] += len(transcript.entries) - read
    return replace(transcript, entries=transcript.entries[:read])
