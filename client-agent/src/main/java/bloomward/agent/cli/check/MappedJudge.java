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
import java.util.function.Supplier;

/// Asks lists that are mapped into this process, and looks for newer ones ([SharedLists]).
public final class MappedJudge implements Judge {

    private final SharedLists lists;
    private final Supplier<UrlChecker> checkers;
    private final UrlChecker checker;
    private final boolean explains;
    private final LongSupplier nanoTime;
    private SharedLists.Lease lease;
    private long lookedAt;
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
    /// @param checkers makes the checker of this judge, and those of others for further threads
    /// @param explains whether steps are recorded, which is slow
    /// @param nanoTime as [System#nanoTime]
    public MappedJudge(Mapped mapped, Source source, Supplier<UrlChecker> checkers, boolean explains,
            LongSupplier nanoTime) {
        this(new SharedLists(mapped, source, nanoTime), checkers, explains, nanoTime);
    }

    private MappedJudge(SharedLists lists, Supplier<UrlChecker> checkers, boolean explains, LongSupplier nanoTime) {
        this.lists = lists;
        this.lease = lists.take();
        this.checkers = checkers;
        this.checker = checkers.get();
        this.explains = explains;
        this.nanoTime = nanoTime;
        this.lookedAt = nanoTime.getAsLong();
        this.canonical = Optional.of(new CanonicalUrl.Read(checker.url()));
    }

    @Override
    public CheckResult judge(byte[] bytes, int offset, int length) {
        long start = nanoTime.getAsLong();
        if (start - lookedAt >= SharedLists.LOOK_EVERY_NANOS) {
            lookedAt = start;
            lease = lists.exchange(lease);
        }
        ListSet set = lease.mapped().lists();
        Verdict verdict;
        List<CheckStep> steps = List.of();
        if (explains) {
            UrlChecker.Explanation explanation = checker.explain(set, bytes, offset, length);
            steps = explanation.steps();
            verdict = explanation.verdict();
        } else {
            verdict = checker.check(set, bytes, offset, length);
        }
        long elapsedNanos = nanoTime.getAsLong() - start;
        return new CheckResult(verdict, checker.hasCanonical() ? canonical : Optional.empty(), checker.freshness(),
                elapsedNanos / 1000, steps);
    }

    @Override
    public Optional<Judge> another() {
        return Optional.of(new MappedJudge(lists, checkers, explains, nanoTime));
    }

    @Override
    public void close() {
        lists.giveBack(lease);
    }
}
