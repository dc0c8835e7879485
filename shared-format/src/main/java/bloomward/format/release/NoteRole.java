package bloomward.format.release;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// The kinds of notes of a release, and their common rules (FORMAT.md 17.1).
enum NoteRole {

    ROOT(64 * 1024,
            " version issued expires root-threshold root-key publisher-threshold publisher-key timestamp-key"
                    + " address "),
    MANIFEST(1 << 20, " sequence root issued expires canonical allow list version keys entries rate packed flat"
            + " confirm categories "),
    LATEST(64 * 1024, " manifest sequence root issued expires ");

    /// The largest whole number that a double holds, so that programs in any language can read it.
    static final long MAX_NUMBER = (1L << 53) - 1;

    static final int MAX_ORIGIN_LENGTH = 255;

    private static final Instant FIRST_TIME = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LAST_TIME = Instant.parse("9999-12-31T23:59:59Z");

    private final int maxSizeInBytes;
    /// Each between two spaces.
    private final String keys;

    NoteRole(int maxSizeInBytes, String keys) {
        this.maxSizeInBytes = maxSizeInBytes;
        this.keys = keys;
    }

    /// The maximum size of the whole note.
    int maxSizeInBytes() {
        return maxSizeInBytes;
    }

    boolean knows(String key) {
        return keys.contains(" " + key + " ");
    }

    /// The word in the first line.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static void requireNumber(String name, long number, long min, long max) {
        if (number < min || number > max) {
            throw new IllegalArgumentException(name + " " + number + ", not in " + min + ".." + max);
        }
    }

    static void requireOrigin(String origin) {
        boolean printable = origin.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (origin.isEmpty() || origin.length() > MAX_ORIGIN_LENGTH || !printable) {
            throw new IllegalArgumentException(
                    "origin: not 1 to " + MAX_ORIGIN_LENGTH + " printable ASCII characters without a space");
        }
    }

    static void requireTimes(Instant issued, Instant expires, Duration most) {
        requireTime("issued", issued);
        requireTime("expires", expires);
        if (!expires.isAfter(issued) || expires.isAfter(issued.plus(most))) {
            throw new IllegalArgumentException("issued " + issued + ", expires " + expires
                    + ": must be valid for some time and at most " + most.toDays() + " days");
        }
    }

    static void requireTime(String name, Instant time) {
        if (time.isBefore(FIRST_TIME) || time.isAfter(LAST_TIME)
                || !time.truncatedTo(ChronoUnit.SECONDS).equals(time)) {
            throw new IllegalArgumentException(name + " " + time + ": must be whole seconds of the years 2000..9999");
        }
    }
}
