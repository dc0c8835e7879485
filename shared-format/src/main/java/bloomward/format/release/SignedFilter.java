package bloomward.format.release;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.file.FileType;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.file.SignatureTail;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.release.ReleaseException.Reason;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.sign.Verified;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

/// A filter with its proof: a packed or flat file, followed by the manifest note that names it, and a trailer
/// (FORMAT.md 17.6). It can be verified with the root alone, wherever it comes from.
///
/// It proves its publisher and date, not that it is the newest: that is the task of `latest`. Opening verifies the
/// note, then the digest, and only then maps the file. It must not change while it is open. Thread-safe; closing unmaps
/// it, as with [FilterFile].
public final class SignedFilter implements AutoCloseable {

    private final Verified<Manifest> manifest;
    private final Freshness freshness;
    private final ListRelease list;
    private final FilterFile file;

    private SignedFilter(Verified<Manifest> manifest, Freshness freshness, ListRelease list, FilterFile file) {
        this.freshness = freshness;
        this.manifest = manifest;
        this.list = list;
        this.file = file;
    }

    /// The bytes to append to a filter file to make it a signed one, without copying or reading the file.
    public static byte[] tail(SignedNote manifest) {
        return SignatureTail.of(manifest.toBytes());
    }

    /// Writes a signed file.
    ///
    /// @param filter packed or flat file named by the manifest, which is not checked here
    public static void compose(FileChannel filter, SignedNote manifest, FileChannel out) throws IOException {
        long size = filter.size();
        for (long at = 0; at < size;) {
            at += filter.transferTo(at, size - at, out);
        }
        ByteBuffer tail = ByteBuffer.wrap(tail(manifest));
        while (tail.hasRemaining()) {
            out.write(tail);
        }
    }

    /// Opens a file that a root vouches for. It opens even if root or manifest have expired: see [#freshness].
    ///
    /// @param effective see [Floor#effectiveTime]
    /// @throws FormatException if it is not a Bloomward file, or damaged outside the signed part
    /// @throws UntrustedNoteException if the publishers of the root did not sign it
    /// @throws ReleaseException if it is not signed at all, or the manifest does not name it, or it is of another
    ///     publication
    public static SignedFilter open(Path path, Root root, Instant effective)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            requireFilter(channel);
            SignatureTail tail = SignatureTail.read(channel, Manifest.MAX_SIZE_IN_BYTES)
                    .orElseThrow(() -> new ReleaseException(Reason.UNSIGNED,
                            "no signature follows the filter, or the file is truncated"));
            SignedNote note = SignedNote.parse(tail.noteBytes(), Manifest.MAX_SIZE_IN_BYTES);
            Verified<Manifest> manifest = root.manifest(note);
            ListRelease list = named(manifest.value(), Digest.ofFile(channel, tail.fileLength()), tail.fileLength());
            Freshness freshness = Freshness.ofFile(root, manifest.value(), effective);
            return new SignedFilter(manifest, freshness, list, map(path, list));
        }
    }

    private static void requireFilter(FileChannel channel) throws IOException, FormatException {
        Optional<FileType> type = FileType.of(channel);
        if (type.isEmpty()) {
            throw new FormatException(FormatException.Reason.NOT_OUR_FILE, "does not begin like a Bloomward file");
        }
        if (type.get() != FileType.PACKED && type.get() != FileType.FLAT) {
            throw new FormatException(FormatException.Reason.OTHER_TYPE,
                    "expected a packed or flat file, found one of type " + type.get());
        }
    }

    private static ListRelease named(Manifest manifest, Digest digest, long length) throws ReleaseException {
        return manifest.lists()
                .stream()
                .filter(list -> list.packed().is(digest, length) || list.flat().is(digest, length))
                .findFirst()
                .orElseThrow(() -> new ReleaseException(Reason.NOT_NAMED,
                        "the manifest names no file of " + length + " bytes with digest " + digest));
    }

    private static FilterFile map(Path path, ListRelease list) throws IOException, FormatException {
        FilterFile file = FilterFile.open(path);
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(file::close)) {
            list.requireFits(ListFields.read(file.envelope()));
            return failure.keep(file);
        }
    }

    /// The manifest, with its signers.
    public Verified<Manifest> manifest() {
        return manifest;
    }

    /// The list to which this filter belongs.
    public ListRelease list() {
        return list;
    }

    /// The filter, open until this is closed.
    public FilterFile file() {
        return file;
    }

    /// Whether root and manifest were still valid when it was opened: fresh or expired, never stale.
    public Freshness freshness() {
        return freshness;
    }

    @Override
    public void close() {
        file.close();
    }
}
