package bloomward.agent.attack;

import bloomward.agent.attack.Scene.Role;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.release.AllowEntry;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.format.wire.PublicPath.RootNote;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Substitution: something good is sent in the place of something else that is good, such as the list of another name
/// or another publication of the same people. Names, key parameters and the name of the publication are signed, and the
/// header of a file must agree.
final class SubstitutionTest extends Attack {

    private static final String ELSEWHERE = "elsewhere.example/bloomward";

    @Test
    void refusesAnotherListsFile() throws Exception {
        byte[] malware = scene.file(scene.second().packed("malware"));
        byte[] asLong = Arrays.copyOf(malware, (int) length("phishing"));
        line.on(DeltaFile.class, HostileProxy.saying(Answer.missing()));
        line.on(scene.second().packed("phishing"), HostileProxy.sending(asLong));
        victim.refusesAboveItsFloor(Failure.REFUSED, "list phishing, packed file", "that the manifest names");
        victim.recovers();
    }

    private long length(String list) {
        return scene.second().manifest().list(list).orElseThrow().packed().length();
    }

    /// Signed by publishers, by mistake or by theft: each list stands under the other one's name.
    @Test
    void refusesListsWhoseNamesAreExchanged() throws Exception {
        Forgery forgery = Forgery.of(scene);
        List<ListRelease> lists = forgery.manifest().lists();
        forgery.lists(list -> {
            ListRelease other = lists.get(list.equals(lists.getFirst()) ? 1 : 0);
            return Forgery.with(list, other.packed(), other.flat());
        }).serve(line);
        victim.refusesAboveItsFloor(Failure.REFUSED, "list malware, packed file: malformed: list malware: ",
                " in the file, ", " in the manifest");
        recoversByWhatIsPublishedNext();
    }

    @Test
    void refusesAFlatFileInThePlaceOfAPackedOne() throws Exception {
        byte[] flat = scene.file(new Content(ContentKind.FLAT,
                scene.second().manifest().list("phishing").orElseThrow().flat().digest()));
        Forgery.of(scene)
                .list("phishing", list -> Forgery.with(list, FileRef.of(flat), list.packed()))
                .file(ContentKind.PACKED, flat)
                .serve(line);
        victim.refusesAboveItsFloor(Failure.REFUSED, "list phishing, packed file: other type: ");
        recoversByWhatIsPublishedNext();
    }

    /// Signed by publishers: read as the version that the manifest names, it would allow for every list what it allows for one.
    @Test
    void refusesAnAllowFileOfAnotherVersionThanTheManifestNames() throws Exception {
        byte[] first = scene.file(scene.second().allow());
        byte[] second = AllowList
                .ofEntries(scene.second().manifest().canonical(),
                        List.of(new AllowEntry("worse.example/", Optional.of("malware"), Optional.empty())))
                .toBytes();
        Forgery.of(scene).allow(FileRef.of(second)).file(ContentKind.ALLOW, second).serve(line);
        victim.refusesAboveItsFloor(Failure.REFUSED, "allow file: ",
                "version 2 where the manifest names a file of version 1");
        Forgery.of(scene).later(Duration.ofSeconds(30)).allowV2(FileRef.of(first)).serve(line);
        victim.refusesAboveItsFloor(Failure.REFUSED, "allow file: ",
                "version 1 where the manifest names a file of version 2");
        recoversByWhatIsPublishedNext();
    }

    @Test
    void refusesWhatTheSameKeysPublishElsewhere() throws Exception {
        Forgery.of(scene)
                .latest(latest -> new Latest(ELSEWHERE, latest.manifest(), latest.sequence(), 1, latest.issued(),
                        latest.expires()))
                .serve(line);
        victim.refuses(Failure.REFUSED, "/v1/latest: other origin: ");
        Forgery.of(scene)
                .manifest(honest -> new Manifest(ELSEWHERE, honest.sequence(), 1, honest.issued(), honest.expires(),
                        honest.canonical(), honest.allow(), honest.lists()))
                .latest(latest -> new Latest(scene.second().latest().origin(), latest.manifest(), latest.sequence(), 1,
                        latest.issued(), latest.expires()))
                .serve(line);
        victim.refuses(Failure.REFUSED, "/v1/manifest/", "other origin: ");
        victim.recovers();
    }

    @Test
    void refusesARootOfElsewhere() throws Exception {
        Root root = scene.root();
        Root other = new Root(ELSEWHERE, 2, root.issued(), root.expires(), root.roots(), root.publishers(),
                root.timestamp(), root.addresses());
        line.on(new RootNote(2),
                HostileProxy.sending(SignedNote.sign(other.toText(), List.of(scene.key(Role.ROOT))).toBytes()));
        victim.refuses(Failure.REFUSED, "/v1/root/2: other origin: ");
        victim.recovers();
    }

    /// Each kind of note where another one is expected, by keys that are good for it.
    @Test
    void refusesNotesOfAnotherRole() throws Exception {
        List<SignedNote> notes = List.of(
                SignedNote.sign(scene.second().manifest().toText(), List.of(scene.key(Role.TIMESTAMP))),
                SignedNote.sign(scene.root().toText(), List.of(scene.key(Role.TIMESTAMP))));
        for (SignedNote note : notes) {
            line.on(PublicPath.Latest.class, HostileProxy.sending(note.toBytes()));
            victim.refuses(Failure.REFUSED, "/v1/latest: other type: ");
        }
        victim.recovers();
    }
}
