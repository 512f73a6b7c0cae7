-- archive/turns.db: redacted verbatim turns, written by store/archive.py. Not derived: nothing else can bring it back.

-- When this archive was begun (epoch), and up to where the list of dropped turns was cut (floor).
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
-- The sessions that hold or held turns, and the place their next turn takes.
CREATE TABLE session (id INTEGER PRIMARY KEY, space TEXT NOT NULL, name TEXT NOT NULL, next INTEGER NOT NULL,
    UNIQUE (space, name));
-- What was said, in the order it was kept; at in microseconds since 1970, UTC. A number is never given twice.
CREATE TABLE turn (seq INTEGER PRIMARY KEY AUTOINCREMENT, session INTEGER NOT NULL, id TEXT NOT NULL,
    position INTEGER NOT NULL, at INTEGER NOT NULL, role TEXT NOT NULL, speaker TEXT, text TEXT NOT NULL,
    UNIQUE (session, id), UNIQUE (session, position));
CREATE INDEX turn_at ON turn (at);
-- Which turns are gone, for those who follow.
CREATE TABLE dropped (seq INTEGER PRIMARY KEY AUTOINCREMENT, session INTEGER NOT NULL, id TEXT NOT NULL);
CREATE INDEX dropped_session ON dropped (session);
