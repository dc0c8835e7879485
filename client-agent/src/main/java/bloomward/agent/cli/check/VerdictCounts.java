package bloomward.agent.cli.check;

import bloomward.agent.check.Verdict;
import bloomward.agent.cli.io.Facts;
import bloomward.format.release.Freshness;
import bloomward.program.command.ExitCode;
import java.util.Locale;
import java.util.Optional;

/// Counts verdicts.
final class VerdictCounts {

    private static final Optional<Freshness> EXPIRED = Optional.of(Freshness.EXPIRED);

    private long clean;
    private long listed;
    private long allowed;
    private long unknown;
    private boolean anyUncertain;

    void add(CheckResult result) {
        switch (result.verdict()) {
            case Verdict.Clean _ -> {
                clean++;
                anyUncertain |= result.freshness().equals(EXPIRED);
            }
            case Verdict.Allowed _ -> allowed++;
            case Verdict.Listed _ -> listed++;
            case Verdict.Unknown _ -> {
                unknown++;
                anyUncertain = true;
            }
        }
    }

    void add(VerdictCounts others) {
        clean += others.clean;
        listed += others.listed;
        allowed += others.allowed;
        unknown += others.unknown;
        anyUncertain |= others.anyUncertain;
    }

    int exitCode() {
        return anyUncertain ? ExitCode.ERROR : listed > 0 ? ExitCode.FOUND : ExitCode.DONE;
    }

    /// Everything but what is listed, in words.
    String withoutListed() {
        return String.format(Locale.ROOT, "not shown: %,d clean, %,d allowed, %,d unknown", clean, allowed, unknown);
    }

    Facts facts() {
        return new Facts().put("inputs", clean + listed + allowed + unknown)
                .put("clean", clean)
                .put("listed", listed)
                .put("allowed", allowed)
                .put("unknown", unknown);
    }
}
