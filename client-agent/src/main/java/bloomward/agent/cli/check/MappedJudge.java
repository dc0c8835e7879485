package bloomward.agent.cli.check;

import bloomward.agent.check.CheckStep;
import bloomward.agent.check.ListSet;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.format.FormatException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Asks lists that are mapped into this process.
///
/// A check that follows a growing log runs for days, so once a minute it looks for newer lists. If those cannot be opened,
/// the open ones go on, and say how old they are.
public final class MappedJudge implements Judge {

    private static final long LOOK_EVERY_NANOS = 60_000_000_000L;

    private final Source source;
    private final UrlChecker checker;
    private final boolean explains;
    private final LongSupplier nanoTime;
    private Mapped mapped;
    private long openedAt;
    /// Of whichever URL the checker read last.
    private final Optional<CanonicalUrl> canonical;

    /// Lists, and the mapping under them.
    public record Mapped(ListSet lists, Mapping mapping) {}

    /// A mapping, which lasts until it is closed.
    public interface Mapping extends AutoCloseable {

        @Override
        void close();
    }

    /// Where lists come from.
    @FunctionalInterface
    public interface Source {

        /// Opens the lists that are there now.
        ///
        /// @return empty if there is nothing newer than what was opened last
        Optional<Mapped> open() throws IOException, FormatException;
    }

    /// @param mapped asked until there is something newer, and closed by this
    /// @param source of what is newer
    /// @param explains whether steps are recorded, which is slow
    /// @param nanoTime as [System#nanoTime]
    public MappedJudge(Mapped mapped, Source source, UrlChecker checker, boolean explains, LongSupplier nanoTime) {
        this.mapped = mapped;
        this.source = source;
        this.checker = checker;
        this.explains = explains;
        this.nanoTime = nanoTime;
        this.openedAt = nanoTime.getAsLong();
        this.canonical = Optional.of(new CanonicalUrl.Read(checker.url()));
    }

    @Override
    public CheckResult judge(byte[] bytes, int offset, int length) {
        long start = nanoTime.getAsLong();
        if (start - openedAt >= LOOK_EVERY_NANOS) {
            openedAt = start;
            takeNewer();
        }
        Verdict verdict;
        List<CheckStep> steps = List.of();
        if (explains) {
            UrlChecker.Explanation explanation = checker.explain(mapped.lists(), bytes, offset, length);
            steps = explanation.steps();
            verdict = explanation.verdict();
        } else {
            verdict = checker.check(mapped.lists(), bytes, offset, length);
        }
        long elapsedNanos = nanoTime.getAsLong() - start;
        return new CheckResult(verdict, checker.hasCanonical() ? canonical : Optional.empty(), checker.freshness(),
                elapsedNanos / 1000, steps);
    }

    private void takeNewer() {
        Optional<Mapped> newer;
        try {
            newer = source.open();
        } catch (IOException | FormatException _) {
            return;
        }
        if (newer.isPresent()) {
            mapped.mapping().close();
            mapped = newer.get();
        }
    }

    @Override
    public void close() {
        mapped.mapping().close();
    }
}
