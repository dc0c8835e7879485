package bloomward.agent.cli.check;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.AgentPlace;
import bloomward.agent.config.AgentSetting;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.confirm.Confirmation;
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

/// Finds who is to judge: a file that was named, the running agent, or the lists that it installed, mapped here.
///
/// The agent judges by its own settings, so it is asked only where the command line says nothing else.
final class Judges {

    /// Above so many inputs the lists are mapped, whether an agent runs or not.
    private static final int MAX_FOR_AGENT = 1000;

    /// What an agent has decided for itself.
    private static final Set<AgentSetting> DECIDED = EnumSet.of(AgentSetting.CONFIRM, AgentSetting.UNCONFIRMED,
            AgentSetting.STALE, AgentSetting.CA_FILE, AgentSetting.LISTS);

    private final Io io;
    private final Places places;
    private final Clock clock;

    /// By whom a user wants URLs to be judged.
    static final class Wishes {

        @Option(names = "--offline", description = "Ask no server; hits stay unconfirmed.")
        private boolean offline;

        @Option(names = "--list", paramLabel = "NAME", description = "Only this list; may be repeated.")
        private List<String> lists = List.of();

        @Option(names = "--file", paramLabel = "FILTER",
                description = "Ask this file alone: a signed one (.bloom) with --root, any filter file with --unsigned.")
        private Optional<Path> file = Optional.empty();

        @Option(names = "--root", paramLabel = "FILE", description = "The root note by which FILTER is verified.")
        private Optional<Path> root = Optional.empty();

        @Option(names = "--unsigned", description = "Ask FILTER though nobody answers for it.")
        private boolean unsigned;
    }

    Judges(Io io, Places places) {
        this.io = io;
        this.places = places;
        this.clock = io.clock();
    }

    /// @param explains whether the judge records its steps
    /// @param count how many inputs there are, 0 where nobody knows
    Judge choose(Wishes wishes, ConfigOptions settings, boolean explains, int count)
            throws IOException, CommandException, SettingException, FormatException {
        requireFitting(wishes);
        Config config = settings.resolve(io, places);
        if (wishes.file.isPresent()) {
            return mapped(FilterToAsk.open(wishes.file.get(), wishes.root, clock), Optional::empty, config,
                    silent("a file alone"), explains);
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

    private static void requireFitting(Wishes wishes) throws CommandException {
        if (wishes.file.isEmpty() && (wishes.root.isPresent() || wishes.unsigned)) {
            throw CommandException.error("--root and --unsigned say how to take a --file, and there is none");
        }
        if (wishes.file.isPresent() && wishes.root.isPresent() == wishes.unsigned) {
            throw CommandException.error("--file needs either --root, to verify who signed it, or --unsigned");
        }
        if (wishes.file.isPresent() && !wishes.lists.isEmpty()) {
            throw CommandException.error("--list chooses among installed lists, and --file asks none of them");
        }
    }

    private static boolean isContradiction(SettingValue<AgentSetting> value) {
        return DECIDED.contains(value.setting()) && value.origin().startsWith("option");
    }

    /// The lists of an agent that was asked until now; where they cannot be opened, it goes on being asked.
    private Optional<Judge> orNone(InstalledLists installed, AgentPlace place, Wishes wishes, Config config) {
        try {
            return mapped(installed, place, wishes, config, false);
        } catch (IOException | CommandException | FormatException _) {
            return Optional.empty();
        }
    }

    private Optional<Judge> mapped(InstalledLists installed, AgentPlace place, Wishes wishes, Config config,
            boolean explains) throws IOException, CommandException, FormatException {
        Optional<InstalledLists.Opened> opened = installed.open(place.store());
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        Confirmer confirmer = wishes.offline
                ? silent("--offline")
                : config.confirms()
                        ? opened.get().confirmer(config.caFile(), clock)
                        : silent("the settings forbid to ask");
        return Optional.of(mapped(opened.get().mapped(), opened.get().source(), config, confirmer, explains));
    }

    private Judge mapped(MappedJudge.Mapped mapped, MappedJudge.Source source, Config config, Confirmer confirmer,
            boolean explains) {
        CheckPolicy policy = new CheckPolicy(config.unconfirmedIsListed(), config.staleIsClean());
        return new MappedJudge(mapped, source, new UrlChecker(policy, confirmer, clock), explains, System::nanoTime);
    }

    private static Confirmer silent(String why) {
        Confirmation answer = new Confirmation.NoAnswer(why);
        return (_, _) -> answer;
    }
}
