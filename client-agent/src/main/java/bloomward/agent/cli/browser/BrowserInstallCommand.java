package bloomward.agent.cli.browser;

import bloomward.agent.browser.Rung;
import bloomward.agent.browser.install.Browser;
import bloomward.agent.browser.install.BrowserInstallation;
import bloomward.agent.browser.install.BrowserInstallation.Wish;
import bloomward.agent.browser.install.BrowserState;
import bloomward.agent.browser.install.ExtensionKey;
import bloomward.agent.browser.install.FoundBrowser;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.Machine;
import bloomward.agent.install.Plan;
import bloomward.program.command.CommandException;
import bloomward.program.command.CommandRun;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bloomward browser install`: brings the extension into the browsers of this machine.
@Command(name = "install", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Copies the extension to a lasting place and lets browsers start the host that reaches the agent.",
    "With --system, policies install the extension for every user; only then do Chromium and its kin stop every "
            + "request. Without it, you load the extension yourself, in the way that is shown.",
    "Run again, it upgrades the extension. Policies and files of others are kept.",
    "Exit code: 0 installed, 1 refused, or a browser remains unprotected, 2 an error."},
        footer = {"", "Example: bloomward browser install --dry-run"})
final class BrowserInstallCommand implements Callable<Integer> {

    private static final List<String> JAVA_HOMES = List.of("BLOOMWARD_JAVA_HOME", "JAVA_HOME");
    private static final String SOCKET = "BLOOMWARD_SOCKET";

    private final Io io;

    @Mixin
    private BrowserOptions options = new BrowserOptions();

    @Option(names = "--socket", paramLabel = "PATH",
            description = "Socket of the agent that browsers ask (default: $BLOOMWARD_SOCKET, or as the settings say when "
                    + "the browser starts).")
    private Optional<Path> socket = Optional.empty();

    @Option(names = "--xpi", paramLabel = "FILE",
            description = "The XPI as Mozilla signed it, instead of the program's.")
    private Optional<Path> xpi = Optional.empty();

    @Option(names = "--allow-unsigned",
            description = "With --system: let Firefox accept every unsigned add-on; only ESR of some distributions and "
                    + "developer builds obey.")
    private boolean allowsUnsigned;

    BrowserInstallCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, CommandException {
        try {
            Machine machine = options.machine(io);
            BrowserInstallation installation = BrowserInstallation.of(options.audience(), machine);
            Wish wish = new Wish(Extensions.ofProgram(xpi), Extensions.home(), variables(), allowsUnsigned,
                    ExtensionKey::make);
            Plan plan = installation.install(wish, browsers(installation));
            if (options.isDryRun()) {
                Shown.plan(plan, io);
                return ExitCode.DONE;
            }
            plan.carryOut();
            plan.notes().forEach(note -> io.err().println("note: " + note));
            return told(BrowserInstallation.of(options.audience(), machine).states());
        } catch (InstallException e) {
            throw CommandException.refused(CommandRun.words(e));
        }
    }

    private Set<Browser> browsers(BrowserInstallation installation) throws InstallException {
        if (!options.browsers().isEmpty()) {
            return options.browsers();
        }
        Set<Browser> found = installation.found()
                .stream()
                .filter(FoundBrowser::isReachable)
                .map(FoundBrowser::browser)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Browser.class)));
        if (found.isEmpty() && !installation.exists()) {
            throw new InstallException(installation.found().isEmpty()
                    ? "no browser was found; name one with --browser"
                    : "only browsers in sandboxes were found (snap, flatpak), which start no program of this machine; "
                            + "install one as a package");
        }
        return found;
    }

    /// The variables of this shell that the host needs; a browser is not started by this shell.
    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        Optional<String> ofShell = Optional.ofNullable(io.environment().get(SOCKET)).filter(text -> !text.isEmpty());
        socket.or(() -> ofShell.map(Path::of))
                .ifPresent(path -> variables.put(SOCKET, path.toAbsolutePath().normalize().toString()));
        String java = System.getProperty("java.home", "");
        if (JAVA_HOMES.stream().map(io.environment()::get).anyMatch(java::equals)) {
            variables.put(JAVA_HOMES.getFirst(), java);
        }
        return variables;
    }

    private int told(List<BrowserState> states) {
        boolean isProtected = true;
        for (BrowserState state : states) {
            if (state.expected().isPresent() || state.found().filter(found -> !found.isReachable()).isPresent()) {
                Rung rung = state.expected().orElse(Rung.NONE);
                isProtected &= rung != Rung.NONE || state.expected().isEmpty();
                io.err()
                        .println(Shown.name(state) + ": " + rung.name().toLowerCase(Locale.ROOT) + ": "
                                + state.reason());
            }
        }
        io.err()
                .println("Restart open browsers. The proof: open " + Shown.TEST_ADDRESS
                        + ", or another category of your lists; 'bloomward browser status' shows what browsers report.");
        return isProtected ? ExitCode.DONE : ExitCode.REFUSED;
    }
}
