package bloomward.agent.check;

import bloomward.agent.check.HitJudge.Found;
import bloomward.agent.check.HitJudge.Hits;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Reason;
import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.store.Protection;
import bloomward.format.lookup.UrlLookup;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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

    private final UrlLookup lookup = new UrlLookup();
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
    public record Explanation(Verdict verdict, List<CheckStep> steps) {

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
        Optional<Unjudgeable> problem = lookup.read(bytes, offset, length);
        canonical = problem.isEmpty();
        return judgeRead(current, problem, _ -> {});
    }

    /// The verdict on a URL when nothing is installed.
    public Verdict checkWithoutData(byte[] bytes, int offset, int length) {
        used = Optional.empty();
        freshness = Optional.empty();
        Optional<Unjudgeable> problem = lookup.read(bytes, offset, length);
        canonical = problem.isEmpty();
        return problem.isPresent() ? unjudgeable(problem.get()) : NO_DATA;
    }

    /// Like [#check], with the steps. Slow.
    public Explanation explain(Protection current, byte[] bytes, int offset, int length) {
        return explain(setOf(current), bytes, offset, length);
    }

    /// Like [#check], with the steps. Slow.
    public Explanation explain(ListSet current, byte[] bytes, int offset, int length) {
        use(current);
        List<CheckStep> steps = new ArrayList<>();
        Optional<Unjudgeable> problem = lookup.read(bytes, offset, length);
        canonical = problem.isEmpty();
        if (problem.isPresent()) {
            steps.add(new CheckStep.Unjudgeable(problem.get().reason()));
        } else {
            steps.add(new CheckStep.Canonical(url().canonical()));
        }
        for (int i = 0; i < url().count(); i++) {
            steps.add(new CheckStep.Candidate(url().expression(i)));
        }
        current.missing()
                .forEach(name -> steps.add(new CheckStep.Unreadable(name, "its files are damaged or not there")));
        for (int list = 0; list < current.count(); list++) {
            explain(current.list(list), steps);
        }
        return new Explanation(judgeRead(current, problem, steps::add), steps);
    }

    /// Whether the last URL has a canonical form.
    public boolean hasCanonical() {
        return canonical;
    }

    /// The last URL, read; to be asked for its forms only, and only if it [#hasCanonical].
    public UrlExpressions url() {
        return lookup.url();
    }

    /// How far the last verdict can be relied on; empty without data, or without a signed validity.
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
    }

    /// Of a URL that cannot be judged, the host may be listed; nothing else counts then.
    private Verdict judgeRead(ListSet current, Optional<Unjudgeable> problem, Consumer<CheckStep> steps) {
        if (problem.isEmpty()) {
            return judgeReadable(current, steps);
        }
        return url().count() > 0 && judgeReadable(current, steps) instanceof Verdict.Listed listed
                ? listed
                : unjudgeable(problem.get());
    }

    /// The JVM may report that a mapped file was cut short a little later than it was read.
    private Verdict judgeReadable(ListSet current, Consumer<CheckStep> steps) {
        try {
            return judge(current, steps);
        } catch (InternalError _) {
            return damaged(List.of());
        }
    }

    private Verdict judge(ListSet current, Consumer<CheckStep> steps) {
        List<Hits> hits = List.of();
        List<String> unread = current.missing();
        if (current.count() == 0 && unread.isEmpty()) { // its publisher has deleted the last list that is used here
            return NO_DATA;
        }
        for (int i = 0; i < current.count(); i++) {
            ListProbe list = current.list(i);
            try {
                List<Expression> found = lookup.find(list.filter());
                hits = found.isEmpty() ? hits : with(hits, new Hits(list, found));
            } catch (InternalError _) {
                unread = with(unread, list.name());
            }
        }
        if (hits.isEmpty() && unread.isEmpty()) {
            return notFound();
        }
        return judge.judge(url(), current.allow(), current.timeAt(clock.instant()), new Found(hits, unread), steps)
                .orElseGet(this::notFound);
    }

    private static <T> List<T> with(List<T> some, T one) {
        List<T> all = new ArrayList<>(some);
        all.add(one);
        return all;
    }

    static Verdict damaged(List<String> lists) {
        return new Unknown(Reason.DAMAGED, "not found, but what cannot be read may have it: "
                + (lists.isEmpty() ? "a list" : "list " + String.join(", list ", lists)));
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

    private void explain(ListProbe list, List<CheckStep> steps) {
        try {
            for (int i = 0; i < url().count(); i++) {
                Expression expression = url().expression(i);
                steps.add(new CheckStep.Filters(list.name(), list.version(), expression,
                        list.flat().mightContain(expression), list.packed().mightContain(expression)));
            }
        } catch (InternalError e) {
            steps.add(new CheckStep.Unreadable(list.name(), String.valueOf(e.getMessage())));
        }
    }
}
