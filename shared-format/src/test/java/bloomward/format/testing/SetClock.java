package bloomward.format.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// A clock that stands still until it is told to move.
public final class SetClock extends Clock {

    public static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");

    private volatile Instant now = BEGIN;

    public SetClock() {}

    public void advance(Duration by) {
        now = now.plus(by);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
