package bloomward.program.text;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Time spans as people write them: `90s`, `5m`, `2h`, `30d`, `6w`.
public final class TimeSpan {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})([smhdw])");

    private TimeSpan() {}

    /// Reads a time span; empty if the text is not one.
    public static Optional<Duration> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        long count = Long.parseLong(parts.group(1));
        return Optional.of(switch (parts.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            case "d" -> Duration.ofDays(count);
            default -> Duration.ofDays(7 * count);
        });
    }
}
