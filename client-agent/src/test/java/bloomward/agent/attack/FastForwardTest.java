package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.attack.Scene.Role;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.release.Freshness;
import bloomward.format.release.Latest;
import bloomward.format.sign.SigningKey;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.format.wire.PublicPath.RootNote;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Fast forward: a thief of all online keys publishes the highest numbers and the latest dates there are, so that
/// nothing that its owners publish is ever newer. The owners make a new root without those keys, and everything that
/// agents learnt under the old keys stops counting.
final class FastForwardTest extends Attack {

    private static final long HIGHEST = (1L << 53) - 1;

    private SigningKey publisher;
    private SigningKey timestamp;

    @BeforeEach
    void makeOtherKeys() throws Exception {
        publisher = Roots.key("lists.example/publisher-2");
        timestamp = Roots.key("lists.example/timestamp-2");
    }

    private static Latest atTheEnd(Latest latest) {
        Duration later = Duration.ofDays(6);
        return new Latest(latest.origin(), latest.manifest(), latest.sequence(), latest.rootVersion(),
                latest.issued().plus(later), latest.expires().plus(later));
    }

    private void stealAndPublish() throws Exception {
        Forgery.of(scene)
                .numbered(HIGHEST)
                .lists(list -> Forgery.numbered(list, HIGHEST))
                .latest(FastForwardTest::atTheEnd)
                .serve(line);
        victim.updates();
        assertThat(victim.state().floor().sequence()).isEqualTo(HIGHEST);
        line.repent();
        victim.refuses(Failure.REFUSED, "/v1/latest: rolled back: ");
    }

    private void replaceKeys() throws Exception {
        Roots roots = Roots.of(scene);
        roots.next(root -> Roots.timestamp(Roots.publishers(root, Roots.trusted(1, publisher)), timestamp));
        line.on(RootNote.class, roots.deed());
    }

    private Forgery recovery() throws Exception {
        return Forgery.of(scene).underRoot(2).publishedBy(publisher).timedBy(timestamp);
    }

    @Test
    void recoversByARootWithoutTheStolenKeys() throws Exception {
        stealAndPublish();
        replaceKeys();
        recovery().serve(line);
        victim.restart().updates();
        assertThat(victim.state().floor().sequence()).isLessThan(HIGHEST);
        assertThat(victim.manifest().list("phishing").orElseThrow().version()).isEqualTo(2);
        assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Listed.class);
    }

    /// In between, the thief's lists still protect, and their numbers count for nothing.
    @Test
    void recoversAlsoWhereTheFilesComeLater() throws Exception {
        stealAndPublish();
        replaceKeys();
        byte[] packed = scene.file(scene.second().packed("phishing"));
        Long key = Packed.key(packed, "host500.example/");
        byte[] next = Packed.changed(packed, keys -> keys.remove(key));
        Packed.of(recovery(), "phishing", next, Packed.flat(next)).serve(line);
        line.on(content(ContentKind.PACKED), HostileProxy.saying(Answer.missing()));
        line.on(DeltaFile.class, HostileProxy.saying(Answer.missing()));
        victim.restart().expecting(Freshness.STALE).refusesUnderANewRoot(Failure.UNREACHABLE, "/v1/packed/");
        assertThat(victim.state().floor().sequence()).isLessThan(HIGHEST);
        recovery().later(Duration.ofMinutes(1)).serve(line);
        victim.restart().expecting(Freshness.FRESH).updates();
        assertThat(victim.manifest().list("phishing").orElseThrow().version()).isEqualTo(2);
    }

    /// The thief goes on as before, and is not heard any more.
    @Test
    void hearsTheThiefNoLonger() throws Exception {
        stealAndPublish();
        replaceKeys();
        recovery().serve(line);
        victim.restart().updates();
        Forgery.of(scene).numbered(HIGHEST).serve(line);
        victim.refuses(Failure.REFUSED, "/v1/latest: no trusted key: ");
        Forgery.of(scene).numbered(HIGHEST).underRoot(2).timedBy(timestamp).serve(line);
        victim.refuses(Failure.REFUSED, "/v1/manifest/", "no trusted key: ");
    }

    /// A root that only adds keys undoes nothing: otherwise every rotation would be a way back.
    @Test
    void keepsItsFloorWhereNoKeyWasTakenAway() throws Exception {
        stealAndPublish();
        Roots roots = Roots.of(scene);
        roots.next(root -> Roots.publishers(root, Roots.trusted(1, scene.key(Role.PUBLISHER), publisher)));
        line.on(RootNote.class, roots.deed());
        victim.restart().refusesUnderANewRoot(Failure.REFUSED, "/v1/latest: rolled back: ");
        assertThat(victim.state().floor().sequence()).isEqualTo(HIGHEST);
    }
}
