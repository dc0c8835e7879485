-- Several servers on one database. Times are milliseconds since 1970, UTC, by the clock of the database.

CREATE FUNCTION now_millis() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
    AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

-- The leader. One row, changed only when another server leads: each write of the leader shares its lock, so the next leader
-- waits for that write, and no write of the last leader comes after it.
CREATE TABLE lead (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    fence bigint NOT NULL,
    server uuid
);

-- The end of the lease. A row of its own, as it is renewed while the leader writes.
CREATE TABLE lease (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    fence bigint NOT NULL,
    until bigint NOT NULL
);

-- Grows with each write that other servers have to hear of: publications, dates of `latest`, proposals, roots, and files
-- that all servers share.
CREATE TABLE revision (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    number bigint NOT NULL
);

-- The servers, in their own words. One is deleted when it signs off.
CREATE TABLE server (
    id uuid PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    version text COLLATE "C" NOT NULL,
    started bigint NOT NULL,
    seen bigint NOT NULL,
    sequence bigint NOT NULL,
    dated bigint,
    can_date boolean NOT NULL,
    can_sign boolean NOT NULL,
    trouble text COLLATE "C" NOT NULL
);

-- Files of the data folder that are not published and that every server may need: imports that wait for a person, the last
-- good bodies of feeds, lists of guards, the notifications that were sent.
CREATE TABLE shared_file (
    path text COLLATE "C" PRIMARY KEY,
    sha256 bytea NOT NULL,
    length bigint NOT NULL,
    bytes bytea NOT NULL
);

ALTER TABLE shared_file ALTER COLUMN bytes SET STORAGE EXTERNAL;

INSERT INTO lead (fence) VALUES (0);
INSERT INTO lease (fence, until) VALUES (0, 0);
INSERT INTO revision (number) VALUES (0);

UPDATE store SET version = 2;
