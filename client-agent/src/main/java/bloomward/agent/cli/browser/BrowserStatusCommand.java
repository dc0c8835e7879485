package bloomward.agent.cli.browser;

import bloomward.agent.browser.ConnectedBrowser;
import bloomward.agent.browser.Rung;
import bloomward.agent.browser.install.BrowserInstallation;
import bloomward.agent.browser.install.BrowserState;
import bloomward.agent.browser.install.FoundBrowser;
import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.OutputOption;
import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.AgentPlace;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.install.Audience;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.Machine;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.RequestException;
import bloomward.program.command.CommandException;
import bloomward.program.command.CommandRun;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bloomward browser status`: the extension in the browsers of this machine.
@Command(name = "status", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {
            "Shows every browser that is found, the rung that can be expected in it, and the one that open "
                    + "browsers report to the running agent.",
            "full: nothing is sent to a listed site. limited: pages are stopped, frames and parts are not. late: a page may "
                    + "show before the warning. none: no protection.",
            "Compares all files with those that were written. Without a running agent, nothing is protected.",
            "Exit code: 0 installed, as written, and the agent protects; 1 not installed, changed, less than expected, or "
                    + "the agent is absent, damaged, or without valid lists; 2 an error."},
        footer = {"", "Example: bloomward browser status -o json"})
final class BrowserStatusCommand implements Callable<Integer>, SettingOptions.Taker {

    private final Io io;
    private final Places places;
    private final ConfigOptions settings = ConfigOptions.place();

    @Option(names = "--system", description = "Only what was installed for all users of the machine.")
    private boolean system;

    @Option(names = "--root", paramLabel = "FOLDER", description = "Look at the files below this folder instead of /.")
    private Optional<Path> root = Optional.empty();

    @Mixin
    private OutputOption output = new OutputOption();

    BrowserStatusCommand(Io io, Places places) {
        this.io = io;
        this.places = places;
    }

    @Override
    public SettingOptions<?> settingOptions() {
        return settings.options();
    }

    @Override
    public Integer call() throws IOException, SettingException, CommandException {
        Machine own = Machine.ofProcess(io.environment());
        Machine machine = root.map(folder -> new Machine(folder, own.environment(), own.runner())).orElse(own);
        Optional<AgentStatus> agent = agent(settings.resolve(io, places));
        try {
            List<BrowserInstallation> installations = installations(machine);
            List<BrowserState> states = states(installations);
            List<String> differences = new ArrayList<>();
            for (BrowserInstallation installation : installations) {
                differences.addAll(installation.differences());
            }
            List<ConnectedBrowser> reports = agent.map(AgentStatus::browsers).orElse(List.of());
            Optional<String> problem = problem(agent, states, reports, differences);
            new Facts().put("state", problem.orElse("as expected"))
                    .put("agent", agent.isPresent() ? "running" : "no agent is running")
                    .put("test", Shown.TEST_ADDRESS)
                    .put("browsers", states.stream().map(state -> row(state, reports)).toList())
                    .put("reports", reports.stream().map(BrowserStatusCommand::row).toList())
                    .put("differences", differences.stream().map(text -> new Facts().put("difference", text)).toList())
                    .write(io, output.format());
            return problem.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
        } catch (InstallException e) {
            throw CommandException.refused(CommandRun.words(e));
        }
    }

    /// The worst that is wrong.
    private static Optional<String> problem(Optional<AgentStatus> agent, List<BrowserState> states,
            List<ConnectedBrowser> reports, List<String> differences) {
        if (agent.isEmpty()) {
            return Optional.of("nothing is protected: no agent is running");
        }
        AgentStatus.State state = agent.get().state();
        if (state == AgentStatus.State.NOT_ENROLLED) {
            return Optional.of("nothing is protected: the agent is not enrolled");
        }
        if (state == AgentStatus.State.NOT_PROTECTED) {
            return Optional.of("nothing is protected: the agent has no lists that it can use");
        }
        if (states.stream().noneMatch(one -> one.expected().isPresent())) {
            return Optional.of("nothing is protected: the extension is not installed");
        }
        if (states.stream().anyMatch(one -> isLess(one, reports))) {
            return Optional.of("a browser reports less protection than expected");
        }
        if (agent.get().isExpired()) {
            return Optional.of("the lists have expired: of pages that are not listed, nothing is known");
        }
        if (state == AgentStatus.State.DAMAGED) {
            return Optional.of("lists of the agent are damaged");
        }
        return differences.isEmpty() ? Optional.empty() : Optional.of("files differ from those that were written");
    }

    private List<BrowserInstallation> installations(Machine machine) throws IOException, InstallException {
        List<BrowserInstallation> all = new ArrayList<>();
        if (!system && machine.folder("HOME").isPresent()) {
            all.add(BrowserInstallation.of(Audience.USER, machine));
        }
        all.add(BrowserInstallation.of(Audience.SYSTEM, machine));
        return all;
    }

    /// The state of each browser, from the installation that protects it better.
    private static List<BrowserState> states(List<BrowserInstallation> installations)
            throws IOException, InstallException {
        List<BrowserState> best = new ArrayList<>();
        for (BrowserInstallation installation : installations) {
            for (BrowserState state : installation.states()) {
                Optional<BrowserState> other = best.stream()
                        .filter(known -> known.browser() == state.browser() && known.found().equals(state.found()))
                        .findFirst();
                if (other.isEmpty()) {
                    best.add(state);
                } else if (order(state) < order(other.get())) {
                    best.set(best.indexOf(other.get()), state);
                }
            }
        }
        return best;
    }

    private static int order(BrowserState state) {
        return state.expected().map(Rung::ordinal).orElse(Rung.values().length);
    }

    private static boolean isLess(BrowserState state, List<ConnectedBrowser> reports) {
        return state.expected().isPresent() && reports.stream()
                .filter(report -> isOf(state, report))
                .anyMatch(report -> report.rung().compareTo(state.expected().get()) > 0);
    }

    private static boolean isOf(BrowserState state, ConnectedBrowser report) {
        return report.browser().toLowerCase(Locale.ROOT).contains(state.browser().title().toLowerCase(Locale.ROOT));
    }

    private static Facts row(BrowserState state, List<ConnectedBrowser> reports) {
        return new Facts().put("browser", state.browser().title())
                .put("version", state.found().map(FoundBrowser::version).orElse(""))
                .put("packaging", Shown.packaging(state))
                .put("expected", state.expected().map(BrowserStatusCommand::word).orElse("not installed"))
                .put("reported",
                        reports.stream()
                                .filter(report -> isOf(state, report))
                                .map(report -> word(report.rung()))
                                .findFirst()
                                .orElse("-"))
                .put("note", state.reason());
    }

    private static Facts row(ConnectedBrowser report) {
        return new Facts().put("browser", report.browser())
                .put("extension", report.extension())
                .put("rung", word(report.rung()))
                .put("since", report.since().toString());
    }

    private static String word(Rung rung) {
        return rung.name().toLowerCase(Locale.ROOT);
    }

    private static Optional<AgentStatus> agent(Config config) throws IOException, CommandException {
        for (AgentPlace place : config.agents()) {
            Optional<SocketClient> agent = SocketClient.connect(place.socket());
            if (agent.isPresent()) {
                try (SocketClient connected = agent.get()) {
                    return Optional.of(connected.status());
                } catch (RequestException e) {
                    throw CommandException.error(place.socket() + ": " + e.getMessage());
                }
            }
        }
        return Optional.empty();
    }
}
