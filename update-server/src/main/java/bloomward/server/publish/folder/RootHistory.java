package bloomward.server.publish.folder;

import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.sign.Verified;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The root notes of this publication, each one following the one before it. Immutable; the files are the truth.
public final class RootHistory {

    private final List<Verified<Root>> roots;

    private RootHistory(List<Verified<Root>> roots) {
        this.roots = List.copyOf(roots);
    }

    /// Reads and verifies all roots from the first on.
    public static RootHistory open(DataFolder folder)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        List<Verified<Root>> roots = new ArrayList<>();
        for (Path file = fileOf(folder, 1); Files.exists(file); file = fileOf(folder, roots.size() + 1)) {
            SignedNote note = SignedNote.parse(Files.readAllBytes(file), Root.MAX_SIZE_IN_BYTES);
            roots.add(roots.isEmpty() ? Root.first(note) : roots.getLast().value().next(note));
        }
        if (roots.isEmpty()) {
            throw new IOException(fileOf(folder, 1) + ": no root note; run 'bloomward-server init'");
        }
        return new RootHistory(roots);
    }

    /// Keeps the first root of a new publication.
    public static RootHistory begin(DataFolder folder, SignedNote note)
            throws IOException, FormatException, UntrustedNoteException {
        Verified<Root> first = Root.first(note);
        DurableFiles.write(fileOf(folder, 1), note.toBytes());
        return new RootHistory(List.of(first));
    }

    /// Keeps one root more.
    public RootHistory plus(DataFolder folder, SignedNote note)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Verified<Root> next = current().next(note);
        DurableFiles.write(fileOf(folder, next.value().version()), note.toBytes());
        List<Verified<Root>> all = new ArrayList<>(roots);
        all.add(next);
        return new RootHistory(all);
    }

    public Root current() {
        return roots.getLast().value();
    }

    /// All roots, the first one first.
    public List<Root> all() {
        return roots.stream().map(Verified::value).toList();
    }

    private static Path fileOf(DataFolder folder, long version) {
        return folder.file(new PublicPath.RootNote(version));
    }
}
