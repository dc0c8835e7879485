package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.format.release.Freshness;
import bloomward.format.release.Latest;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Freeze: somebody keeps the news from the agent, by showing the same again and again or by showing nothing. Nobody
/// can be forced to tell the truth; but a day later every verdict says that it may be old, and once the manifest's
/// validity ends, an unlisted URL is no longer called clean. A listed URL stays listed.
final class FreezeTest extends Attack {

    private static final Duration A_DAY = Duration.ofDays(1);
    private static final Duration A_WEEK = Duration.ofDays(7);

    private void staysAsItIs(Freshness freshness) throws Exception {
        assertThat(victim.poll()).isInstanceOf(Unchanged.class);
        victim.expecting(freshness).requireUnharmed();
    }

    @Test
    void saysThatItsDataMayBeOldWhereTheSameIsShownAgain() throws Exception {
        replay(scene.first());
        staysAsItIs(Freshness.FRESH);
        victim.clock().advance(A_DAY);
        staysAsItIs(Freshness.STALE);
        victim.clock().advance(A_WEEK);
        staysAsItIs(Freshness.EXPIRED);
        assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Unknown.class);
    }

    /// The shortest form: "not modified", every time.
    @Test
    void saysThatItsDataMayBeOldWhereNothingIsSaidToBeNew() throws Exception {
        replay(scene.first());
        line.on(PublicPath.Latest.class,
                (question, _) -> question.etag().isPresent()
                        ? Answer.of(304, new byte[0])
                        : Answer.of(scene.first().latestNote().toBytes()).header("ETag", "\"frozen\""));
        staysAsItIs(Freshness.FRESH);
        victim.clock().advance(A_DAY);
        staysAsItIs(Freshness.STALE);
        victim.clock().advance(A_WEEK);
        staysAsItIs(Freshness.EXPIRED);
        assertThat(line.asked().getLast().etag()).contains("\"frozen\"");
    }

    @Test
    void saysThatItsDataMayBeOldWhereNothingIsShown() throws Exception {
        line.on(PublicPath.Latest.class, HostileProxy.saying(Answer.missing()));
        victim.refuses(Failure.UNREACHABLE, "/v1/latest: not there");
        victim.clock().advance(A_DAY);
        victim.expecting(Freshness.STALE).refuses(Failure.UNREACHABLE, "/v1/latest: not there");
        victim.clock().advance(A_WEEK);
        victim.expecting(Freshness.EXPIRED).refuses(Failure.UNREACHABLE, "/v1/latest: not there");
    }

    /// All signed notes come, and the lists do not: the agent keeps the time that it learnt, even where the clock is
    /// set back.
    @Test
    void makesNothingFreshByAClockThatIsSetBack() throws Exception {
        Forgery.of(scene)
                .lists(list -> Forgery.numbered(list, 5))
                .latest(latest -> latestAt(latest, A_DAY.multipliedBy(2)))
                .serve(line);
        line.on(content(ContentKind.PACKED), HostileProxy.saying(Answer.missing()));
        line.on(PublicPath.DeltaFile.class, HostileProxy.saying(Answer.missing()));
        victim.clock().advance(A_DAY.multipliedBy(2));
        victim.expecting(Freshness.STALE).refusesAboveItsFloor(Failure.UNREACHABLE, "/v1/packed/", "not there");
        victim.clock().advance(Duration.ofDays(-3650));
        victim.refusesAboveItsFloor(Failure.UNREACHABLE, "/v1/packed/", "not there");
        replay(scene.second());
        victim.refusesAboveItsFloor(Failure.REFUSED, "/v1/latest: rolled back: ");
    }

    private static Latest latestAt(Latest latest, Duration later) {
        return new Latest(latest.origin(), latest.manifest(), latest.sequence(), latest.rootVersion(),
                latest.issued().plus(later), latest.expires().plus(later));
    }

    /// A clock that was set forward makes everything look old, and takes nothing away.
    @Test
    void losesNothingByAClockThatIsSetForward() throws Exception {
        line.on(PublicPath.Latest.class, HostileProxy.saying(Answer.missing()));
        victim.clock().advance(Duration.ofDays(3650));
        victim.expecting(Freshness.EXPIRED).refuses(Failure.UNREACHABLE, "/v1/latest: not there");
        victim.clock().advance(Duration.ofDays(-3650));
        victim.expecting(Freshness.FRESH).requireUnharmed();
        victim.recovers();
    }
}
