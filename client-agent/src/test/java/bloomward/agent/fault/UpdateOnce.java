package bloomward.agent.fault;

import bloomward.agent.fetch.Transport;
import bloomward.agent.store.Store;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.Machine;
import bloomward.agent.update.RootPin;
import bloomward.agent.update.Updater;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.FutureTask;

/// Polls or enrols once and prints the outcome: the process that [TracedUpdate] stops at every step.
final class UpdateOnce {

    private UpdateOnce() {}

    /// @param args the folder of the store, the time, and to enrol also the server's address and the file of its root
    public static void main(String... args) throws Exception {
        Store store = Store.at(Path.of(args[0]));
        Clock clock = Clock.fixed(Instant.parse(args[1]), ZoneOffset.UTC);
        FutureTask<Object> work = new FutureTask<>(() -> {
            TracedProcess.goAhead();
            Transport transport = Machine.transport(clock);
            if (args.length == 2) {
                return new Updater(transport, store, List.of(), clock).poll();
            }
            SignedNote root = SignedNote.parse(Files.readAllBytes(Path.of(args[3])), Root.MAX_SIZE_IN_BYTES);
            return new Enrollment(transport, store).enroll(URI.create(args[2]), new RootPin.Note(root), false);
        });
        Thread.ofVirtual().start(work);
        System.out.println(work.get());
    }
}
