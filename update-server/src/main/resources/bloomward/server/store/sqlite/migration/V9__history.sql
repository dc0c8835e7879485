-- What people said of drafts, and the figures that plots show over time.

CREATE TABLE review (
    id INTEGER PRIMARY KEY,
    list_id INTEGER NOT NULL REFERENCES list (id),
    draft BLOB NOT NULL,
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    at INTEGER NOT NULL,
    note TEXT NOT NULL
) STRICT;

CREATE INDEX review_of_list ON review (list_id, at);

-- The entries of each source at a version; source 0 stands for all, and says that the version was counted.
CREATE TABLE version_source (
    list_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (list_id, version, source_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE feed_fetch (
    id INTEGER PRIMARY KEY,
    feed TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    lines INTEGER NOT NULL,
    accepted INTEGER NOT NULL,
    held INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    added INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    detail TEXT NOT NULL
) STRICT;

CREATE INDEX feed_fetch_at ON feed_fetch (at);

-- Sums by the hour, of requests that nobody can be known by.
CREATE TABLE hourly (
    hour INTEGER NOT NULL,
    name TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (hour, name)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 9;
