-- index.db: derived from the vault and the archive by store/sqlite.py.

CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('epoch', abs(random()));
-- Spaces by number, with how many passages they show. The number is the upper part of a passage's id, so a search
-- reads only the spaces it may see.
CREATE TABLE space (no INTEGER PRIMARY KEY, space TEXT NOT NULL UNIQUE, shown INTEGER NOT NULL DEFAULT 0);
-- What has neighbours: the turns of a session, the chunks of a page.
CREATE TABLE session (id INTEGER PRIMARY KEY, space TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (space, name));
-- What can be found. standing: 0 shown, 1 hidden (retired, set aside, forgotten), 2 not to be found by itself (dreamed
-- and cited by nothing, or only superseded). said is the moment of its newest words; learned and until are when we held it;
-- place is the number of its session and, in the lower bits, where it stands there.
CREATE TABLE passage (id INTEGER PRIMARY KEY, space TEXT NOT NULL, kind TEXT NOT NULL, slug TEXT NOT NULL,
    part INTEGER NOT NULL, first INTEGER, last INTEGER, standing INTEGER NOT NULL, said INTEGER,
    learned TEXT NOT NULL, until TEXT, place INTEGER, speaker TEXT, trust TEXT NOT NULL,
    traits INTEGER NOT NULL, size INTEGER NOT NULL, base REAL NOT NULL, pinned INTEGER NOT NULL, handle TEXT, title TEXT NOT NULL, text TEXT NOT NULL, tags TEXT NOT NULL);
CREATE INDEX passage_key ON passage (slug, kind, space);
CREATE INDEX passage_entity ON passage (slug, space) WHERE kind = 'entity' AND until IS NULL;
CREATE INDEX passage_handle ON passage (handle);
CREATE INDEX passage_place ON passage (place);
CREATE INDEX passage_said ON passage (said);
CREATE TABLE speaker (space TEXT, name TEXT, turns INTEGER NOT NULL, PRIMARY KEY (space, name)) WITHOUT ROWID;
-- What a dream made of each fragment, as of the last entry taken in.
CREATE TABLE mark (fragment TEXT PRIMARY KEY, mark TEXT NOT NULL) WITHOUT ROWID;
-- The fragments taken from each turn, and since when they are superseded.
CREATE TABLE taken (space TEXT, turn TEXT, fragment TEXT, since TEXT, PRIMARY KEY (space, turn, fragment)) WITHOUT ROWID;
-- Fragments that were forgotten, by the session they were said in: what repeats them there is out of sight, too.
CREATE TABLE forgotten (space TEXT, session TEXT, fragment TEXT, body TEXT NOT NULL, quote TEXT NOT NULL,
    PRIMARY KEY (space, session, fragment)) WITHOUT ROWID;
-- Sessions whose turns a person took out of sight, by what came before the entry in the turns' slugs.
CREATE TABLE veiled (session TEXT PRIMARY KEY) WITHOUT ROWID;
-- Which pages cite a fragment while we held that version: 1 as active evidence, 0 superseded, -1 but they are retired.
CREATE TABLE hook (fragment TEXT, space TEXT, kind TEXT, slug TEXT, active INTEGER NOT NULL, learned TEXT, until TEXT,
    PRIMARY KEY (fragment, space, kind, slug, learned)) WITHOUT ROWID;
CREATE INDEX hook_page ON hook (space, kind, slug);
-- Relations as the entities' pages state them, while we held that version: from learned until before gone. days is how
-- many distinct days of evidence a relation has, proof its citations as they stand in the page.
CREATE TABLE edge (space TEXT, source TEXT, name TEXT, target TEXT, since TEXT, until TEXT, days INTEGER NOT NULL,
    proof TEXT NOT NULL, learned TEXT NOT NULL, gone TEXT);
CREATE INDEX edge_source ON edge (space, source, days);
CREATE INDEX edge_target ON edge (space, target, days);
-- What entities are called, as names are compared: whole names and aliases, and the single words of them.
CREATE TABLE called (space TEXT, said TEXT, slug TEXT, whole INTEGER NOT NULL, learned TEXT, gone TEXT,
    PRIMARY KEY (space, said, slug, learned)) WITHOUT ROWID;
CREATE INDEX called_slug ON called (space, slug);
-- Words of names, as they are and with one letter left out: two that differ by one letter have one of these in common.
CREATE TABLE spelling (said TEXT, word TEXT, PRIMARY KEY (said, word)) WITHOUT ROWID;
-- Entities that were merged into another one. Links to them lead there.
CREATE TABLE heir (space TEXT, slug TEXT, heir TEXT NOT NULL, learned TEXT, gone TEXT,
    PRIMARY KEY (space, slug, learned)) WITHOUT ROWID;
-- Texts to embed: the pieces of passages, by the hash of their words. Vectors themselves are in vectors.db.
CREATE TABLE piece (id INTEGER PRIMARY KEY AUTOINCREMENT, passage INTEGER NOT NULL, n INTEGER NOT NULL,
    hash BLOB NOT NULL);
CREATE INDEX piece_passage ON piece (passage);
-- Pieces that are gone, in order, so that whoever holds their vectors need not compare them all.
CREATE TABLE dropped (n INTEGER PRIMARY KEY AUTOINCREMENT, piece INTEGER NOT NULL);
CREATE INDEX piece_hash ON piece (hash);
-- Words of what is shown, and of everything else. lead: the title, the tags and the beginning; rest: what follows.
CREATE VIRTUAL TABLE words USING fts5 (lead, rest, content = "", tokenize = "porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE past USING fts5 (lead, rest, content = "", tokenize = "porter unicode61 remove_diacritics 2");
