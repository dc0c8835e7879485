package bloomward.server.publish;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.delta.Delta;
import bloomward.format.delta.Rungs;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyHash;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.release.TestEntries;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.publish.Published.Newest;
import bloomward.server.store.AuditLog;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.StoreView;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/// A publication as an agent, a mirror and an auditor find it: everything that is promised is there and fits together.
final class Served {

    private Served() {}

    /// Looks at all of what is published last.
    static Manifest whole(Office office) throws Exception {
        Newest newest = office.commits().current().newest().orElseThrow();
        Manifest manifest = latestOnDisk(office);
        assertThat(newest.manifest()).isEqualTo(manifest);
        assertThat(newest.latestNote().toBytes())
                .isEqualTo(Files.readAllBytes(office.folder().file(new PublicPath.Latest())));
        for (FileRef allow : manifest.allowFiles()) {
            AllowList.parse(content(office, ContentKind.ALLOW, allow));
        }
        for (ListRelease release : manifest.lists()) {
            list(office, release);
        }
        storeIsSound(office);
        return manifest;
    }

    /// The manifest that `latest` names, verified from the root on.
    static Manifest latestOnDisk(Office office) throws Exception {
        Root root = office.commits().current().root();
        Latest latest = root.latest(SignedNote.parse(Files.readAllBytes(office.folder().file(new PublicPath.Latest())),
                Latest.MAX_SIZE_IN_BYTES)).value();
        byte[] bytes = Files
                .readAllBytes(office.folder().file(new PublicPath.Content(ContentKind.MANIFEST, latest.manifest())));
        assertThat(Digest.of(bytes)).isEqualTo(latest.manifest());
        Manifest manifest = root.manifest(SignedNote.parse(bytes, Manifest.MAX_SIZE_IN_BYTES)).value();
        latest.requireNames(manifest, latest.manifest());
        return manifest;
    }

    private static void list(Office office, ListRelease release) throws Exception {
        content(office, ContentKind.PACKED, release.packed());
        content(office, ContentKind.FLAT, release.flat());
        KeyHash hash = release.spec().keyHash();
        try (FilterFile file = FilterFile.open(packed(office, release.packed().digest()))) {
            PackedFilter packed = file.packed();
            TestEntries.check(release, expression -> packed.mightContain(hash.of(expression)));
        }
        answers(office, release);
        for (long base : Rungs.basesFor(release.version())) {
            delta(office, release.name(), base, release.version());
        }
    }

    /// Every bucket of a version can be asked for and is proven.
    static void answers(Office office, ListRelease release) throws Exception {
        for (int bucket = 0; bucket < 1 << release.confirmBits().count(); bucket++) {
            byte[] answer = office.commits().confirm().answer(release.confirmRoot(), bucket).orElseThrow();
            ConfirmAnswer.parse(answer).prove(release.confirmRoot(), release.confirmBits(), bucket);
        }
    }

    /// A delta, where it and its base are there, makes the file of the version that it leads to.
    private static void delta(Office office, String list, long from, long to) throws Exception {
        Path delta = office.folder().file(new PublicPath.DeltaFile(list, from, to));
        Optional<VersionRow> base = version(office, list, from);
        if (Files.exists(delta) && base.isPresent()) {
            Path packed = packed(office, base.get().content().packed().digest());
            assertThat(apply(delta, packed)).as(delta.toString())
                    .isEqualTo(version(office, list, to).orElseThrow().content().packed().digest());
        }
    }

    /// The digest of the file that a delta makes of another.
    static Digest apply(Path delta, Path base) throws Exception {
        Path made = Files.createTempFile("made", ".packed");
        try (FilterFile from = FilterFile.open(base);
                FileChannel out = FileChannel.open(made, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            Delta.open(MemorySegment.ofArray(Files.readAllBytes(delta))).apply(from, out);
            return Digest.ofFile(out);
        } finally {
            Files.delete(made);
        }
    }

    static Optional<VersionRow> version(Office office, String list, long version) throws Exception {
        return office.store().read(tables -> {
            ListRow row = tables.lists().find(list).orElseThrow();
            return tables.publications().version(row.id(), version);
        });
    }

    static Path packed(Office office, Digest digest) {
        return office.folder().file(new PublicPath.Content(ContentKind.PACKED, digest));
    }

    static boolean lists(Office office, ListRelease release, String expression) throws Exception {
        try (FilterFile file = FilterFile.open(packed(office, release.packed().digest()))) {
            return file.packed().mightContain(release.spec().keyHash().of(expression));
        }
    }

    private static byte[] content(Office office, ContentKind kind, FileRef ref) throws Exception {
        byte[] bytes = Files.readAllBytes(office.folder().file(new PublicPath.Content(kind, ref.digest())));
        assertThat(Digest.of(bytes)).as(kind.toString()).isEqualTo(ref.digest());
        assertThat(bytes).hasSize(Math.toIntExact(ref.length()));
        return bytes;
    }

    private static void storeIsSound(Office office) throws Exception {
        AuditLog.Verification audit = office.store().read(tables -> tables.audit().verify());
        assertThat(audit).isInstanceOf(AuditLog.Verification.Intact.class);
        try (StoreView view = office.view()) {
            assertThat(view.integrityCheck()).isEqualTo(List.of());
        }
    }
}
