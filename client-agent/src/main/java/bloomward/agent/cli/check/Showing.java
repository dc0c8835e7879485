package bloomward.agent.cli.check;

import bloomward.agent.check.Verdict;
import bloomward.program.command.CommandException;
import picocli.CommandLine.Option;

/// The results that a run of `check` shows.
final class Showing {

    @Option(names = {"-q", "--quiet"}, description = "Show nothing; only the exit code tells the result.")
    private boolean quiet;

    @Option(names = "--listed-only",
            description = "Show only what is listed; standard error tells how many others there are.")
    private boolean listedOnly;

    @Option(names = "--summary", description = "Show only how many URLs have which verdict (-o human or json).")
    private boolean summary;

    void requireOne() throws CommandException {
        if ((quiet ? 1 : 0) + (listedOnly ? 1 : 0) + (summary ? 1 : 0) > 1) {
            throw CommandException.error("--quiet, --listed-only and --summary exclude each other");
        }
    }

    boolean isSummary() {
        return summary;
    }

    boolean isListedOnly() {
        return listedOnly;
    }

    /// Whether there is an output of results.
    boolean hasResults() {
        return !quiet && !summary;
    }

    boolean shows(CheckResult result) {
        return hasResults() && (!listedOnly || result.verdict() instanceof Verdict.Listed);
    }
}
