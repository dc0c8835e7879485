package bloomward.agent.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.release.FileRef;
import bloomward.format.wire.PublicPath.ContentKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Harmful list: publishers sign what they should not, such as a list that lists everything or nothing. Guards of the server
/// are against most of it; the agent refuses what it can see by itself: a list that does not find what each one has to find,
/// or finds what none may.
final class HarmfulListTest extends Attack {

    private void refuses(byte[] packed, String why) throws Exception {
        Packed.of(Forgery.of(scene), "phishing", packed, Packed.flat(packed)).serve(line);
        victim.refusesAboveItsFloor(Failure.REFUSED, "list phishing, packed file: test entries: list phishing: " + why);
        victim.restart().refusesAboveItsFloor(Failure.REFUSED, "test entries");
        recoversByWhatIsPublishedNext();
    }

    @Test
    void refusesAListThatDoesNotFindItsTestEntry() throws Exception {
        byte[] packed = scene.file(scene.second().packed("phishing"));
        Long key = Packed.key(packed, "phishing.listed.bloomward.test/");
        refuses(Packed.changed(packed, keys -> keys.remove(key)), "does not find phishing.listed.bloomward.test/");
    }

    @Test
    void refusesAListThatFindsWhatIsNeverListed() throws Exception {
        byte[] packed = scene.file(scene.second().packed("phishing"));
        long key = Packed.key(packed, "never.unlisted.bloomward.test/");
        refuses(Packed.changed(packed, keys -> keys.add(key)), "finds never.unlisted.bloomward.test/");
    }

    /// Kept since it was refused, and refused again.
    @Test
    void refusesAnAllowFileOfOtherRules() throws Exception {
        byte[] allow = "bloomward allow v1 canonical 0\n".getBytes(US_ASCII);
        Forgery.of(scene).allow(FileRef.of(allow)).file(ContentKind.ALLOW, allow).serve(line);
        victim.refusesAboveItsFloor(Failure.REFUSED, "allow file: canonical 0 in a manifest of canonical 2");
        victim.restart().refusesAboveItsFloor(Failure.REFUSED, "allow file: canonical 0");
        recoversByWhatIsPublishedNext();
    }

    /// It has neither, and so nothing at all.
    @Test
    void refusesAListThatIsEmpty() throws Exception {
        byte[] packed = scene.file(scene.second().packed("phishing"));
        refuses(Packed.changed(packed, List::clear), "does not find phishing.listed.bloomward.test/");
    }
}
