-- meter.db: what language models spent, by day and model. Operational: deleting it forgets what was spent, nothing else.

CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
-- unpriced counts the calls whose price nobody knows; money is what the others cost.
CREATE TABLE spent (day TEXT NOT NULL, model TEXT NOT NULL, calls INTEGER NOT NULL DEFAULT 0,
    sent INTEGER NOT NULL DEFAULT 0, received INTEGER NOT NULL DEFAULT 0, money REAL NOT NULL DEFAULT 0,
    unpriced INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (day, model)) WITHOUT ROWID;
-- Calls under way, and those whose process died: what they may cost counts as spent.
CREATE TABLE reserved (id INTEGER PRIMARY KEY AUTOINCREMENT, day TEXT NOT NULL, model TEXT NOT NULL,
    tokens INTEGER NOT NULL, money REAL);
CREATE INDEX reserved_by_day ON reserved (day);
