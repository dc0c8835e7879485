package bloomward.agent.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Allowed;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.confirm.ConfirmLimits;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.confirm.ServerConfirmer;
import bloomward.agent.fetch.Transport;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import bloomward.agent.store.StoreState;
import bloomward.agent.update.EnrollmentOutcome.Enrolled;
import bloomward.agent.update.Machine;
import bloomward.agent.update.RootPin;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.format.Digest;
import bloomward.format.release.Freshness;
import bloomward.format.release.Manifest;
import bloomward.format.sign.SignedNote;
import bloomward.format.testing.SetClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// An agent under attack, made of the parts of the real one. It remembers its state from when it was well.
final class Victim implements AutoCloseable {

    /// Only an answer that never comes takes so long.
    private static final ConfirmLimits PATIENT = new ConfirmLimits(10, 200, 8, Duration.ofMinutes(1), 1 << 20);

    private final Path folder;
    private final HostileProxy line;
    private final SetClock clock;
    private final Machine machine;
    private Confirmer confirmer;
    private Freshness freshness = Freshness.FRESH;
    private Map<String, Digest> files = Map.of();
    private Optional<StoreState> before = Optional.empty();

    /// The part of the state that may have risen, though all was refused.
    private enum Risen {
        NOTHING, FLOOR, ROOT
    }

    private Victim(Path folder, HostileProxy line, SetClock clock, Transport transport) throws IOException {
        this.folder = folder;
        this.line = line;
        this.clock = clock;
        this.machine = Machine.at(folder, transport, clock);
        this.confirmer = newConfirmer();
    }

    /// One that has a store already, and asks at this line from now on.
    static Victim enrolled(Path folder, HostileProxy line, SignedNote root, SetClock clock, Transport transport)
            throws Exception {
        Victim victim = new Victim(folder, line, clock, transport);
        assertThat(victim.machine.enroll(line.address(), new RootPin.Note(root), false)).isInstanceOf(Enrolled.class);
        victim.remember();
        line.forget();
        return victim;
    }

    private Confirmer newConfirmer() throws IOException {
        return new ServerConfirmer(Machine.transport(clock), () -> List.of(line.address()), PATIENT, () -> {},
                System::nanoTime);
    }

    /// The program starts anew.
    Victim restart() throws IOException {
        machine.restart();
        confirmer = newConfirmer();
        return this;
    }

    HostileProxy line() {
        return line;
    }

    SetClock clock() {
        return clock;
    }

    Path folder() {
        return folder;
    }

    /// Expects verdicts to report this freshness of their data from now on.
    Victim expecting(Freshness now) {
        freshness = now;
        return this;
    }

    /// Takes the present state for the one that is to stay.
    private void remember() throws Exception {
        files = bytes();
        before = Optional.of(state());
    }

    UpdateOutcome poll() {
        return machine.poll();
    }

    /// Polls, which must bring something.
    Updated updates() throws Exception {
        UpdateOutcome outcome = poll();
        assertThat(outcome).isInstanceOf(Updated.class);
        requireProtects();
        remember();
        return (Updated) outcome;
    }

    /// Polls, and hears that its set is the newest, perhaps under a new date.
    void hearsNothingNew() throws Exception {
        assertThat(poll()).isInstanceOf(Unchanged.class);
        requireProtects();
        remember();
    }

    /// Polls honestly at last: the attack did no lasting harm.
    Updated recovers() throws Exception {
        line.repent();
        Updated updated = updates();
        assertThat(verdict(Scene.NEWLY_LISTED)).isInstanceOf(Listed.class);
        return updated;
    }

    /// Polls, which must fail in that way and change nothing.
    ///
    /// @param words that the message has, in this order
    Failed refuses(Failure failure, String... words) throws Exception {
        return refuses(failure, Risen.NOTHING, words);
    }

    /// Polls, which must fail in that way. As latest and manifest were good, the floor rises (FORMAT.md 19.3) and nothing
    /// else changes.
    Failed refusesAboveItsFloor(Failure failure, String... words) throws Exception {
        return refuses(failure, Risen.FLOOR, words);
    }

    /// Polls, which must fail in that way. As there was a good new root, that one is trusted now, and nothing else changes
    /// but the floor.
    Failed refusesUnderANewRoot(Failure failure, String... words) throws Exception {
        return refuses(failure, Risen.ROOT, words);
    }

