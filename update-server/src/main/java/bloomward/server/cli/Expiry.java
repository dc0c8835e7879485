package bloomward.server.cli;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// When something ends by itself, as a person says it: `2027-01-31`, `2027-01-31T12:00:00Z`, `12h`, `30d`, `6w`.
final class Expiry {

    private static final Pattern SPAN = Pattern.compile("([1-9]\\d{0,5})([hdw])");

    private Expiry() {}

    /// @param text empty for never
    /// @return as the API has it, RFC 3339 or empty
    static String parse(String text, Clock clock) throws CommandException {
        if (text.isEmpty()) {
            return "";
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Instant end = end(text, now);
        if (!end.isAfter(now)) {
            throw CommandException.error("--expires " + text + ": is over already");
        }
        return end.toString();
    }

    /// A span alone.
    static Duration span(String option, String text) throws CommandException {
        Matcher span = SPAN.matcher(text);
        if (!span.matches()) {
            throw CommandException.error(option + " " + text + ": no span\nIt looks like 12h, 30d or 6w.");
        }
        return spanOf(Long.parseLong(span.group(1)), span.group(2));
    }

    private static Instant end(String text, Instant now) throws CommandException {
        Matcher span = SPAN.matcher(text);
        try {
            if (span.matches()) {
                return now.plus(spanOf(Long.parseLong(span.group(1)), span.group(2)));
            }
            return text.length() == "2027-01-31".length()
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw CommandException.error("--expires " + text + ": no time\n"
                    + "It looks like 2027-01-31, 2027-01-31T12:00:00Z, 12h, 30d or 6w.");
        }
    }

    private static Duration spanOf(long number, String unit) {
        return switch (unit) {
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofDays(7 * number);
        };
    }
}
