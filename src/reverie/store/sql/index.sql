-- index.db: derived from the vault by store/sqlite.py.

CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
-- What can be found; hidden ones only when everything is asked for.
CREATE TABLE passage (id INTEGER PRIMARY KEY, space TEXT, kind TEXT, slug TEXT, hidden INTEGER NOT NULL,
    day TEXT, title TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (space, kind, slug));
-- A cited fragment leads to the pages it is active evidence of.
CREATE TABLE hook (fragment TEXT, space TEXT, kind TEXT, slug TEXT,
    PRIMARY KEY (fragment, space, kind, slug)) WITHOUT ROWID;
CREATE INDEX hook_page ON hook (space, kind, slug);
-- Relations as the entities' pages state them.
CREATE TABLE edge (space TEXT, source TEXT, name TEXT, target TEXT, since TEXT, until TEXT);
CREATE INDEX edge_source ON edge (space, source);
CREATE INDEX edge_target ON edge (space, target);
CREATE VIRTUAL TABLE words USING fts5 (title, body, tags, tokenize = "porter unicode61 remove_diacritics 2");
