package bloomward.agent.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.attack.Scene.Role;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.release.Freshness;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.wire.PublicPath.RootNote;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Root rotation: anyone who can replace the trusted root has everything. Each root is signed by those of the one
/// before and by its own, and has the next number. An agent that slept goes the whole way, step by step, and only the
/// last root's date counts.
final class RootRotationTest extends Attack {

    private void requireRoot(long version) throws Exception {
        assertThat(victim.state().floor().rootVersion()).isEqualTo(version);
        assertThat(Root.parse(victim.state().root().unverifiedText()).version()).isEqualTo(version);
    }

    /// Every key is another one at the end, each step having been signed by the old and the new.
    @Test
    void goesFromKeysToKeys() throws Exception {
        SigningKey old = scene.key(Role.ROOT);
        SigningKey young = Roots.key("lists.example/young");
        SigningKey publisher = Roots.key("lists.example/publisher-2");
        SigningKey timestamp = Roots.key("lists.example/timestamp-2");
        Roots roots = Roots.of(scene).signedBy(old, young);
        roots.next(root -> Roots.roots(root, Roots.trusted(1, young)));
        roots.signedBy(young);
        roots.next(root -> Roots.publishers(root, Roots.trusted(1, publisher)));
        roots.next(root -> Roots.timestamp(root, timestamp));
        line.on(RootNote.class, roots.deed());
        Forgery.of(scene).underRoot(4).publishedBy(publisher).timedBy(timestamp).serve(line);
        victim.updates();
        requireRoot(4);
    }

    @Test
    void refusesARootThatItsOwnKeysDidNotSign() throws Exception {
        Roots roots = Roots.of(scene);
        roots.next(root -> Roots.roots(root, Roots.trusted(1, Roots.key("lists.example/young"))));
        line.on(RootNote.class, roots.deed());
        victim.refuses(Failure.REFUSED, "/v1/root/2: no trusted key: ");
        victim.recovers();
    }

    @Test
    void refusesARootThatTheKeysBeforeDidNotSign() throws Exception {
        SigningKey young = Roots.key("lists.example/young");
        Roots roots = Roots.of(scene).signedBy(young);
        roots.next(root -> Roots.roots(root, Roots.trusted(1, young)));
        line.on(RootNote.class, roots.deed());
        victim.refuses(Failure.REFUSED, "/v1/root/2: no trusted key: ");
        victim.recovers();
    }

    @Test
    void refusesANumberThatDoesNotFollow() throws Exception {
        for (long number : new long[] {1, 3, 257, (1L << 53) - 1}) {
            Root root = Roots.numbered(scene.root(), number);
            line.on(new RootNote(2),
                    HostileProxy.sending(SignedNote.sign(root.toText(), List.of(scene.key(Role.ROOT))).toBytes()));
            victim.refuses(Failure.REFUSED, "/v1/root/2: broken chain: root " + number + " cannot follow root 1");
        }
        victim.recovers();
    }

    /// Good roots on the way stand, and the first bad one stops the agent until it is good.
    @Test
    void stopsAtTheFirstBadStep() throws Exception {
        Roots roots = Roots.of(scene).extend(4);
        line.on(RootNote.class, roots.deed());
        String bad = roots.note(4).toString().replace("version 4", "version 5");
        line.on(new RootNote(4), HostileProxy.sending(bad.getBytes(UTF_8)));
        victim.refusesUnderANewRoot(Failure.REFUSED, "/v1/root/4: bad signature: ");
        requireRoot(3);
        line.on(new RootNote(4), roots.deed());
        victim.restart().updates();
        requireRoot(5);
    }

    /// A way that is longer than may be gone at once is gone in two polls; one without an end costs no more than that.
    @Test
    void goesNoMoreThan256StepsAtOnce() throws Exception {
        Roots roots = Roots.of(scene).extend(300);
        line.on(RootNote.class, roots.deed());
        victim.updates();
        requireRoot(257);
        assertThat(line.asked(RootNote.class)).hasSize(256);
        line.forget();
        victim.restart().poll();
        requireRoot(301);
    }

    /// The roots on its way have all expired; the last one has not.
    @Test
    void comesThroughAfterAYear() throws Exception {
        Duration year = Duration.ofDays(400);
        Instant then = scene.now().plus(year);
        Roots roots = Roots.of(scene);
        for (int month = 1; month <= 12; month++) {
            Instant issued = scene.now().plus(Duration.ofDays(30L * month));
            roots.next(root -> Roots.valid(root, issued, Duration.ofDays(31)));
        }
        line.on(RootNote.class, roots.deed());
        victim.clock().advance(year);
        victim.expecting(Freshness.EXPIRED).requireProtects();
        Forgery.of(scene).underRoot(13).later(year).serve(line);
        victim.updates(); // the last root has expired, too: it counts, and verdicts say so
        requireRoot(13);
        roots.next(root -> Roots.valid(root, then, Duration.ofDays(365)));
        victim.restart().poll();
        victim.expecting(Freshness.FRESH).requireProtects();
        requireRoot(14);
    }

    /// Signed latest notes may ask for a root that nobody has.
    @Test
    void waitsForARootThatIsNotThere() throws Exception {
        Forgery.of(scene).underRoot(2).serve(line);
        victim.refuses(Failure.REFUSED, "/v1/latest: newer root: latest: made under root 2, the known root is 1");
        victim.recovers();
    }
}
