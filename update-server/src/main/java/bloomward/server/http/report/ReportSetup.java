package bloomward.server.http.report;

import bloomward.server.config.AddressRange;
import bloomward.server.report.ReportIntake;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// The parts of the report paths.
///
/// @param proxies addresses that stand for many clients: not counted by address
/// @param metrics receives the counts of reports by outcome
/// @param nanos a clock that never goes back, such as `System::nanoTime`
/// @param random hides which addresses share a rate
public record ReportSetup(ReportIntake intake, ReportLimits limits, List<AddressRange> proxies, MeterRegistry metrics,
        LongSupplier nanos, RandomGenerator random) {

    public ReportSetup {
        proxies = List.copyOf(proxies);
    }
}
