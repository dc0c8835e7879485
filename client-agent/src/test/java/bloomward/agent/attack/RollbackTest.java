package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.release.FileRef;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.RootNote;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Rollback: somebody shows the agent a truth of the past. An old publication has good signatures, and its lists lack
/// everything found since, so the host of a fresh trap replays it. Everything that was once accepted is a floor.
final class RollbackTest extends Attack {

    @Test
    void refusesThePublicationBefore() throws Exception {
        victim.updates();
        replay(scene.first());
        victim.refuses(Failure.REFUSED, "/v1/latest: rolled back: latest: issued ", " was already seen");
        victim.restart().refuses(Failure.REFUSED, "/v1/latest: rolled back: ");
    }

    /// The floor does not lie with the lists.
    @Test
    void refusesThePublicationBeforeAlsoWhenItsOwnListsAreLost() throws Exception {
        victim.updates();
        try (Stream<Path> files = Files.list(victim.folder().resolve("files"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        replay(scene.first());
        assertThat(victim.restart().poll()).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.failure()).isEqualTo(Failure.REFUSED);
            assertThat(failed.message()).contains("/v1/latest: rolled back: ");
        });
        assertThat(victim.verdict(Scene.CLEAN)).isInstanceOf(Unknown.class);
        victim.recovers();
    }

    /// The holder of the online key dates the old publication anew.
    @Test
    void refusesAnOldManifestUnderANewDate() throws Exception {
        victim.updates();
        Forgery.of(scene).numbered(scene.first().manifest().sequence()).serve(line);
        victim.refuses(Failure.REFUSED, "/v1/latest: rolled back: latest: sequence ");
    }

    /// A publisher restored a backup, or was made to: the sequence is new, the lists in it are not.
    @Test
    void refusesOldListsUnderANewSequence() throws Exception {
        victim.updates();
        Forgery.of(scene).lists(list -> scene.first().manifest().list(list.name()).orElseThrow()).serve(line);
        victim.refuses(Failure.REFUSED, "/v1/manifest/",
                "rolled back: list malware: version 1, version 2 is already installed");
    }

    @Test
    void refusesOtherContentUnderTheSameVersion() throws Exception {
        victim.updates();
        FileRef other = FileRef.of(new byte[] {1});
        Forgery.of(scene)
                .list("phishing", list -> Forgery.numbered(Forgery.with(list, other, list.flat()), 2))
                .serve(line);
        victim.refuses(Failure.REFUSED, "rolled back: list phishing: another version 2 is already installed");
    }

    @Test
    void refusesAnotherManifestOfTheSameSequence() throws Exception {
        victim.updates();
        Forgery.of(scene).numbered(scene.second().manifest().sequence()).serve(line);
        victim.refuses(Failure.REFUSED, "rolled back: manifest: sequence ");
    }

    @Test
    void refusesAnOldRootInThePlaceOfTheNext() throws Exception {
        line.on(new RootNote(2), HostileProxy.sending(scene.file(new RootNote(1))));
        victim.refuses(Failure.REFUSED, "/v1/root/2: broken chain: root 1 cannot follow root 1");
        victim.recovers();
    }

    /// "Nothing new" is no answer to a question that named no version.
    @Test
    void refusesNotModifiedWhereNothingWasKnown() throws Exception {
        line.on(PublicPath.Latest.class, HostileProxy.saying(Answer.of(304, new byte[0])));
        victim.refuses(Failure.UNREACHABLE, "/v1/latest: ", "status 304");
        victim.recovers();
    }
}
