package bloomward.agent.report;

import bloomward.agent.fault.TracedProcess;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.format.wire.ReportNumber;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;

/// Takes one report in and sends it, as an agent does, and says how far it came: the process that [ReportCrashTest] stops at every
/// step.
final class ReportOnce {

    private ReportOnce() {}

    public static void main(String... args) throws Exception {
        Path folder = Path.of(args[0]);
        URI server = URI.create(args[1]);
        FutureTask<String> work = new FutureTask<>(() -> {
            TracedProcess.goAhead();
            ReportQueue queue = ReportQueue.open(folder);
            try {
                queue.add(FiledReport.of(ReportsOfTests.report("c"), ReportNumber.draw(new SecureRandom()),
                        ReportsOfTests.NOW, "ann", ReportsOfTests.ORIGIN));
            } catch (IOException e) {
                return "refused: " + e.getMessage();
            }
            System.out.println("kept");
            try {
                sender(queue, server).step();
            } catch (IOException e) {
                return "failed: " + e.getMessage();
            }
            return "done: " + queue.all().getFirst().state();
        });
        Thread.ofVirtual().start(work);
        System.out.println(work.get());
    }

    static ReportSender sender(ReportQueue queue, URI server) throws IOException {
        Clock clock = Clock.fixed(ReportsOfTests.NOW, ZoneOffset.UTC);
        HttpTransport transport = HttpTransport.of(Map.of(), Optional.empty(), FetchLimits.QUESTION, "1", clock);
        return new ReportSender(queue, transport,
                () -> Optional.of(new Publication(ReportsOfTests.ORIGIN, List.of(server))), clock, () -> 0,
                new SplittableRandom(3));
    }
}
