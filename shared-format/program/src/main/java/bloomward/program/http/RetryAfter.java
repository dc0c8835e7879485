package bloomward.program.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// The header by which a server asks for a pause, in seconds or until a time (RFC 9110, 10.2.3).
public final class RetryAfter {

    /// The longest pause; longer ones are shortened, otherwise a server could keep clients away permanently.
    public static final Duration LONGEST = Duration.ofDays(1);

    private RetryAfter() {}

    /// Reads the header; empty if it is invalid or in the past.
    public static Optional<Duration> parse(String text, Instant now) {
        String value = text.strip();
        return wanted(value, now).filter(Duration::isPositive)
                .map(wait -> wait.compareTo(LONGEST) < 0 ? wait : LONGEST);
    }

    private static Optional<Duration> wanted(String value, Instant now) {
        if (value.matches("[0-9]+")) {
            return Optional.of(value.length() > 9 ? LONGEST : Duration.ofSeconds(Long.parseLong(value)));
        }
        try {
            Instant until = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return Optional.of(Duration.between(now, until));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
