package bloomward.agent.update;

import bloomward.agent.fetch.Transport;
import bloomward.agent.store.Store;
import java.time.Clock;
import java.util.List;

/// Polls: makes what is installed what the server offers, if that can be believed. One thread at a time.
@SuppressWarnings("DoNotCallSuggester") // until it is built
public final class Updater {

    /// @param lists which lists this agent uses; none means all
    public Updater(Transport transport, Store store, List<String> lists, Clock clock) {}

    /// Asks once. Whatever goes wrong is an outcome.
    public UpdateOutcome poll() {
        throw new UnsupportedOperationException();
    }
}
