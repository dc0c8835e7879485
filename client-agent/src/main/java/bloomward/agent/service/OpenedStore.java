package bloomward.agent.service;

import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.AgentStatus.Counters;
import bloomward.agent.socket.message.AgentStatus.InstalledSet;
import bloomward.agent.socket.message.AgentStatus.ListInUse;
import bloomward.agent.socket.message.AgentStatus.Polls;
import bloomward.agent.socket.message.AgentStatus.Publication;
import bloomward.agent.socket.message.AgentStatus.Running;
import bloomward.agent.socket.message.AgentStatus.State;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Protection;
import bloomward.agent.store.Store;
import bloomward.agent.store.StoreState;
import bloomward.agent.store.TrustedState;
import bloomward.format.FormatException;
import bloomward.format.release.Root;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The contents of a store at one moment, opened. Immutable; its opener closes the set.
///
/// @param state the stored state; empty if the agent was never enrolled, or nothing can be read
/// @param set the lists that can be asked
/// @param damages in words
record OpenedStore(Optional<TrustedState> state, Optional<LoadedSet> set, List<String> damages) {

    /// Opens what a store holds. Damage is part of the answer.
    ///
    /// @throws FormatException TOO_NEW if a newer program made the store
    static OpenedStore open(Store store, List<String> lists) throws IOException, FormatException {
        Optional<TrustedState> state = Optional.empty();
        Optional<LoadedSet> set = Optional.empty();
        List<String> damages = new ArrayList<>();
        try {
            state = store.state();
            set = store.open(lists);
        } catch (FormatException e) {
            if (e.reason() == FormatException.Reason.TOO_NEW) {
                throw e;
            }
            damages.add(store.folder() + ": " + e.getMessage());
        }
        set.ifPresent(loaded -> {
            loaded.damages().forEach(d -> damages.add(d.what() + ": " + d.problem() + "; " + d.consequence()));
            loaded.unknownLists().forEach(list -> damages.add("list " + list + ": the publication does not have it"));
            if (loaded.protection().manifest().lists().isEmpty()) {
                damages.add("the publication has no list");
            }
        });
        return new OpenedStore(state, set, damages);
    }

    /// Whether a poll may heal it: files are damaged, not only a setting wrong.
    boolean wantsRepair() {
        return set.map(loaded -> !loaded.damages().isEmpty()).orElse(!damages.isEmpty());
    }

    /// Whether a store holds something else by now. When a server was last asked does not matter.
    boolean isOutdatedBy(Optional<TrustedState> now) {
        return !now.map(OpenedStore::withoutTime).equals(state.map(OpenedStore::withoutTime));
    }

    private static StoreState withoutTime(TrustedState trusted) {
        StoreState state = trusted.written();
        return new StoreState(state.server(), state.root(), state.floor(), state.installed()
                .map(i -> new StoreState.Installed(i.root(), i.manifest(), i.latest(), Instant.EPOCH)));
    }

    /// The addresses of the publication, the preferred ones first.
    List<URI> addresses(List<URI> preferred) {
        return state.stream()
                .flatMap(known -> Stream.of(preferred, known.root().addresses(), List.of(known.server())))
                .flatMap(Collection::stream)
                .distinct()
                .toList();
    }

    /// @param polls how it keeps up
    AgentStatus status(Instant clock, Polls polls, Counters counters, Optional<Running> process) {
        Optional<Protection> protection = set.map(LoadedSet::protection);
        return new AgentStatus(state(protection), publication(), protection.map(p -> installed(p, clock)), damages,
                polls, counters, process);
    }

    private State state(Optional<Protection> protection) {
        if (protection.isPresent() && !protection.get().lists().isEmpty()) {
            return damages.isEmpty() ? State.PROTECTED : State.DAMAGED;
        }
        return state.isEmpty() && damages.isEmpty() ? State.NOT_ENROLLED : State.NOT_PROTECTED;
    }

    private Optional<Publication> publication() {
        return state.map(known -> publication(known.root(), known.server()));
    }

    private static Publication publication(Root root, URI server) {
        return new Publication(root.origin(), server, root.version(), root.expires());
    }

    private static InstalledSet installed(Protection protection, Instant clock) {
        return new InstalledSet(protection.manifest().sequence(), protection.freshnessAt(clock),
                protection.latest().issued(), protection.latest().expires(),
                protection.lists()
                        .stream()
                        .map(list -> new ListInUse(list.release().name(), list.release().version(),
                                list.release().listedEntries()))
                        .toList());
    }
}
