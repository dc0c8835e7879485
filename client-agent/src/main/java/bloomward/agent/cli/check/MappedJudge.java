package bloomward.agent.cli.check;

import bloomward.agent.check.CheckStep;
import bloomward.agent.check.ListSet;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.format.FormatException;
import bloomward.format.release.Freshness;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Asks lists that are mapped into this process.
///
/// A command that follows a growing log runs for days, so it looks for newer lists once a minute. If they cannot be
/// opened, the open ones stay in use and report their age.
public final class MappedJudge implements Judge {

    private static final long LOOK_EVERY_NANOS = 60_000_000_000L;

    private final Source source;
    private final UrlChecker checker;
    private final boolean explains;
    private final LongSupplier nanoTime;
    private Mapped mapped;
    private long openedAt;
    private long elapsedNanos;
    private List<CheckStep> steps = List.of();

    /// Lists, and the mappings under them.
    public record Mapped(ListSet lists, Mapping mapping) {}

    /// A mapping that lasts until it is closed.
    public interface Mapping extends AutoCloseable {

        @Override
        void close();
    }

    /// A source of lists.
    @FunctionalInterface
    public interface Source {

        /// Opens the current lists.
        ///
        /// @return empty if nothing is newer than the lists opened last
        Optional<Mapped> open() throws IOException, FormatException;
    }

    /// @param mapped asked until newer lists are found, and closed by this
    /// @param source of newer lists
    /// @param explains whether [#steps] are recorded, which is slow
    /// @param nanoTime as [System#nanoTime]
    public MappedJudge(Mapped mapped, Source source, UrlChecker checker, boolean explains, LongSupplier nanoTime) {
        this.mapped = mapped;
        this.source = source;
        this.checker = checker;
        this.explains = explains;
        this.nanoTime = nanoTime;
        this.openedAt = nanoTime.getAsLong();
    }

    @Override
    public Verdict judge(byte[] bytes, int offset, int length) {
        long start = nanoTime.getAsLong();
        if (start - openedAt >= LOOK_EVERY_NANOS) {
            openedAt = start;
            takeNewer();
        }
        Verdict verdict;
        if (explains) {
            UrlChecker.Explanation explanation = checker.explain(mapped.lists(), bytes, offset, length);
            steps = explanation.steps();
            verdict = explanation.verdict();
        } else {
            verdict = checker.check(mapped.lists(), bytes, offset, length);
        }
        elapsedNanos = nanoTime.getAsLong() - start;
        return verdict;
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
    public boolean hasCanonical() {
        return checker.hasCanonical();
    }

    @Override
    public UrlExpressions url() {
        return checker.url();
    }

    @Override
    public Optional<Freshness> freshness() {
        return checker.freshness();
    }

    @Override
    public long elapsedMicros() {
        return elapsedNanos / 1000;
    }

    @Override
    public List<CheckStep> steps() {
        return steps;
    }

    @Override
    public void close() {
        mapped.mapping().close();
    }
}
