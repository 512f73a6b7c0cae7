-- vectors.db: what embedders made of texts, by the hash of the text. Derived, but costly: it outlives the index.

CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
-- An embedder by its identity: name, dimensions and weights. Vectors of two identities are never compared.
CREATE TABLE model (no INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, dims INTEGER NOT NULL);
CREATE TABLE vector (model INTEGER, hash BLOB, halves BLOB NOT NULL, PRIMARY KEY (model, hash)) WITHOUT ROWID;
