-- The same words as in the other databases: an index serves only what is spelt as it is.
DROP INDEX hold_open;
CREATE UNIQUE INDEX hold_open
    ON hold (coalesce(list_id, 0), coalesce(source_id, 0), coalesce(expression, ''), allow_list_id) WHERE state = 'OPEN';

PRAGMA user_version = 10;
