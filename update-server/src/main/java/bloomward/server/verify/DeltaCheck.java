package bloomward.server.verify;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.program.text.Figures;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.PublicFolder;
import bloomward.server.verify.Report.Findings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Verifies the results of deltas whose base file is present. Of the others, whose bases are no longer published, only
/// the checksum is verified.
final class DeltaCheck {

    private final Path folder;
    private final Versions versions;
    private final Findings findings;
    private int applied;
    private int opened;

    DeltaCheck(Path folder, Versions versions, Findings findings) {
        this.folder = folder;
        this.versions = versions;
        this.findings = findings;
    }

    void verify() throws IOException {
        boolean isSound = true;
        Path scratch = Files.createTempDirectory("bloomward-verify");
        try {
            for (PublicPath path : PublicFolder.paths(folder)) {
                if (path instanceof PublicPath.DeltaFile delta) {
                    isSound &= verify(delta, scratch.resolve("made"));
                }
            }
        } finally {
            DataFolder.deleteTree(scratch);
        }
        if (isSound) {
            findings.ok("deltas",
                    Figures.amount(applied, "gives its expected result", "give their expected results") + (opened == 0
                            ? ""
                            : ", " + Figures.amount(opened, "is unchanged, without its base file",
                                    "are unchanged, without their base files")));
        }
    }

    private boolean verify(PublicPath.DeltaFile path, Path made) {
        try {
            verifyOne(path, made);
            return true;
        } catch (NoSuchFileException _) {
            return true; // deleted meanwhile
        } catch (IOException | FormatException e) {
            findings.problem(path.toString(), e);
            return false;
        }
    }

    private void verifyOne(PublicPath.DeltaFile path, Path made) throws IOException, FormatException {
        try (Arena arena = Arena.ofConfined()) {
            Delta delta = Delta.open(map(PublicFolder.at(folder, path), arena));
            Optional<Digest> base = versions.packed(path.list(), path.from())
                    .filter(digest -> Files.exists(packed(digest)));
            if (base.isEmpty()) {
                opened++;
                return;
            }
            try (FilterFile from = FilterFile.open(packed(base.get()));
                    FileChannel out = FileChannel.open(made, StandardOpenOption.CREATE, StandardOpenOption.READ,
                            StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                delta.apply(from, out);
                Digest result = Digest.ofFile(out);
                Optional<Digest> expected = versions.packed(path.list(), path.to());
                if (expected.isPresent() && !expected.get().equals(result)) {
                    throw new IOException(
                            "gives digest " + result + ", but version " + path.to() + " is " + expected.get());
                }
            }
            applied++;
        }
    }

    private Path packed(Digest digest) {
        return PublicFolder.at(folder, new PublicPath.Content(ContentKind.PACKED, digest));
    }

    private static MemorySegment map(Path file, Arena arena) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }
}
