package bloomward.agent.cli.io;

import picocli.CommandLine.Option;

/// How a command shows its [Facts].
public final class OutputOption {

    @Option(names = {"-o", "--output"}, paramLabel = "human|json", defaultValue = "human",
            description = "For a person, or one JSON object (default: ${DEFAULT-VALUE}).")
    private Facts.Format format = Facts.Format.HUMAN;

    public Facts.Format format() {
        return format;
    }

    public boolean isJson() {
        return format == Facts.Format.JSON;
    }
}
