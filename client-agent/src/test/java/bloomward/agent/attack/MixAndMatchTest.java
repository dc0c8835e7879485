package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.release.Latest;
import bloomward.format.wire.PublicPath.DeltaFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Mix and match: somebody puts parts together that never belonged together, a new list beside an old one, so that a
/// trap is in neither. One manifest names every file: the agent switches to all of them or keeps its set.
final class MixAndMatchTest extends Attack {

    @Test
    void refusesAnOldManifestUnderTheNewLatest() throws Exception {
        line.on(scene.second().manifestPath(), HostileProxy.sending(scene.first().manifestNote().toBytes()));
        victim.refuses(Failure.REFUSED, "/v1/manifest/", "other manifest: its digest is ");
        victim.recovers();
    }

    @Test
    void refusesALatestThatGivesAManifestAnotherNumber() throws Exception {
        Forgery.of(scene)
                .latest(latest -> new Latest(latest.origin(), latest.manifest(), latest.sequence() + 1, 1,
                        latest.issued(), latest.expires()))
                .serve(line);
        victim.refuses(Failure.REFUSED, "/v1/manifest/", "other manifest: manifest: sequence ");
        victim.recovers();
    }

    /// Whichever list is held back, the other one is not switched to either.
    @ParameterizedTest
    @ValueSource(strings = {"malware", "phishing"})
    void switchesToNoListWhereOneIsOld(String list) throws Exception {
        line.on(DeltaFile.class, HostileProxy.saying(Answer.missing()));
        line.on(scene.second().packed(list), HostileProxy.sending(scene.file(scene.first().packed(list))));
        victim.refusesAboveItsFloor(Failure.UNREACHABLE, scene.second().packed(list).toString(), " but the file has ");
        assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Clean.class);
        victim.restart()
                .refusesAboveItsFloor(Failure.UNREACHABLE, scene.second().packed(list).toString(),
                        " but the file has ");
        victim.recovers();
    }

    @Test
    void switchesToNoListWhereOneCannotBeHad() throws Exception {
        line.on(new DeltaFile("phishing", 1, 2), HostileProxy.saying(Answer.missing()));
        line.on(scene.second().packed("phishing"), HostileProxy.saying(Answer.missing()));
        victim.refusesAboveItsFloor(Failure.UNREACHABLE, "/v1/packed/", "not there");
        assertThat(victim.verdict("http://worst.example/")).isInstanceOf(Clean.class); // of the other list, which came
        victim.recovers();
    }

    @Test
    void switchesToNoListWhereTheAllowFileIsOld() throws Exception {
        line.on(scene.second().allow(), HostileProxy.sending(scene.file(scene.first().allow())));
        victim.refusesAboveItsFloor(Failure.UNREACHABLE, "/v1/allow/", " but the file has ");
        victim.recovers();
    }
}
