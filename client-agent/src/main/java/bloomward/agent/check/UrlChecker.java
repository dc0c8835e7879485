package bloomward.agent.check;

import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Reason;
import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.store.Protection;
import bloomward.format.confirm.Scope;
import bloomward.format.release.Freshness;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Judges one URL after another. Made once and used for many, by one thread.
///
/// A URL that no filter finds costs its canonical form, a hash for each expression and list, and mostly one cache line for
/// each hash: nothing is allocated, nothing is sent. What hits goes to [HitJudge]. Whatever cannot be read is never taken
/// for "not there".
public final class UrlChecker {

    private static final Verdict CLEAN = new Clean();
    private static final Verdict STALE = new Unknown(Reason.STALE, "not found, but the lists may not be the newest");
    private static final Verdict EXPIRED = new Unknown(Reason.EXPIRED,
            "not found, but the validity of the lists has ended");
    private static final Verdict NO_DATA = new Unknown(Reason.NO_DATA, "no lists are installed");

    private final CheckPolicy policy;
    private final HitJudge judge;
    private final Clock clock;

    private final UrlExpressions url = new UrlExpressions();
    private final long[] hashes = new long[ListProbe.MAX_HASHES];
    private long[] hits = {};
    private boolean canonical;

    /// The protection that was asked last, and the set that it makes.
    private Optional<Protection> protection = Optional.empty();
    private Optional<ListSet> setOfProtection = Optional.empty();
    /// The set that was asked last, and how fresh it was in which second.
    private Optional<ListSet> used = Optional.empty();
    private Optional<Freshness> freshness = Optional.empty();
    private long second;

    /// @param confirmer asked about hits, and about nothing else
    public UrlChecker(CheckPolicy policy, Confirmer confirmer, Clock clock) {
        this.policy = policy;
        this.judge = new HitJudge(policy, confirmer);
        this.clock = clock;
    }

    /// A verdict, and what was done to come to it.
    public record Explanation(Verdict verdict, List<Step> steps) {

        public Explanation {
            steps = List.copyOf(steps);
        }
    }

    /// Judges the URL in `length` bytes from `offset` on.
    ///
    /// @param current stays mapped until this returns
    public Verdict check(Protection current, byte[] bytes, int offset, int length) {
        return check(setOf(current), bytes, offset, length);
    }

    /// Judges a URL by a set that is not an agent's, such as a file.
    public Verdict check(ListSet current, byte[] bytes, int offset, int length) {
        use(current);
        Optional<Unjudgeable> problem = url.read(bytes, offset, length);
        canonical = problem.isEmpty();
        return problem.isPresent() ? unjudgeable(problem.get()) : judgeReadable(current, _ -> {});
    }

    /// What can be said of a URL where nothing is installed.
    public Verdict checkWithoutData(byte[] bytes, int offset, int length) {
        used = Optional.empty();
        freshness = Optional.empty();
        Optional<Unjudgeable> problem = url.read(bytes, offset, length);
        canonical = problem.isEmpty();
        return problem.isPresent() ? unjudgeable(problem.get()) : NO_DATA;
    }

    /// As [#check], telling why. Slow.
    public Explanation explain(Protection current, byte[] bytes, int offset, int length) {
        return explain(setOf(current), bytes, offset, length);
    }

    /// As [#check], telling why. Slow.
    public Explanation explain(ListSet current, byte[] bytes, int offset, int length) {
        use(current);
        List<Step> steps = new ArrayList<>();
        Optional<Unjudgeable> problem = url.read(bytes, offset, length);
        canonical = problem.isEmpty();
        if (problem.isPresent()) {
            steps.add(new Step.Unjudgeable(problem.get().reason()));
            return new Explanation(unjudgeable(problem.get()), steps);
        }
        steps.add(new Step.Canonical(url.canonical()));
        for (int i = 0; i < url.count(); i++) {
            steps.add(new Step.Expression(url.expression(i), scope(url.start(i), url.end(i))));
        }
        steps.add(new Step.Expression(url.exact(), Scope.EXACT));
        current.missing().forEach(name -> steps.add(new Step.Unreadable(name, "its files are damaged or not there")));
        for (int list = 0; list < current.count(); list++) {
            explain(current.list(list), steps);
        }
        return new Explanation(judgeReadable(current, steps::add), steps);
    }

