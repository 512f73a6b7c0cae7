-- state.db: derived from audit.jsonl by store/replay.py.

-- How far the log was read (cursor), the last entry's number (seq), how far the renderings are
-- (rendered), the first day that audit.log shows (shown since), checksums of
-- it and of the archive (log sum, archive sum), and up to which entry watched files were looked for (watched).
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
-- The spaces that hold anything, by the folder they live in.
CREATE TABLE space (folder TEXT PRIMARY KEY, space TEXT NOT NULL) WITHOUT ROWID;
-- Where each page stands; trust is that of its present words, whatever its text claims; words is their version.
CREATE TABLE page (space TEXT, kind TEXT, slug TEXT, path TEXT NOT NULL, version TEXT NOT NULL,
    handle TEXT NOT NULL, title TEXT NOT NULL, retired TEXT, trust TEXT NOT NULL, words TEXT NOT NULL,
    expires TEXT, PRIMARY KEY (space, kind, slug)) WITHOUT ROWID;
CREATE INDEX page_expires ON page (space, expires) WHERE expires IS NOT NULL;
CREATE INDEX page_path ON page (path);
CREATE UNIQUE INDEX page_handle ON page (handle);
-- The bytes last recorded of each file, and its stamp when it was last looked at.
CREATE TABLE file (path TEXT PRIMARY KEY, version TEXT, size INTEGER, mtime INTEGER, ctime INTEGER) WITHOUT ROWID;
-- Evidence by page. role: active, superseded, adopted (quotes a line a person added), owed (a citation a person dropped).
CREATE TABLE cite (space TEXT, kind TEXT, slug TEXT, day TEXT, id TEXT, role TEXT NOT NULL,
    PRIMARY KEY (id, space, kind, slug)) WITHOUT ROWID;
CREATE INDEX cite_page ON cite (space, kind, slug);
-- Where each fragment stands in its stream, what a dream made of it, what it was before it was forgotten, when we
-- learnt it, and whether it was last set aside by somebody else than the rules.
CREATE TABLE fragment (id TEXT PRIMARY KEY, space TEXT NOT NULL, day TEXT NOT NULL, path TEXT NOT NULL,
    offset INTEGER NOT NULL, length INTEGER NOT NULL, source TEXT NOT NULL, entry TEXT NOT NULL,
    handle TEXT NOT NULL, mark TEXT NOT NULL, was TEXT NOT NULL, learned TEXT NOT NULL, undone INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE INDEX fragment_mark ON fragment (mark, day, id);
CREATE INDEX fragment_handle ON fragment (handle);
CREATE INDEX fragment_path ON fragment (path, offset);
CREATE INDEX fragment_source ON fragment (source);
-- How far each stream was read, the hash its next line carries, and how much of it the history has.
CREATE TABLE stream (path TEXT PRIMARY KEY, space TEXT NOT NULL, size INTEGER NOT NULL,
    tail TEXT NOT NULL, kept INTEGER NOT NULL) WITHOUT ROWID;
-- How far each source was read.
CREATE TABLE watermark (source TEXT PRIMARY KEY, ts TEXT NOT NULL, entry TEXT NOT NULL) WITHOUT ROWID;
-- Proposals that are not applied.
CREATE TABLE held (id TEXT PRIMARY KEY, state TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL,
    reasons TEXT NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID;
-- The audit log, by entry: where its line stands, and what it can be found by.
CREATE TABLE log (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, run TEXT, at TEXT NOT NULL, action TEXT NOT NULL,
    actor TEXT NOT NULL, approval TEXT NOT NULL, paths TEXT NOT NULL, words TEXT NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL);
CREATE INDEX log_id ON log (id);
CREATE INDEX log_run ON log (run);
-- Which entries changed which page, and the version of the file it left; NULL when it removed the page.
CREATE TABLE log_key (space TEXT, kind TEXT, slug TEXT, seq INTEGER, path TEXT, version TEXT,
    PRIMARY KEY (space, kind, slug, seq)) WITHOUT ROWID;
-- Handles of pages that were merged away.
CREATE TABLE alias (handle TEXT PRIMARY KEY, space TEXT, kind TEXT, slug TEXT) WITHOUT ROWID;
-- How far each page had faded at the last sweep; what is not here was active.
CREATE TABLE faded (space TEXT, kind TEXT, slug TEXT, status TEXT NOT NULL,
    PRIMARY KEY (space, kind, slug)) WITHOUT ROWID;
-- Watched files that changed and nobody has acknowledged yet; diff is a JSON list of lines.
CREATE TABLE alert (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, at TEXT NOT NULL, path TEXT NOT NULL,
    summary TEXT NOT NULL, diff TEXT NOT NULL);
-- Files that could not be taken in, as last seen.
CREATE TABLE problem (path TEXT PRIMARY KEY, line INTEGER NOT NULL, why TEXT NOT NULL,
    version TEXT NOT NULL) WITHOUT ROWID;
-- What was deleted for good and must not come back: where it was said, and keyed hashes of its words and its id.
CREATE TABLE tombstone (source TEXT, entry TEXT, day TEXT, hash TEXT, PRIMARY KEY (source, entry, day, hash))
    WITHOUT ROWID;
