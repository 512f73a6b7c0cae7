-- usage.db: how pages and fragments were used, counted by store/usage.py, and what hosts were given, noted by
-- store/ledger.py. Survives a rebuild; never worth an error. A file of an earlier version gets the tables it lacks.

CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
-- Accesses count the writing as one; score is the mean of all recalls.
CREATE TABLE IF NOT EXISTS usage (space TEXT, kind TEXT, slug TEXT, accesses INTEGER NOT NULL DEFAULT 1, accessed TEXT,
    recalls INTEGER NOT NULL DEFAULT 0, score REAL NOT NULL DEFAULT 0, recalled TEXT,
    PRIMARY KEY (space, kind, slug)) WITHOUT ROWID;
-- Every time a host was told something, or asked and was told nothing: no prompt, no text. matched is what was found,
-- injected what was told; digest is of the text at a session's start, so that the same is not told twice; ms is how long
-- the hook took, without the start of Python.
CREATE TABLE IF NOT EXISTS injection (id INTEGER PRIMARY KEY, at TEXT NOT NULL, session TEXT NOT NULL, host TEXT NOT NULL,
    space TEXT NOT NULL, event TEXT NOT NULL, matched INTEGER NOT NULL, injected INTEGER NOT NULL, score REAL NOT NULL,
    tokens INTEGER NOT NULL, tier TEXT NOT NULL, reason TEXT NOT NULL, digest TEXT NOT NULL, ms INTEGER NOT NULL,
    live INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS injection_session ON injection (session);
-- What was told then. live: the agent still has it; not after a compaction or a clear. used: the agent said so since.
CREATE TABLE IF NOT EXISTS given (injection INTEGER NOT NULL, session TEXT NOT NULL, space TEXT NOT NULL, kind TEXT NOT NULL,
    slug TEXT NOT NULL, handle TEXT NOT NULL, live INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS given_session ON given (session);
CREATE INDEX IF NOT EXISTS given_page ON given (slug, kind, space);
