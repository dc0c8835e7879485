-- The tables of the first version. Times are milliseconds since 1970, UTC. Digests are 32 bytes.
-- A published migration is never changed: what comes next is V2. user_version is the number of the newest migration.

CREATE TABLE list (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    category TEXT NOT NULL,
    canonical INTEGER NOT NULL,
    width INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    planned_entries INTEGER NOT NULL,
    needs_review INTEGER NOT NULL,
    compile_from INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE source (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    list_id INTEGER NOT NULL REFERENCES list (id),
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    category TEXT,
    UNIQUE (list_id, name)
) STRICT;

CREATE TABLE change (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    list_id INTEGER NOT NULL REFERENCES list (id),
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    what TEXT NOT NULL
) STRICT;

CREATE INDEX change_of_list ON change (list_id, number);

CREATE TABLE approval (
    list_id INTEGER NOT NULL REFERENCES list (id),
    change INTEGER NOT NULL REFERENCES change (number),
    actor TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (list_id, change, actor)
) STRICT, WITHOUT ROWID;

-- One row for each time that a source listed an expression: there from the change added up to, not with, the change
-- removed. The order of the key is the order of every scan. No foreign keys: they would be looked up for each of millions
-- of rows, so the program checks list, source and change once for each call.
CREATE TABLE entry (
    list_id INTEGER NOT NULL,
    expression TEXT NOT NULL,
    source_id INTEGER NOT NULL,
    added INTEGER NOT NULL,
    removed INTEGER,
    expires INTEGER,
    reason TEXT,
    PRIMARY KEY (list_id, expression, source_id, added)
) STRICT, WITHOUT ROWID;

-- Few entries expire, and somebody asks every minute whether one has.
CREATE INDEX entry_expiry ON entry (list_id, expires) WHERE expires IS NOT NULL AND removed IS NULL;

CREATE TABLE hold (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    list_id INTEGER REFERENCES list (id),
    source_id INTEGER REFERENCES source (id),
    expression TEXT,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    line INTEGER NOT NULL,
    body TEXT,
    by TEXT NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL,
    decided_by TEXT,
    decided_at INTEGER,
    decision TEXT
) STRICT;

CREATE UNIQUE INDEX hold_open ON hold (ifnull(list_id, 0), ifnull(source_id, 0), ifnull(expression, ''))
    WHERE state = 'OPEN';
CREATE INDEX hold_state ON hold (state, list_id);
CREATE INDEX hold_expression ON hold (expression, list_id);

CREATE TABLE allow (
    expression TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,
    at INTEGER NOT NULL,
    expires INTEGER,
    is_held INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE publication (
    sequence INTEGER PRIMARY KEY,
    manifest BLOB NOT NULL,
    allow BLOB NOT NULL,
    allow_length INTEGER NOT NULL,
    root_version INTEGER NOT NULL,
    issued INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    actor TEXT NOT NULL,
    note TEXT NOT NULL,
    renews INTEGER NOT NULL
) STRICT;

CREATE TABLE version (
    list_id INTEGER NOT NULL REFERENCES list (id),
    version INTEGER NOT NULL,
    sequence INTEGER NOT NULL REFERENCES publication (sequence),
    change INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    expressions INTEGER NOT NULL,
    added INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    canonical INTEGER NOT NULL,
    width INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    packed BLOB NOT NULL,
    packed_length INTEGER NOT NULL,
    flat BLOB NOT NULL,
    flat_length INTEGER NOT NULL,
    confirm_root BLOB NOT NULL,
    confirm_bits INTEGER NOT NULL,
    categories TEXT NOT NULL,
    at INTEGER NOT NULL,
    replaced_at INTEGER,
    has_files INTEGER NOT NULL,
    PRIMARY KEY (list_id, version)
) STRICT, WITHOUT ROWID;

-- Which version of each list a publication names.
CREATE TABLE publication_version (
    sequence INTEGER NOT NULL REFERENCES publication (sequence),
    list_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (sequence, list_id),
    FOREIGN KEY (list_id, version) REFERENCES version (list_id, version)
) STRICT, WITHOUT ROWID;

-- At most one manifest waits for signatures; what it would publish has the columns of the tables above.
CREATE TABLE pending (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    signed_note TEXT NOT NULL,
    pending_at INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    manifest BLOB NOT NULL,
    allow BLOB NOT NULL,
    allow_length INTEGER NOT NULL,
    root_version INTEGER NOT NULL,
    issued INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    actor TEXT NOT NULL,
    note TEXT NOT NULL,
    renews INTEGER NOT NULL
) STRICT;

CREATE TABLE pending_version (
    list_id INTEGER PRIMARY KEY REFERENCES list (id),
    version INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    change INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    expressions INTEGER NOT NULL,
    added INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    canonical INTEGER NOT NULL,
    width INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    packed BLOB NOT NULL,
    packed_length INTEGER NOT NULL,
    flat BLOB NOT NULL,
    flat_length INTEGER NOT NULL,
    confirm_root BLOB NOT NULL,
    confirm_bits INTEGER NOT NULL,
    categories TEXT NOT NULL,
    at INTEGER NOT NULL,
    replaced_at INTEGER,
    has_files INTEGER NOT NULL
) STRICT;

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE feed (
    name TEXT PRIMARY KEY,
    list_id INTEGER NOT NULL REFERENCES list (id),
    definition TEXT NOT NULL,
    is_enabled INTEGER NOT NULL,
    last_attempt INTEGER,
    last_success INTEGER,
    last_change INTEGER,
    etag TEXT,
    last_modified TEXT,
    failures INTEGER NOT NULL,
    last_error TEXT,
    counts TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    sha256 BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;

CREATE UNIQUE INDEX token_name ON token (name) WHERE revoked_at IS NULL;

CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;

CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit log only grows');
END;

CREATE TRIGGER audit_is_not_shortened BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit log only grows');
END;

PRAGMA user_version = 1;
