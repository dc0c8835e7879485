-- An expression is allowed for every list (list_id 0) or for one, and can bear the name of a group. What was allowed before is
-- allowed for every list and has no name.

CREATE TABLE allow_by_list (
    expression TEXT NOT NULL,
    list_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,
    at INTEGER NOT NULL,
    expires INTEGER,
    is_held INTEGER NOT NULL,
    PRIMARY KEY (expression, list_id)
) STRICT, WITHOUT ROWID;

INSERT INTO allow_by_list SELECT expression, 0, '', reason, actor, at, expires, is_held FROM allow;
DROP TABLE allow;
ALTER TABLE allow_by_list RENAME TO allow;

CREATE INDEX allow_expiry ON allow (expires) WHERE expires IS NOT NULL;

-- A hold of what is to be allowed belongs to no list; these are the list for which it would be allowed, and the name.
ALTER TABLE hold ADD COLUMN allow_list_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE hold ADD COLUMN allow_name TEXT NOT NULL DEFAULT '';

DROP INDEX hold_open;
CREATE UNIQUE INDEX hold_open
    ON hold (ifnull(list_id, 0), ifnull(source_id, 0), ifnull(expression, ''), allow_list_id) WHERE state = 'OPEN';

-- The allow file of version 2, where there is one.
ALTER TABLE publication ADD COLUMN allow_v2 BLOB;
ALTER TABLE publication ADD COLUMN allow_v2_length INTEGER;
ALTER TABLE pending ADD COLUMN allow_v2 BLOB;
ALTER TABLE pending ADD COLUMN allow_v2_length INTEGER;

PRAGMA user_version = 8;
