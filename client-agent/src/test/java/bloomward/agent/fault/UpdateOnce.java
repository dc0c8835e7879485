package bloomward.agent.fault;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.store.Store;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.Updater;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;

/// Polls once and prints what came of it: the process that [TracedUpdate] stops at every step.
///
/// `strace` counts calls for each thread. So all of the poll is done by one: the only carrier of virtual threads, which
/// first makes so many calls of no effect that no other thread comes near its numbers.
final class UpdateOnce {

    private static final int CALLS_AHEAD = 3000;

    private UpdateOnce() {}

    public static void main(String... args) throws Exception {
        Path store = Path.of(args[0]);
        Clock clock = Clock.fixed(Instant.parse(args[1]), ZoneOffset.UTC);
        FutureTask<UpdateOutcome> poll = new FutureTask<>(() -> {
            goAhead();
            HttpTransport transport = HttpTransport.of(Map.of(), Optional.empty(), FetchLimits.DEFAULT, "test", clock);
            return new Updater(transport, Store.at(store), List.of(), clock).poll();
        });
        Thread.ofVirtual().start(poll);
        UpdateOutcome outcome = poll.get();
        System.out.println(outcome);
    }

    private static void goAhead() throws IOException {
        for (int i = 0; i < CALLS_AHEAD; i++) {
            try (FileChannel nowhere = FileChannel.open(Path.of("/dev/null"), CREATE, WRITE)) {
                nowhere.write(ByteBuffer.allocate(1));
            }
        }
    }
}
