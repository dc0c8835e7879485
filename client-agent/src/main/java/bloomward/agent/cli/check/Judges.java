package bloomward.agent.cli.check;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.AgentPlace;
import bloomward.agent.config.AgentSetting;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.socket.SocketClient;
import bloomward.format.FormatException;
import bloomward.program.command.CommandException;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingValue;
import bloomward.program.terminal.Io;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/// Chooses the judge: a named file, the running agent, or the lists that it installed, mapped into this process.
///
/// The agent judges by its own settings, so it is asked only where no option overrides them.
final class Judges {

    /// Above this number of inputs the lists are mapped even if an agent is running.
    private static final int MAX_FOR_AGENT = 1000;

    /// Settings that a running agent has fixed.
    private static final Set<AgentSetting> DECIDED = EnumSet.of(AgentSetting.CONFIRM, AgentSetting.UNCONFIRMED,
            AgentSetting.STALE, AgentSetting.CA_FILE, AgentSetting.LISTS);

    private final Io io;
    private final Places places;
    private final Clock clock;

    /// Options that choose the judge.
    static final class Wishes {

        @Option(names = "--offline", description = "Contact no server; hits stay unconfirmed.")
        private boolean offline;

        @Option(names = "--list", paramLabel = "NAME",
                description = "Use only this list, whatever the setting lists names; may be repeated.")
        private List<String> lists = List.of();

        @Option(names = "--file", paramLabel = "FILTER",
                description = "Use only this file: a signed one (.bloom) with --root, any filter file with --unsigned.")
        private Optional<Path> file = Optional.empty();

        @Option(names = "--root", paramLabel = "FILE", description = "Root note that verifies FILTER.")
        private Optional<Path> root = Optional.empty();

        @Option(names = "--unsigned", description = "Use FILTER without verifying a signature.")
        private boolean unsigned;
    }

    Judges(Io io, Places places) {
        this.io = io;
        this.places = places;
        this.clock = io.clock();
    }

    /// @param explains whether the judge records its steps
    /// @param count number of inputs, 0 if unknown
    Judge choose(Wishes wishes, ConfigOptions settings, boolean explains, int count)
            throws IOException, CommandException, SettingException, FormatException {
        requireFitting(wishes);
        if (!wishes.lists.isEmpty() && settings.options().given().containsKey(AgentSetting.LISTS)) {
            throw CommandException.error("--list and --lists exclude each other");
        }
        Config config = settings.resolve(io, places);
        if (wishes.file.isPresent()) {
            return mapped(FilterToAsk.open(wishes.file.get(), wishes.root, clock), Optional::empty, config,
                    Confirmer.silent("a file alone"), explains);
        }
        boolean asksAgent = !wishes.offline && wishes.lists.isEmpty() && !explains && count <= MAX_FOR_AGENT
                && config.values().stream().noneMatch(Judges::isContradiction);
        InstalledLists installed = new InstalledLists(io, wishes.lists.isEmpty() ? config.lists() : wishes.lists,
                !wishes.lists.isEmpty());
        for (AgentPlace place : config.agents()) {
            Optional<SocketClient> agent = asksAgent ? SocketClient.connect(place.socket()) : Optional.empty();
            if (agent.isPresent()) {
                return new AgentFirst(new AgentJudge(agent.get()), () -> orNone(installed, place, wishes, config));
            }
            Optional<Judge> mapped = mapped(installed, place, wishes, config, explains);
            if (mapped.isPresent()) {
                return mapped.get();
            }
        }
        throw CommandException.error(installed.obstacle());
    }

    private static void requireFitting(Wishes wishes) throws IOException, CommandException {
        if (wishes.file.isPresent()) {
            FilterToAsk.requireFilter(wishes.file.get());
        }
        if (wishes.file.isEmpty() && (wishes.root.isPresent() || wishes.unsigned)) {
            throw CommandException.error("--root and --unsigned apply only to --file");
        }
        if (wishes.file.isPresent() && wishes.root.isPresent() == wishes.unsigned) {
            throw CommandException.error("--file needs either --root, to verify its signature, or --unsigned");
        }
        if (wishes.file.isPresent() && !wishes.lists.isEmpty()) {
            throw CommandException.error("--list selects installed lists, and --file uses none of them");
        }
    }

    private static boolean isContradiction(SettingValue<AgentSetting> value) {
        return DECIDED.contains(value.setting()) && value.origin().startsWith("option");
    }

    /// The lists of the agent asked so far; if they cannot be opened, the agent continues to be asked.
    private Optional<Judge> orNone(InstalledLists installed, AgentPlace place, Wishes wishes, Config config) {
        try {
            return mapped(installed, place, wishes, config, false);
        } catch (IOException | CommandException | FormatException _) {
            return Optional.empty();
        }
    }

    private Optional<Judge> mapped(InstalledLists installed, AgentPlace place, Wishes wishes, Config config,
            boolean explains) throws IOException, CommandException, FormatException {
        Optional<InstalledLists.OpenedLists> opened = installed.open(place.store());
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        Confirmer confirmer = wishes.offline
                ? Confirmer.silent("--offline")
                : config.confirms()
                        ? opened.get().confirmer(config.caFile(), clock)
                        : Confirmer.silent("turned off by the settings");
        return Optional.of(mapped(opened.get().mapped(), opened.get().source(), config, confirmer, explains));
    }

    private Judge mapped(MappedJudge.Mapped mapped, MappedJudge.Source source, Config config, Confirmer confirmer,
            boolean explains) {
        CheckPolicy policy = new CheckPolicy(config.unconfirmedIsListed(), config.staleIsClean());
        return new MappedJudge(mapped, source, () -> new UrlChecker(policy, confirmer, clock), explains,
                System::nanoTime);
    }
}
