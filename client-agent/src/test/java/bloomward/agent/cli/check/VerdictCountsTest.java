package bloomward.agent.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Match;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import bloomward.program.command.ExitCode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// How a run of checks ends.
final class VerdictCountsTest {

    private static final Expression EXPRESSION = new Expression("evil.example/");
    private static final Verdict CLEAN = new Verdict.Clean();
    private static final Verdict ALLOWED = new Verdict.Allowed(EXPRESSION);
    private static final Verdict LISTED = new Verdict.Listed(
            new Match("malware", 1, EXPRESSION, Optional.empty(), false), List.of());
    private static final Verdict UNKNOWN = new Verdict.Unknown(Verdict.Reason.UNJUDGEABLE, "empty");

    private static VerdictCounts counts(Freshness freshness, Verdict... verdicts) {
        VerdictCounts counts = new VerdictCounts();
        for (Verdict verdict : verdicts) {
            counts.add(new CheckResult(verdict, Optional.empty(), Optional.of(freshness), 1, List.of()));
        }
        return counts;
    }

    @Test
    void theExitCodeSaysWhetherAnythingIsListed() {
        assertThat(counts(Freshness.FRESH, CLEAN, ALLOWED).exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(counts(Freshness.STALE, CLEAN, LISTED, ALLOWED).exitCode()).isEqualTo(ExitCode.FOUND);
    }

    @Test
    void whatIsNotCertainIsNoEndLikeAnyOther() {
        assertThat(counts(Freshness.FRESH, LISTED, UNKNOWN).exitCode()).isEqualTo(ExitCode.ERROR);
        assertThat(counts(Freshness.EXPIRED, LISTED).exitCode()).isEqualTo(ExitCode.FOUND);
        assertThat(counts(Freshness.EXPIRED, LISTED, CLEAN).exitCode()).isEqualTo(ExitCode.ERROR);
    }

    @Test
    void addsTheCountsOfOthers() {
        VerdictCounts all = counts(Freshness.FRESH, CLEAN, ALLOWED, LISTED);
        all.add(counts(Freshness.EXPIRED, CLEAN, CLEAN));
        assertThat(all.exitCode()).isEqualTo(ExitCode.ERROR);
        assertThat(all.withoutListed()).isEqualTo("not shown: 3 clean, 1 allowed, 0 unknown");
    }
}
