package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.attack.Scene.Role;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.format.release.Freshness;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.RootNote;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Stolen keys: a thief signs as well as the owner, with the stolen keys. The key that is online can hold an agent back
/// for as long as publishers said, and install nothing. One publisher of two, and roots below their threshold, can do
/// nothing at all. The last test shows the purpose of thresholds.
final class StolenKeysTest extends Attack {

    private static Latest dated(Latest latest, Duration later) {
        return new Latest(latest.origin(), latest.manifest(), latest.sequence(), latest.rootVersion(),
                latest.issued().plus(later), latest.expires().plus(later));
    }

    private void show(Latest latest) throws Exception {
        line.on(PublicPath.Latest.class,
                HostileProxy.sending(SignedNote.sign(latest.toText(), List.of(scene.key(Role.TIMESTAMP))).toBytes()));
    }

    @Test
    void installsNothingByTheTimestampKeyAlone() throws Exception {
        Forgery.of(scene).publishedBy(scene.key(Role.TIMESTAMP)).serve(line);
        victim.refuses(Failure.REFUSED, "/v1/manifest/", "no trusted key: ");
        Forgery.of(scene).publishedBy(Roots.key("stranger"), scene.key(Role.ROOT)).serve(line);
        victim.refuses(Failure.REFUSED, "/v1/manifest/", "no trusted key: ");
        victim.recovers();
    }

    /// It can say day after day that nothing is new: until the manifest's validity ends, and not a second longer.
    @Test
    void isHeldBackByTheTimestampKeyUntilTheManifestExpires() throws Exception {
        Manifest manifest = scene.first().manifest();
        Duration toTheEnd = Duration.between(scene.first().latest().issued(), manifest.expires());
        line.on(scene.first().manifestPath(), HostileProxy.sending(scene.first().manifestNote().toBytes()));
        show(dated(scene.first().latest(), Duration.ofDays(3)));
        victim.clock().advance(Duration.ofDays(3));
        victim.hearsNothingNew();
        show(dated(scene.first().latest(), toTheEnd.plusSeconds(1)));
        victim.clock().advance(Duration.ofDays(4));
        victim.expecting(Freshness.EXPIRED).refuses(Failure.REFUSED, "out of time: latest: issued ");
    }

    /// Nor can it set the time of agents, as nothing that it says counts without a manifest of that time.
    @Test
    void isNotSentToTheFutureByTheTimestampKey() throws Exception {
        show(dated(scene.second().latest(), Duration.ofDays(3650)));
        victim.refuses(Failure.REFUSED, "out of time: latest: issued ");
        Forgery.of(scene).publishedBy(Roots.key("stranger")).numbered((1L << 53) - 1).serve(line);
        victim.refuses(Failure.REFUSED, "no trusted key: ");
        victim.recovers();
    }

    @Test
    void installsNothingByThePublishersKeyAlone() throws Exception {
        SigningKey publisher = scene.key(Role.PUBLISHER);
        Forgery.of(scene).timedBy(publisher).serve(line);
        victim.refuses(Failure.REFUSED, "/v1/latest: no trusted key: ");
        Forgery.of(scene).serve(line);
        line.on(PublicPath.Latest.class, HostileProxy.sending(scene.second().latestNote().toBytes()));
        line.on(scene.second().manifestPath(),
                HostileProxy.changing(_ -> SignedNote
                        .sign(scene.second().manifest().toText() + "optional other bytes\n", List.of(publisher))
                        .toBytes()));
        victim.refuses(Failure.REFUSED, "other manifest: its digest is ");
        victim.recovers();
    }

