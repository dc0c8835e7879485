-- The last commit of each program that writes, by a number that it counts itself: where to look when a commit got no answer.
-- The number of a transaction does not tell: after a crash, or on a standby that took over, it may be another one's.
CREATE TABLE last_commit (
    writer uuid PRIMARY KEY,
    number bigint NOT NULL,
    at bigint NOT NULL
);

UPDATE store SET version = 4;