    private Failed refuses(Failure failure, Risen risen, String... words) throws Exception {
        UpdateOutcome outcome = poll();
        assertThat(outcome).isInstanceOf(Failed.class);
        Failed failed = (Failed) outcome;
        assertThat(failed.failure()).as(failed.message()).isEqualTo(failure);
        assertThat(failed.message()).containsSubsequence(words.length == 0 ? new String[] {"127.0.0.1"} : words);
        requireUnharmed(risen);
        return failed;
    }

    /// Nothing is other than when it was well.
    void requireUnharmed() throws Exception {
        requireUnharmed(Risen.NOTHING);
    }

    /// Nothing is other than when it was well but the floor, as both notes were good.
    void requireUnharmedAboveItsFloor() throws Exception {
        requireUnharmed(Risen.FLOOR);
    }

    private void requireUnharmed(Risen risen) throws Exception {
        StoreState was = before.orElseThrow();
        StoreState is = state();
        Map<String, Digest> now = bytes();
        assertThat(is.installed()).isEqualTo(was.installed());
        assertThat(is.server()).isEqualTo(was.server());
        if (risen == Risen.NOTHING) {
            assertThat(is).isEqualTo(was);
            assertThat(now).isEqualTo(files);
        } else {
            requireRisen(risen, was, is);
            assertThat(old(now)).isEqualTo(old(files));
            requireVerifiedOrUnopened(now);
        }
        requireProtects();
    }

    private static void requireRisen(Risen risen, StoreState was, StoreState is) {
        if (risen == Risen.ROOT) {
            assertThat(is.floor().rootVersion()).isGreaterThan(was.floor().rootVersion());
            return; // tests of roots say what it resets
        }
        assertThat(is.root()).isEqualTo(was.root());
        assertThat(is.floor().rootVersion()).isEqualTo(was.floor().rootVersion());
        assertThat(is.floor().sequence()).isGreaterThan(was.floor().sequence());
        assertThat(is.floor().latestIssued()).isAfter(was.floor().latestIssued());
    }

    /// The files that were there before, but for the state file.
    private Map<String, Digest> old(Map<String, Digest> all) {
        Map<String, Digest> old = new TreeMap<>(all);
        old.keySet().removeIf(file -> file.startsWith("state") || !files.containsKey(file));
        return old;
    }

    /// New files lie under the digest of their content, or where nobody opens them.
    private static void requireVerifiedOrUnopened(Map<String, Digest> now) {
        assertThat(now).allSatisfy((file, digest) -> {
            if (file.startsWith("files/")) {
                assertThat(file).isEqualTo("files/" + digest);
            } else {
                assertThat(file).matches("state|state\\.copy|lock|partial/[0-9a-f]{64}");
            }
        });
    }

    /// The lists answer as they did, to a program that has just started too: listed URLs are listed, clean ones are
    /// clean as far as the data is good, and allowed ones are allowed.
    void requireProtects() throws Exception {
        try (LoadedSet set = Store.at(folder).open(List.of()).orElseThrow()) {
            assertThat(set.damages()).isEmpty();
            requireVerdict(set, Scene.LISTED, Listed.class::isInstance);
            requireVerdict(set, Scene.ALLOWED, Allowed.class::isInstance);
            requireVerdict(set, Scene.CLEAN, freshness == Freshness.EXPIRED
                    ? verdict -> verdict instanceof Unknown unknown && unknown.reason() == Verdict.Reason.EXPIRED
                    : Clean.class::isInstance);
        }
    }

    private void requireVerdict(LoadedSet set, String url, Predicate<Verdict> right) {
        UrlChecker checker = new UrlChecker(CheckPolicy.DEFAULT, confirmer, clock);
        byte[] bytes = url.getBytes(UTF_8);
        assertThat(checker.check(set.protection(), bytes, 0, bytes.length)).as(url).matches(right);
        assertThat(checker.freshness()).as(url).contains(freshness);
    }

    Verdict verdict(String url) throws Exception {
        try (LoadedSet set = Store.at(folder).open(List.of()).orElseThrow()) {
            byte[] bytes = url.getBytes(UTF_8);
            return new UrlChecker(CheckPolicy.DEFAULT, confirmer, clock).check(set.protection(), bytes, 0,
                    bytes.length);
        }
    }

    StoreState state() throws Exception {
        return machine.state();
    }

    Manifest manifest() throws Exception {
        return machine.manifest();
    }

    /// Every file of the store, with the digest of its content.
    Map<String, Digest> bytes() throws IOException {
        return machine.bytes();
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
