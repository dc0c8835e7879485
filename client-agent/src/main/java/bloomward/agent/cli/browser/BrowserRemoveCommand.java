package bloomward.agent.cli.browser;

import bloomward.agent.browser.install.BrowserInstallation;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.Plan;
import bloomward.program.command.CommandException;
import bloomward.program.command.CommandRun;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `bloomward browser remove`: removes what `install` wrote.
@Command(name = "remove", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Removes what 'browser install' wrote, the key included, and takes its members out of the policies of "
            + "others. Everything else in them stays.",
    "An extension that you loaded yourself is removed in the browser.", "Exit code: 0 removed, 1 refused, 2 an error."},
        footer = {"", "Example: bloomward browser remove --dry-run"})
final class BrowserRemoveCommand implements Callable<Integer> {

    private final Io io;

    @Mixin
    private BrowserOptions options = new BrowserOptions();

    BrowserRemoveCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, CommandException {
        try {
            BrowserInstallation installation = BrowserInstallation.of(options.audience(), options.machine(io));
            Plan plan = options.browsers().isEmpty() ? installation.remove() : installation.remove(options.browsers());
            if (options.isDryRun()) {
                Shown.plan(plan, io);
            } else {
                plan.carryOut();
                io.err().println("Removed. Restart open browsers.");
            }
            return ExitCode.DONE;
        } catch (InstallException e) {
            throw CommandException.refused(CommandRun.words(e));
        }
    }
}
