package bloomward.agent.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Reason;
import bloomward.agent.confirm.Confirmation;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.crowd.Turns;
import bloomward.agent.socket.LocalApi.Checks;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.store.CurrentSet;
import bloomward.agent.store.ListFilter;
import bloomward.agent.store.Protection;
import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import bloomward.format.url.Expression;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/// Checks URLs by the set that is current at that moment. Safe for all threads.
final class Answering {

    /// A checker has buffers of some 50 KB, so a few are kept and lent.
    private static final int KEPT = 8;
    private static final Confirmer OFFLINE = (_, _) -> new Confirmation.NoAnswer("nobody was asked");

    private final CurrentSet current;
    private final Runnable damage;
    /// The set in which damage was met last.
    private final AtomicReference<Optional<Protection>> damaged = new AtomicReference<>(Optional.empty());
    private final Lending online;
    private final Lending offline;
    private final LongAdder checks = new LongAdder();
    private final LongAdder hits = new LongAdder();

    /// A confirmer that may wait for a server, while others have the turn.
    private record Asking(Confirmer confirmer) implements Confirmer {

        @Override
        public Confirmation confirm(ListRelease list, FullHash hash) {
            return Turns.away(() -> confirmer.confirm(list, hash));
        }

        @Override
        public Confirmation confirm(ListRelease list, Expression expression) {
            return Turns.away(() -> confirmer.confirm(list, expression));
        }
    }

    private record Lending(CheckPolicy policy, Confirmer confirmer, Clock clock, BlockingQueue<UrlChecker> kept) {

        Lending(CheckPolicy policy, Confirmer confirmer, Clock clock) {
            this(policy, confirmer, clock, new ArrayBlockingQueue<>(KEPT));
        }

        UrlChecker take() {
            UrlChecker idle = kept.poll();
            return idle == null ? new UrlChecker(policy, confirmer, clock) : idle;
        }

        void giveBack(UrlChecker checker) {
            if (!kept.offer(checker)) {
                return; // there are enough
            }
        }
    }

    /// @param confirmer empty if hits are never confirmed
    /// @param damage told when a check meets a file that cannot be read, once for each set
    Answering(CurrentSet current, CheckPolicy policy, Optional<Confirmer> confirmer, Clock clock, Runnable damage) {
        this.current = current;
        this.damage = damage;
        this.offline = new Lending(policy, OFFLINE, clock);
        this.online = confirmer.map(asked -> new Lending(policy, new Asking(asked), clock)).orElse(offline);
    }

    /// Ready to check by these options.
    ///
    /// @throws RequestException if they name a list that is not used
    Checks checks(CheckOptions options) throws RequestException {
        requireUsed(options.lists());
        Lending lending = options.offline() ? offline : online;
        return url -> {
            UrlChecker checker = lending.take();
            CheckAnswer answer = check(checker, url, options.lists());
            lending.giveBack(checker); // not after an exception, which may leave it in any condition
            return answer;
        };
    }

    long checkCount() {
        return checks.sum();
    }

    long hitCount() {
        return hits.sum();
    }

    private CheckAnswer check(UrlChecker checker, String url, List<String> lists) {
        long start = System.nanoTime();
        byte[] bytes = url.getBytes(UTF_8);
        Verdict verdict = judge(checker, bytes, lists);
        checks.increment();
        if (verdict instanceof Verdict.Listed) {
            hits.increment();
        }
        Optional<String> canonical = checker.hasCanonical() ? Optional.of(checker.url().canonical()) : Optional.empty();
        return new CheckAnswer(url, canonical, verdict, checker.freshness(), (System.nanoTime() - start) / 1000);
    }

    private Verdict judge(UrlChecker checker, byte[] url, List<String> lists) {
        Optional<CurrentSet.Lease> lease = current.lease();
        if (lease.isEmpty()) {
            return checker.checkWithoutData(url, 0, url.length);
        }
        try (CurrentSet.Lease held = lease.get()) {
            Verdict verdict = checker.check(only(lists, held.protection()), url, 0, url.length);
            if (verdict instanceof Verdict.Unknown(Reason reason, String _) && reason == Reason.DAMAGED) {
                tellDamage(held.protection());
            }
            return verdict;
        }
    }

    /// Damage that is known already, or was told, is not told again: all checks of this set meet it.
    @SuppressWarnings("ReferenceEquality") // another set with the same content may be damaged anew
    private void tellDamage(Protection set) {
        Optional<Protection> before = damaged.getAndSet(Optional.of(set));
        if (set.missing().isEmpty() && (before.isEmpty() || before.get() != set)) {
            damage.run();
        }
    }

    private static Protection only(List<String> names, Protection all) {
        if (names.isEmpty()) {
            return all;
        }
        List<ListFilter> lists = all.lists().stream().filter(list -> names.contains(list.release().name())).toList();
        List<String> missing = all.missing().stream().filter(names::contains).toList();
        return new Protection(all.root(), all.floor(), all.manifest(), all.latest(), lists, all.allow(), missing,
                all.isOutdated());
    }

    private void requireUsed(List<String> names) throws RequestException {
        Optional<CurrentSet.Lease> lease = names.isEmpty() ? Optional.empty() : current.lease();
        if (lease.isPresent()) {
            try (CurrentSet.Lease held = lease.get()) {
                List<String> used = held.protection().lists().stream().map(list -> list.release().name()).toList();
                for (String name : names) {
                    if (!used.contains(name) && !held.protection().missing().contains(name)) {
                        throw new RequestException(RequestException.Code.REQUEST,
                                "lists: '" + name + "' is not used here, " + String.join(", ", used) + " are");
                    }
                }
            }
        }
    }
}