    /// Whether the last URL has a canonical form.
    public boolean hasCanonical() {
        return canonical;
    }

    /// The last URL, read; to be asked for its forms only, and only if it [#hasCanonical].
    public UrlExpressions url() {
        return url;
    }

    /// How far the last verdict can be relied on; empty where there is no data, or nobody said.
    public Optional<Freshness> freshness() {
        return freshness;
    }

    @SuppressWarnings("ReferenceEquality") // to compare two by their content takes longer than to check
    private ListSet setOf(Protection current) {
        if (setOfProtection.isPresent() && protection.isPresent() && protection.get() == current) {
            return setOfProtection.get();
        }
        ListSet made = ListSet.of(current);
        protection = Optional.of(current);
        setOfProtection = Optional.of(made);
        return made;
    }

    /// Notes expire at whole seconds (FORMAT.md 17.1), so within one second nothing changes.
    private void use(ListSet current) {
        long now = Math.floorDiv(clock.millis(), 1000L);
        if (now == second && used.isPresent() && used.get() == current) {
            return;
        }
        freshness = current.freshnessAt(clock.instant());
        second = now;
        used = Optional.of(current);
        if (hits.length < current.count()) {
            hits = new long[current.count()];
        }
    }

    /// The JVM may report that a mapped file was cut short a little later than it was read.
    private Verdict judgeReadable(ListSet current, Consumer<Step> steps) {
        try {
            return judge(current, steps);
        } catch (InternalError _) {
            return damaged(List.of());
        }
    }

    private Verdict judge(ListSet current, Consumer<Step> steps) {
        long found = 0;
        List<String> unread = current.missing();
        for (int list = 0; list < current.count(); list++) {
            try {
                hits[list] = current.list(list).hits(url, hashes);
                found |= hits[list];
            } catch (InternalError _) {
                hits[list] = 0;
                unread = with(unread, current.list(list).name());
            }
        }
        if (found == 0 && unread.isEmpty()) {
            return notFound();
        }
        Optional<Verdict> verdict = judge.judge(url, current, hits, steps);
        return verdict.isPresent() ? verdict.get() : unread.isEmpty() ? notFound() : damaged(unread);
    }

    private static List<String> with(List<String> names, String name) {
        return Stream.concat(names.stream(), Stream.of(name)).toList();
    }

    private static Verdict damaged(List<String> lists) {
        return new Unknown(Reason.DAMAGED, "not found, but what cannot be read may have it: " + (lists.isEmpty()
                ? "a list"
                : "list " + String.join(", list ", lists)));
    }

    private Verdict notFound() {
        return freshness.isEmpty() ? CLEAN : switch (freshness.get()) {
            case FRESH -> CLEAN;
            case STALE -> policy.staleIsClean() ? CLEAN : STALE;
            case EXPIRED -> EXPIRED;
        };
    }

    private static Verdict unjudgeable(Unjudgeable problem) {
        return new Unknown(Reason.UNJUDGEABLE, problem.reason());
    }

    private void explain(ListProbe list, List<Step> steps) {
        try {
            for (int i = 0; i < url.count(); i++) {
                steps.add(filters(list, url.expression(i), url.start(i), url.end(i)));
            }
            steps.add(filters(list, url.exact(), 0, url.end()));
        } catch (InternalError e) {
            steps.add(new Step.Unreadable(list.name(), String.valueOf(e.getMessage())));
        }
    }

    private Step filters(ListProbe list, String expression, int start, int end) {
        boolean flat = list.firstHas(url.buffer(), start, end - start);
        boolean packed = list.secondHas(url.buffer(), start, end - start);
        return new Step.Filters(list.name(), list.version(), expression, flat, packed);
    }

    private Scope scope(int start, int end) {
        return Scope.of(url.buffer(), start, end - start);
    }
}
