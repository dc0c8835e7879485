-- Who made a token with one of their own: nobody where it was made on the machine, or by a program of version 1.

ALTER TABLE token ADD COLUMN made_by TEXT;

PRAGMA user_version = 3;
