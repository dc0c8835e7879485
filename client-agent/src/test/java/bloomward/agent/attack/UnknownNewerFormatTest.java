package bloomward.agent.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.attack.Scene.Role;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.format.Digest;
import bloomward.format.release.FileRef;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath.Confirm;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.format.wire.PublicPath.RootNote;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Unknown newer format: no attack, but as dangerous where it is taken for one, or is read as far as it is understood.
/// A publisher for newer programs is told from a sender of rubbish: the agent says that it is too old, and keeps its
/// set.
final class UnknownNewerFormatTest extends Attack {

    private static final int VERSION_AT = 8;
    private static final int HASH_AT = 26;

    @Test
    void saysThatItIsTooOldForALatestOfALaterVersion() throws Exception {
        Forgery.of(scene).latestText(text -> text.replace("latest v1", "latest v2")).serve(line);
        victim.refuses(Failure.AGENT_TOO_OLD, "/v1/latest: too new: ");
        victim.recovers();
    }

    @Test
    void saysThatItIsTooOldForAManifestOfALaterVersion() throws Exception {
        Forgery.of(scene).manifestText(text -> text.replace("manifest v1", "manifest v2")).serve(line);
        victim.refuses(Failure.AGENT_TOO_OLD, "/v1/manifest/", ": too new: ");
        victim.recovers();
    }

    @Test
    void saysThatItIsTooOldForARootOfALaterVersion() throws Exception {
        String text = Roots.numbered(scene.root(), 2).toText().replace("root v1", "root v2");
        line.on(new RootNote(2), HostileProxy.sending(SignedNote.sign(text, List.of(scene.key(Role.ROOT))).toBytes()));
        victim.refuses(Failure.AGENT_TOO_OLD, "/v1/root/2: too new: ");
        victim.recovers();
    }

    /// A line that it does not know may say the most important thing.
    @ParameterizedTest
    @ValueSource(strings = {"root 1\n", "expires ", "issued "})
    void saysThatItIsTooOldForALineThatItDoesNotKnow(String before) throws Exception {
        UnaryOperator<String> line = text -> text.replaceFirst("(?m)^" + before, "revoked everything\n" + before);
        Forgery.of(scene).latestText(line).serve(this.line);
        victim.refuses(Failure.AGENT_TOO_OLD, "/v1/latest: too new: ");
        Forgery.of(scene).manifestText(line).serve(this.line);
        victim.refuses(Failure.AGENT_TOO_OLD, "/v1/manifest/", ": too new: ");
        victim.recovers();
    }

    /// A line that may be ignored says so.
    @Test
    void ignoresWhatIsCalledOptional() throws Exception {
        Forgery.of(scene)
                .latestText(text -> text + "optional witness 5\n")
                .manifestText(text -> text + "optional rollout 12 hours\noptional \n")
                .serve(line);
        victim.updates();
    }

    /// Other rules for URLs would find nothing.
    @Test
    void saysThatItIsTooOldForLaterRulesForUrls() throws Exception {
        Forgery.of(scene).manifestText(text -> text.replace("canonical 2", "canonical 3")).serve(line);
        victim.refuses(Failure.AGENT_TOO_OLD, "/v1/manifest/",
                ": too new: manifest: canonical 3, this program follows");
        victim.recovers();
    }

    @Test
    void saysThatItIsTooOldForAPackedFileOfALaterVersion() throws Exception {
        byte[] honest = scene.file(scene.second().packed("phishing"));
        for (byte[] newer : List.of(Packed.header(honest, 64, header -> header.putShort(VERSION_AT, (short) 2)),
                Packed.header(honest, 64, header -> header.put(HASH_AT, (byte) 2)))) {
            anotherVictim();
            Forgery.of(scene)
                    .list("phishing", list -> Forgery.with(list, FileRef.of(newer), list.flat()))
                    .file(ContentKind.PACKED, newer)
                    .serve(line);
            victim.refusesAboveItsFloor(Failure.AGENT_TOO_OLD, "list phishing, packed file: too new: ");
            victim.restart().refusesAboveItsFloor(Failure.AGENT_TOO_OLD, "list phishing, packed file: too new: ");
            recoversByWhatIsPublishedNext();
        }
    }

    @Test
    void saysThatItIsTooOldForAnAllowFileOfALaterVersion() throws Exception {
        byte[] newer = "bloomward allow v3 canonical 1\n".getBytes(US_ASCII);
        Forgery.of(scene).allow(FileRef.of(newer)).file(ContentKind.ALLOW, newer).serve(line);
        victim.refusesAboveItsFloor(Failure.AGENT_TOO_OLD, "allow file: too new: ");
        victim.restart().refusesAboveItsFloor(Failure.AGENT_TOO_OLD, "allow file: too new: ");
        recoversByWhatIsPublishedNext();
    }

    /// A delta is a shortcut; there is the file.
    @Test
    void takesTheFileInThePlaceOfADeltaOfALaterVersion() throws Exception {
        line.on(DeltaFile.class, HostileProxy
                .changing(bytes -> Packed.header(bytes, 128, header -> header.putShort(VERSION_AT, (short) 2))));
        assertThat(victim.updates().lists()).extracting(ListChange::deltas).containsOnly(0);
    }

    @Test
    void keepsAHitThatALaterAnswerDoesNotConfirm() throws Exception {
        line.on(Confirm.class, HostileProxy.changing(bytes -> {
            bytes[VERSION_AT] = 2;
            return bytes;
        }));
        victim.restart();
        assertThat(victim.verdict(Scene.LISTED)).isInstanceOfSatisfying(Listed.class,
                listed -> assertThat(listed.match().confirmed()).isFalse());
    }

    /// The user went back to an older program.
    @Test
    void leavesTheStoreOfANewerProgramAsItIs() throws Exception {
        String text = Files.readString(victim.folder().resolve("state")).replaceFirst("store 1\n", "store 2\n");
        String signed = text.substring(0, text.lastIndexOf("sha256 "));
        Files.writeString(victim.folder().resolve("state"),
                signed + "sha256 " + Digest.of(signed.getBytes(UTF_8)) + "\n");
        Map<String, Digest> before = victim.bytes();
        assertThat(victim.restart().poll()).isInstanceOfSatisfying(Failed.class, failed -> {
            assertThat(failed.failure()).isEqualTo(Failure.AGENT_TOO_OLD);
            assertThat(failed.message()).contains("format 2, made by a newer version of this program");
        });
        assertThat(victim.bytes()).isEqualTo(before);
        assertThat(line.asked()).isEmpty();
    }
}
