-- An approval names the draft that its person saw, by digest, and the token that gave it. The ones before named a change;
-- nobody knows which draft they were given for, so they fall and are given again.

DROP TABLE approval;

CREATE TABLE approval (
    list_id INTEGER NOT NULL REFERENCES list (id),
    draft BLOB NOT NULL,
    token_id INTEGER NOT NULL REFERENCES token (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (list_id, draft, token_id)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 5;
