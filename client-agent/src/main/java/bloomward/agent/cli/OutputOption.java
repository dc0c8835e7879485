package bloomward.agent.cli;

import picocli.CommandLine.Option;

/// How a command shows its [Facts].
final class OutputOption {

    @Option(names = {"-o",
        "--output"}, paramLabel = "human|json", defaultValue = "human",
            description = "For a person, or one JSON object (default: ${DEFAULT-VALUE}).")
    private Facts.Format format = Facts.Format.HUMAN;

    Facts.Format format() {
        return format;
    }

    boolean isJson() {
        return format == Facts.Format.JSON;
    }
}
