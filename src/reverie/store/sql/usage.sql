-- usage.db: how pages and fragments were used, counted by store/usage.py. Survives a rebuild; never worth an error.

CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
-- Accesses count the writing as one; score is the mean of all recalls.
CREATE TABLE usage (space TEXT, kind TEXT, slug TEXT, accesses INTEGER NOT NULL DEFAULT 1, accessed TEXT,
    recalls INTEGER NOT NULL DEFAULT 0, score REAL NOT NULL DEFAULT 0, recalled TEXT,
    PRIMARY KEY (space, kind, slug)) WITHOUT ROWID;