    /// Two publishers must agree, by a root that says so; of the two keys one is stolen, and so is that of timestamps.
    @Test
    void installsNothingByOnePublisherOfTwo() throws Exception {
        SigningKey one = scene.key(Role.PUBLISHER);
        SigningKey other = Roots.key("lists.example/other");
        Roots roots = Roots.of(scene);
        roots.next(root -> Roots.publishers(root, Roots.trusted(2, one, other)));
        line.on(RootNote.class, roots.deed());
        Forgery.of(scene).underRoot(2).publishedBy(one).serve(line);
        victim.expecting(Freshness.STALE); // there is a root under which it would not have been installed
        victim.refusesUnderANewRoot(Failure.REFUSED, "/v1/manifest/", "too few signatures: ");
        Forgery.of(scene).underRoot(2).publishedBy(one, Roots.key("lists.example/another")).serve(line);
        victim.refusesUnderANewRoot(Failure.REFUSED, "/v1/manifest/", "too few signatures: ");
        Forgery.of(scene)
                .underRoot(2)
                .publishedBy(one)
                .manifestNote(note -> note + note.substring(note.lastIndexOf('\n', note.length() - 2) + 1))
                .serve(line);
        victim.refusesUnderANewRoot(Failure.REFUSED, "/v1/manifest/", "too few signatures: ");
        Forgery.of(scene).underRoot(2).publishedBy(other, one).serve(line);
        victim.expecting(Freshness.FRESH).updates();
    }

    /// A manifest of a time when one publisher was enough is not enough any more.
    @Test
    void refusesWhatWasSignedByFewerThanMustSignNow() throws Exception {
        Roots roots = Roots.of(scene);
        roots.next(root -> Roots.publishers(root,
                Roots.trusted(2, scene.key(Role.PUBLISHER), Roots.key("lists.example/other"))));
        line.on(RootNote.class, roots.deed());
        victim.expecting(Freshness.STALE)
                .refusesUnderANewRoot(Failure.REFUSED, "/v1/manifest/", "too few signatures: ");
    }

    @Test
    void installsNothingByRootsBelowTheirThreshold() throws Exception {
        SigningKey a = scene.key(Role.ROOT);
        SigningKey b = Roots.key("lists.example/root-b");
        SigningKey c = Roots.key("lists.example/root-c");
        Roots roots = Roots.of(scene).signedBy(a, b, c);
        roots.next(root -> Roots.roots(root, Roots.trusted(2, a, b, c)));
        line.on(RootNote.class, roots.deed());
        victim.updates();
        for (SigningKey[] thieves : new SigningKey[][] {{a}, {b}, {a, Roots.key("lists.example/root-d")}}) {
            Roots stolen = Roots.after(roots.last()).signedBy(thieves);
            stolen.next(root -> Roots.publishers(Roots.roots(root, Roots.trusted(1, thieves[0])),
                    Roots.trusted(1, thieves[0])));
            line.on(new RootNote(3), stolen.deed());
            victim.restart().refuses(Failure.REFUSED, "/v1/root/3: too few signatures: ");
        }
        Roots agreed = Roots.after(roots.last()).signedBy(a, c);
        agreed.next();
        line.on(new RootNote(3), agreed.deed());
        assertThat(victim.restart().poll()).isInstanceOf(Unchanged.class);
        assertThat(victim.state().floor().rootVersion()).isEqualTo(3);
    }

    /// No other key makes roots, however many sign.
    @Test
    void installsNothingByKeysOfOtherRoles() throws Exception {
        Roots roots = Roots.of(scene).signedBy(scene.key(Role.PUBLISHER), scene.key(Role.TIMESTAMP));
        roots.next();
        line.on(RootNote.class, roots.deed());
        victim.refuses(Failure.REFUSED, "/v1/root/2: no trusted key: ");
        victim.recovers();
    }

    /// Both online keys, where one publisher is enough: the thief publishes. Here a list that does not list; it takes a new
    /// root to be rid of it, see [FastForwardTest].
    @Test
    void isInTheHandsOfWhoHasAllThatIsOnline() throws Exception {
        byte[] packed = scene.file(scene.second().packed("phishing"));
        Long key = Packed.key(packed, "worse.example/");
        byte[] harmless = Packed.changed(packed, keys -> keys.remove(key));
        Packed.of(Forgery.of(scene), "phishing", harmless, Packed.flat(harmless)).serve(line);
        victim.updates();
        assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Clean.class);
        assertThat(victim.verdict("http://worst.example/")).isInstanceOf(Listed.class);
    }
}
