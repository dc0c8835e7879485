package bloomward.agent.fault;

import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.store.Store;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.Updater;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;

/// Polls once and prints the outcome: the process that [TracedUpdate] stops at every step.
final class UpdateOnce {

    private UpdateOnce() {}

    public static void main(String... args) throws Exception {
        Path store = Path.of(args[0]);
        Clock clock = Clock.fixed(Instant.parse(args[1]), ZoneOffset.UTC);
        FutureTask<UpdateOutcome> poll = new FutureTask<>(() -> {
            TracedProcess.goAhead();
            HttpTransport transport = HttpTransport.of(Map.of(), Optional.empty(), FetchLimits.DEFAULT, "test", clock);
            return new Updater(transport, Store.at(store), List.of(), clock).poll();
        });
        Thread.ofVirtual().start(poll);
        UpdateOutcome outcome = poll.get();
        System.out.println(outcome);
    }
}
