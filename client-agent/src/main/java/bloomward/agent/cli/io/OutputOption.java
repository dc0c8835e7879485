package bloomward.agent.cli.io;

import picocli.CommandLine.Option;

/// The option that chooses the output format of [Facts].
public final class OutputOption {

    @Option(names = {"-o", "--output"}, paramLabel = "human|json", defaultValue = "human",
            description = "Output format: text, or one JSON object (default: ${DEFAULT-VALUE}).")
    private Facts.Format format = Facts.Format.HUMAN;

    public Facts.Format format() {
        return format;
    }

    public boolean isJson() {
        return format == Facts.Format.JSON;
    }
}
