package bloomward.agent.cli.check;

import bloomward.agent.check.ListSet;
import bloomward.agent.cli.check.MappedJudge.Mapped;
import bloomward.agent.confirm.ConfirmLimits;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.confirm.ServerConfirmer;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import bloomward.agent.store.TrustedState;
import bloomward.format.FormatException;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.release.Manifest;
import bloomward.program.command.CommandException;
import bloomward.program.command.Version;
import bloomward.program.terminal.Io;
import bloomward.program.text.Printable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Opens the lists that agents have installed, and reports why there are none.
final class InstalledLists {

    /// For one small answer that a person waits for.
    private static final FetchLimits QUESTION = new FetchLimits(Duration.ofSeconds(2), Duration.ofSeconds(2), 1 << 10,
            Duration.ofSeconds(5));

    private final Io io;
    private final List<String> lists;
    private final boolean areDemanded;
    private final List<String> obstacles = new ArrayList<>();
    private final List<String> notEnrolled = new ArrayList<>();

    /// @param lists to ask; none means all
    /// @param areDemanded whether a missing one is an error
    InstalledLists(Io io, List<String> lists, boolean areDemanded) {
        this.io = io;
        this.lists = lists;
        this.areDemanded = areDemanded;
    }

    /// The contents of a store.
    ///
    /// @param set the mapped lists
    /// @param state at the time of opening
    /// @param source of newer lists
    record OpenedLists(LoadedSet set, TrustedState state, MappedJudge.Source source, Map<String, String> environment) {

        Mapped mapped() {
            return InstalledLists.mapped(set);
        }

        /// Asks the servers that the root names, then the one at which the agent enrolled.
        Confirmer confirmer(Optional<Path> caFile, Clock clock) throws IOException {
            List<URI> addresses = new ArrayList<>(set.protection().root().addresses());
            addresses.add(state.server());
            HttpTransport transport = HttpTransport.ofCommand(environment, caFile, QUESTION, Version.number(), clock);
            return new ServerConfirmer(transport, () -> addresses, ConfirmLimits.COMMAND, () -> {}, System::nanoTime);
        }
    }

    private static Mapped mapped(LoadedSet set) {
        return new Mapped(ListSet.of(set.protection()), set::close);
    }

    /// @return empty if nothing is installed; see [#obstacle]
    Optional<OpenedLists> open(Path folder) throws IOException, FormatException, CommandException {
        Store store = Store.at(folder);
        Optional<TrustedState> state = store.state();
        if (state.isEmpty()) {
            notEnrolled.add(folder.toString());
            return Optional.empty();
        }
        Optional<LoadedSet> set = store.open(lists);
        if (set.isEmpty()) {
            obstacles.add("the agent is enrolled, but nothing is installed yet in " + folder
                    + "; 'bloomward agent update --now' fetches them, 'bloomward agent enroll --replace' starts over");
            return Optional.empty();
        }
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(set.get()::close)) {
            report(set.get());
            return failure.keep(Optional.of(new OpenedLists(set.get(), state.get(),
                    () -> store.open(lists).map(InstalledLists::mapped), io.environment())));
        }
    }

    private void report(LoadedSet set) throws CommandException {
        if (!set.unknownLists().isEmpty() && areDemanded) {
            Manifest manifest = set.protection().manifest();
            throw CommandException.error("no list '" + String.join("', '", set.unknownLists()) + "'; available: "
                    + manifest.lists().stream().map(list -> list.name()).collect(Collectors.joining(", ")));
        }
        set.unknownLists().forEach(name -> warn("list '" + name + "' is named by the settings but not published"));
        set.damages().forEach(damage -> warn(damage.what() + ": " + damage.problem() + "; " + damage.consequence()));
    }

    private void warn(String what) {
        io.err().println("bloomward check: warning: " + Printable.of(what));
    }

    /// Why nothing could be opened.
    String obstacle() {
        List<String> all = new ArrayList<>(obstacles);
        if (!notEnrolled.isEmpty()) {
            all.add("no agent is enrolled in " + String.join(" or ", notEnrolled) + "; run 'bloomward agent enroll'");
        }
        return String.join("; ", all);
    }
}
