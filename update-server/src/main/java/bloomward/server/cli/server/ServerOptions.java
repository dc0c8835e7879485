package bloomward.server.cli.server;

import bloomward.server.cli.GlobalOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// `bloomward-server` itself: the options of every command, before or after its name.
@Command(name = "bloomward-server", mixinStandardHelpOptions = true, usageHelpWidth = 100, sortOptions = false,
        description = {"Maintains block lists, publishes them signed, and serves them to agents.",
            "Exit code: 0 on success; 1 if refused or if 'verify' finds a problem; 2 on errors."},
        footer = {"", "Settings: option > environment BLOOMWARD_SERVER_* > --config FILE or server.toml in the data"
                + " folder > default.",
            "Example: bloomward-server serve --data-dir /srv/bloomward"})
final class ServerOptions {

    @Option(names = {"-o", "--output"}, scope = ScopeType.INHERIT, paramLabel = "human|json", defaultValue = "human",
            description = "Text for people or one JSON object (default: ${DEFAULT-VALUE}).")
    private GlobalOptions.Format format = GlobalOptions.Format.HUMAN;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Short for -o json.")
    private boolean json;

    boolean isJson() {
        return json || format == GlobalOptions.Format.JSON;
    }
}
