package bloomward.server.endtoend;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.format.key.FullHash;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.release.SignedFilter;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.Form;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// The steps of an agent with a server, as strict as those of the real one, from the enrolled root on.
final class Agent {

    private final Installation at;
    private final Path folder;
    private Root root;

    /// @param at whose first root is trusted
    Agent(Installation at) throws Exception {
        this.at = at;
        this.folder = Files.createDirectories(at.file("agent"));
        byte[] note = at.get(new PublicPath.RootNote(1));
        assertThat(note).isEqualTo(Files.readAllBytes(at.data().resolve("root.note")));
        this.root = Root.first(SignedNote.parse(note, Root.MAX_SIZE_IN_BYTES)).value();
    }

    /// Roots one after the other, then the newest manifest; all of it verified.
    Manifest poll() throws Exception {
        while (true) {
            var next = at.ask(new PublicPath.RootNote(root.version() + 1));
            if (next.statusCode() == 404) {
                break;
            }
            root = root.next(SignedNote.parse(next.body(), Root.MAX_SIZE_IN_BYTES)).value();
        }
        Latest latest = root.latest(SignedNote.parse(at.get(new PublicPath.Latest()), Latest.MAX_SIZE_IN_BYTES))
                .value();
        byte[] note = at.get(new PublicPath.Content(ContentKind.MANIFEST, latest.manifest()));
        assertThat(Digest.of(note)).isEqualTo(latest.manifest());
        Manifest manifest = root.manifest(SignedNote.parse(note, Manifest.MAX_SIZE_IN_BYTES)).value();
        latest.requireNames(manifest, latest.manifest());
        return manifest;
    }

    Root root() {
        return root;
    }

    ListRelease poll(String list) throws Exception {
        return poll().list(list).orElseThrow();
    }

    /// The packed file, after the flat one was made from it and compared.
    Path packed(ListRelease list) throws Exception {
        Path packed = fetch(ContentKind.PACKED, list.packed(), list.name() + "-" + list.version() + ".packed");
        Path flat = folder.resolve(list.name() + "-" + list.version() + ".flat");
        try (FilterFile file = FilterFile.open(packed); FileChannel out = create(flat)) {
            FilterFile.writeFlat(out, file.packed());
        }
        assertThat(list.flat().isOf(flat)).isTrue();
        return packed;
    }

    /// The answer of a list's packed filter to an expression.
    boolean finds(ListRelease list, String expression) throws Exception {
        try (FilterFile file = FilterFile.open(packed(list))) {
            return file.packed().mightContain(list.spec().keyHash().of(expression));
        }
    }

    AllowList allowed(Manifest manifest) throws Exception {
        return AllowList.parse(Files.readAllBytes(fetch(ContentKind.ALLOW, manifest.allowFile(), "allow")));
    }

    /// From the packed file of one version to that of another.
    void applies(ListRelease from, ListRelease to) throws Exception {
        byte[] delta = at.get(new PublicPath.DeltaFile(to.name(), from.version(), to.version()));
        Path made = folder.resolve(to.name() + "-" + from.version() + "-" + to.version());
        try (FilterFile base = FilterFile.open(packed(from)); FileChannel out = create(made)) {
            Delta.open(MemorySegment.ofArray(delta)).apply(base, out);
        }
        assertThat(to.packed().isOf(made)).isTrue();
    }

    /// The records that the confirm side proves of an expression: none if it is not listed.
    List<ConfirmRecord> confirmed(ListRelease list, String expression) throws Exception {
        FullHash hash = FullHash.of(expression.getBytes(US_ASCII), 0, expression.length());
        int bucket = list.confirmBits().bucketOf(hash);
        byte[] answer = at.get(new PublicPath.Confirm(list.confirmRoot(), bucket));
        return ConfirmAnswer.parse(answer).prove(list.confirmRoot(), list.confirmBits(), bucket).find(hash);
    }

    /// The signed file that people and scripts fetch, opened with nothing but the root.
    SignedFilter bloom(String list, Form form) throws Exception {
        Path file = folder.resolve(list + "." + form + ".bloom");
        Files.write(file, at.get(new PublicPath.Bloom(list, form)));
        return SignedFilter.open(file, root, at.clock().instant());
    }

    private Path fetch(ContentKind kind, FileRef ref, String name) throws Exception {
        byte[] bytes = at.get(new PublicPath.Content(kind, ref.digest()));
        assertThat(ref.is(Digest.of(bytes), bytes.length)).isTrue();
        return Files.write(folder.resolve(name), bytes);
    }

    private static FileChannel create(Path file) throws Exception {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
}
