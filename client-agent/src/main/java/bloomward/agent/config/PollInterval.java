package bloomward.agent.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How often a server is asked: `5m`. More often is no use, as `latest` may be cached for half a minute; after more than a
/// day every `latest` has expired.
final class PollInterval {

    private static final Pattern FORM = Pattern.compile("(\\d{1,6})([smhd])");
    private static final Duration LEAST = Duration.ofMinutes(1);
    private static final Duration MOST = Duration.ofDays(1);

    private PollInterval() {}

    static Duration parse(String text) throws ConfigException {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new ConfigException("'" + text + "' is no time such as 90s, 5m, 2h or 1d");
        }
        long count = Long.parseLong(parts.group(1));
        Duration interval = switch (parts.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
        if (interval.compareTo(LEAST) < 0 || interval.compareTo(MOST) > 0) {
            throw new ConfigException("'" + text + "': possible are 1m to 1d");
        }
        return interval;
    }
}
