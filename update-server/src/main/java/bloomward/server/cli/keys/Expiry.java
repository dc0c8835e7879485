package bloomward.server.cli.keys;

import bloomward.program.command.CommandException;
import bloomward.program.text.TimeSpan;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The time of an automatic end, as typed by a person: `2027-01-31`, `2027-01-31T12:00:00Z`, `12h`, `30d`, `6w`.
public final class Expiry {

    /// Longer ones are typing errors.
    private static final Duration LONGEST = Duration.ofDays(365 * 100);

    private Expiry() {}

    /// @param text empty for never
    /// @return in the API's form, RFC 3339 or empty
    public static String parse(String text, Clock clock) throws CommandException {
        if (text.isEmpty()) {
            return "";
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Instant end = end(text, now);
        if (!end.isAfter(now)) {
            throw CommandException.error("--expires " + text + ": in the past");
        }
        return end.toString();
    }

    /// A time that is over, as a date, a time, or a span back from now.
    ///
    /// @param text empty for none
    /// @return in the API's form, RFC 3339 or empty
    public static String past(String option, String text, Clock clock) throws CommandException {
        if (text.isEmpty()) {
            return "";
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Optional<Duration> span = positive(text);
        return (span.isPresent() ? now.minus(span.get()) : time(option, text)).toString();
    }

    /// Parses a time span.
    static Duration span(String option, String text) throws CommandException {
        return positive(text).orElseThrow(() -> CommandException
                .error(option + " " + text + ": not a time span\nExpected a span like 12h, 30d or 6w."));
    }

    private static Optional<Duration> positive(String text) {
        return TimeSpan.parse(text).filter(Duration::isPositive).filter(span -> span.compareTo(LONGEST) <= 0);
    }

    private static Instant end(String text, Instant now) throws CommandException {
        Optional<Duration> span = positive(text);
        return span.isPresent() ? now.plus(span.get()) : time("--expires", text);
    }

    private static Instant time(String option, String text) throws CommandException {
        try {
            return text.length() == "2027-01-31".length()
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw CommandException.error(option + " " + text + ": not a time\n"
                    + "Expected 2027-01-31, 2027-01-31T12:00:00Z, 12h, 30d or 6w.");
        }
    }
}
