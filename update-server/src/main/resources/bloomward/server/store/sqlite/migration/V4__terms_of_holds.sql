-- What was said of a held entry when it was brought in, so that it is there again when the entry is released.

ALTER TABLE hold ADD COLUMN entry_expires INTEGER;
ALTER TABLE hold ADD COLUMN entry_reason TEXT;

PRAGMA user_version = 4;
