package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import bloomward.program.text.TimeSpan;
import java.time.Duration;

/// How often a server is asked: `5m`. More often is no use, as `latest` may be cached for half a minute; after more than a
/// day every `latest` has expired.
final class PollInterval {

    private static final Duration LEAST = Duration.ofMinutes(1);
    private static final Duration MOST = Duration.ofDays(1);

    private PollInterval() {}

    static Duration parse(String text) throws SettingException {
        Duration interval = TimeSpan.parse(text)
                .orElseThrow(() -> new SettingException("'" + text + "' is no time such as 90s, 5m, 2h or 1d"));
        if (interval.compareTo(LEAST) < 0 || interval.compareTo(MOST) > 0) {
            throw new SettingException("'" + text + "': possible are 1m to 1d");
        }
        return interval;
    }
}
