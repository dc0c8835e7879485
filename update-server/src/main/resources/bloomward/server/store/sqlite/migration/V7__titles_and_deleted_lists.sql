-- A title for people; and the end of a list. Its row stays, because its name is never used again, and so do its versions and
-- its changes, which the history names.

ALTER TABLE list ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE list ADD COLUMN deleted_at INTEGER;

PRAGMA user_version = 7;
