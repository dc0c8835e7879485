package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import bloomward.program.text.TimeSpan;
import java.time.Duration;

/// The time between polls of a server, such as `5m`. Less than a minute is of no use, because `latest` may be cached
/// for half a minute; after more than a day, every `latest` has expired.
final class PollInterval {

    private static final Duration LEAST = Duration.ofMinutes(1);
    private static final Duration MOST = Duration.ofDays(1);

    private PollInterval() {}

    static Duration parse(String text) throws SettingException {
        Duration interval = TimeSpan.parse(text)
                .orElseThrow(() -> new SettingException("'" + text + "' is not a time such as 90s, 5m, 2h or 1d"));
        if (interval.compareTo(LEAST) < 0 || interval.compareTo(MOST) > 0) {
            throw new SettingException("'" + text + "': must be from 1m to 1d");
        }
        return interval;
    }
}
