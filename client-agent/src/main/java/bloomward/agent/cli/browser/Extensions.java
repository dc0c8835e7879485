package bloomward.agent.cli.browser;

import bloomward.agent.browser.install.ExtensionSource;
import bloomward.agent.install.InstallException;
import bloomward.program.command.CommandException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The extension that belongs to the running program.
final class Extensions {

    private Extensions() {}

    /// The folder of the running program.
    static Path home() throws CommandException {
        String home = System.getProperty("bloomward.home", "");
        if (home.isEmpty()) {
            throw CommandException.error("the program cannot find its own folder; start it with bin/bloomward");
        }
        return Path.of(home);
    }

    /// @param xpi to use instead of the program's
    static ExtensionSource ofProgram(Optional<Path> xpi) throws IOException, InstallException, CommandException {
        ExtensionSource source = ExtensionSource.of(home());
        return xpi.isPresent() ? source.withXpi(xpi.get()) : source;
    }
}
