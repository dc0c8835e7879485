package bloomward.agent.update;

import bloomward.agent.fetch.Transport;
import bloomward.agent.store.Store;
import bloomward.agent.store.StoreWriter;
import bloomward.agent.store.TrustedState;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.FormatException;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Polls: installs the set that the server offers, if it can be verified. One thread at a time.
public final class Updater {

    private final Transport transport;
    private final Store store;
    private final List<String> lists;
    private final Clock clock;
    private final Memory memory = new Memory();

    /// @param lists which lists this agent uses; none means all
    public Updater(Transport transport, Store store, List<String> lists, Clock clock) {
        this.transport = transport;
        this.store = store;
        this.lists = List.copyOf(lists);
        this.clock = clock;
    }

    /// Polls once, at the publication's addresses. Every failure is an outcome.
    public UpdateOutcome poll() {
        return poll(List.of());
    }

    /// Polls once, at these addresses first. They need no trust: what they have is verified as everywhere.
    public UpdateOutcome poll(List<URI> first) {
        try {
            Optional<TrustedState> enrolled = readState();
            if (enrolled.isEmpty()) {
                return failed(Failure.LOCAL,
                        store.folder() + ": not enrolled at any server yet; 'bloomward agent enroll' does that");
            }
            return AttemptException.during(store.folder().toString(), () -> pollLocked(first));
        } catch (AttemptException e) {
            return e.outcome();
        }
    }

    private UpdateOutcome pollLocked(List<URI> first) throws AttemptException, IOException, FormatException {
        Optional<StoreWriter> lock = store.tryWrite();
        if (lock.isEmpty()) {
            return failed(Failure.LOCAL, store.folder() + ": another program is updating it");
        }
        try (StoreWriter writer = lock.get()) {
            Optional<TrustedState> state = readState(); // as it is now that nobody else changes it
            if (state.isEmpty()) {
                return failed(Failure.LOCAL, store.folder() + ": not enrolled at any server any more");
            }
            return new Poll(transport, writer, state.get(), first, lists, memory, clock.instant()).run();
        }
    }

    private Optional<TrustedState> readState() throws AttemptException {
        try {
            return store.state();
        } catch (FormatException e) {
            throw AttemptException.stored(store.folder().toString(), e);
        } catch (IOException e) {
            throw AttemptException.local(store.folder().toString(), e);
        }
    }

    private static Failed failed(Failure failure, String message) {
        return new Failed(failure, message, Optional.empty());
    }
}
