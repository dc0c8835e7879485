package bloomward.agent.cli.browser;

import bloomward.agent.browser.install.Browser;
import bloomward.agent.install.Audience;
import bloomward.agent.install.Machine;
import bloomward.program.terminal.Io;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/// The options of commands that install into browsers or remove from them.
final class BrowserOptions {

    @Option(names = "--system", description = "For all users of the machine, with policies; needs root.")
    private boolean system;

    @Option(names = "--browser", paramLabel = "chromium|chrome|edge|brave|firefox", split = ",",
            description = "Only this browser; may be repeated (default: all that are found).")
    private List<Browser> browsers = List.of();

    @Option(names = "--dry-run", description = "Show every file and command; write nothing.")
    private boolean dryRun;

    @Option(names = "--root", paramLabel = "FOLDER",
            description = "Work on the files below this folder instead of /, such as those of an image.")
    private Optional<Path> root = Optional.empty();

    Audience audience() {
        return system ? Audience.SYSTEM : Audience.USER;
    }

    /// The named browsers; none means all.
    Set<Browser> browsers() {
        return browsers.isEmpty() ? EnumSet.noneOf(Browser.class) : EnumSet.copyOf(browsers);
    }

    boolean isDryRun() {
        return dryRun;
    }

    Machine machine(Io io) {
        Machine machine = Machine.ofProcess(io.environment());
        return root.map(folder -> new Machine(folder, machine.environment(), machine.runner())).orElse(machine);
    }
}
