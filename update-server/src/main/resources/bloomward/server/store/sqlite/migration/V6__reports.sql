-- What people tell the publisher: a page that is blocked by mistake, or one that should be blocked. Nothing about the people
-- themselves: no address, and of the number under which they ask what became of it only the SHA-256.

CREATE TABLE report (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    url TEXT NOT NULL,
    canonical TEXT NOT NULL,
    comment TEXT NOT NULL,
    verdict TEXT NOT NULL,
    list TEXT,
    expression TEXT,
    version INTEGER,
    at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    count INTEGER NOT NULL,
    state TEXT NOT NULL,
    hold_id INTEGER REFERENCES hold (id),
    decided_by TEXT,
    decided_at INTEGER,
    decision TEXT
) STRICT;

CREATE UNIQUE INDEX report_open ON report (kind, canonical) WHERE state = 'OPEN';
CREATE INDEX report_state ON report (state, id);
CREATE INDEX report_hold ON report (hold_id) WHERE hold_id IS NOT NULL;

-- One row for each report that came, several of which may tell the same.
CREATE TABLE report_number (
    number BLOB PRIMARY KEY,
    report_id INTEGER NOT NULL REFERENCES report (id),
    content BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX report_number_report ON report_number (report_id);

-- The changes that an accepted report has led to; list_id is 0 for the allow list, whose changes have no number.
CREATE TABLE report_change (
    report_id INTEGER NOT NULL REFERENCES report (id),
    list_id INTEGER NOT NULL,
    change INTEGER NOT NULL,
    PRIMARY KEY (report_id, list_id)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 6;
