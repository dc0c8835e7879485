package bloomward.server.http.report;

import bloomward.server.http.RateRule;
import java.time.Duration;

/// Limits on reports. None of them touches a request of another kind.
///
/// @param perAddress reports from one address, valid or not
/// @param perNetwork the same from one /24 network (IPv6: /48)
/// @param inAll new reports from everywhere
/// @param questions of one address about what became of reports
/// @param bodies received at once
/// @param bodyTime for one body
/// @param answers made at once for questions
public record ReportLimits(RateRule perAddress, RateRule perNetwork, RateRule inAll, RateRule questions, int bodies,
        Duration bodyTime, int answers) {

    private static final double HOUR = 3600;

    /// - A person reports a few pages a day; ten an hour leave room for an office behind one router.
    /// - Nobody can look at a thousand reports an hour; the bound keeps writing away from publishing.
    /// - An agent asks a few times a day for each of its reports.
    /// - 64 bodies take 64 of the listener's 4,096 places, and four answers half of the store's readers.
    public static final ReportLimits DEFAULT = new ReportLimits(hourly(10), hourly(60), hourly(1000),
            new RateRule(60, 1), 64, Duration.ofSeconds(10), 4);

    /// A rule for this many in a burst, and the same number in the course of an hour.
    public static RateRule hourly(int count) {
        return new RateRule(count, count / HOUR);
    }
}
