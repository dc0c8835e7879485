package bloomward.server.fetch;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// The header by which a server asks to be left alone, in seconds or until a time (RFC 9110, 10.2.3).
final class RetryAfter {

    private RetryAfter() {}

    /// Nothing where it is neither, or is over.
    static Optional<Duration> parse(String text, Instant now) {
        String value = text.strip();
        if (value.matches("[0-9]{1,9}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
        }
        try {
            Instant until = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return Optional.of(Duration.between(now, until)).filter(Duration::isPositive);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
