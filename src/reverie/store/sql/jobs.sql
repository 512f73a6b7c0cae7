-- jobs.db: which sessions were read and how far, who is at one now, and what failed. Operational: deleting it makes the
-- next run read every session again from its start; known fragments are ignored then, so nothing is written twice.

CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
-- size and changed are those of the session when it was last done; place is how far it was read.
CREATE TABLE session (source TEXT PRIMARY KEY, host TEXT NOT NULL, path TEXT NOT NULL, size INTEGER, changed TEXT,
    place TEXT, owner TEXT, lease TEXT, attempts INTEGER NOT NULL DEFAULT 0, again TEXT, error TEXT, done TEXT,
    entries INTEGER NOT NULL DEFAULT 0, fragments INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
-- what somebody asked for and nobody has done yet: a reflection on a space.
CREATE TABLE wish (work TEXT NOT NULL, space TEXT NOT NULL, asked TEXT NOT NULL, PRIMARY KEY (work, space))
    WITHOUT ROWID;
