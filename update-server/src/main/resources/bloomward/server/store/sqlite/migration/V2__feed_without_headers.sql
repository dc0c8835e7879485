-- What a publisher's server said of a body stands beside that body, in the folder of feeds; nothing ever wrote it here.

ALTER TABLE feed DROP COLUMN etag;
ALTER TABLE feed DROP COLUMN last_modified;

PRAGMA user_version = 2;
