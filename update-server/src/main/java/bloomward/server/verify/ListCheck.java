package bloomward.server.verify;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.key.KeyHash;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.SignedFilter;
import bloomward.format.release.TestEntries;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.Form;
import bloomward.program.text.Figures;
import bloomward.server.publish.folder.PublicFolder;
import bloomward.server.verify.Report.Findings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;

/// Verifies the files of one version of a list.
final class ListCheck {

    private final Path folder;
    private final ListRelease list;
    private final Findings findings;

    ListCheck(Path folder, ListRelease list, Findings findings) {
        this.folder = folder;
        this.list = list;
        this.findings = findings;
    }

    /// @param isData whether it is a data folder, where signed files are assembled on request
    void verify(Chain chain, boolean isData) {
        Verification.look(findings, "list " + list.name(), this::filters);
        boolean isExported = Files.exists(folder.resolve("v1/bloom")) || Files.exists(folder.resolve("v1/confirm"));
        if (isData || !isExported) {
            return;
        }
        for (Form form : Form.values()) {
            PublicPath path = new PublicPath.Bloom(list.name(), form);
            Verification.look(findings, "signed file " + list.name() + "/" + form.name().toLowerCase(Locale.ROOT),
                    () -> signed(PublicFolder.at(folder, path), form, chain));
        }
    }

    private String filters() throws IOException, FormatException, ReleaseException {
        try (FilterFile packedFile = open(ContentKind.PACKED, list.packed());
                FilterFile flatFile = open(ContentKind.FLAT, list.flat());
                Arena arena = Arena.ofConfined()) {
            PackedFilter packed = packedFile.packed();
            if (!(flatFile.filter() instanceof FlatFilter flat)) {
                throw new IOException("the flat file belongs to another filter");
            }
            if (!ListFields.read(flatFile.envelope()).equals(ListFields.of(packed))
                    || FlatFilter.of(packed, arena).words().mismatch(flat.words()) >= 0) {
                throw new IOException("the flat file does not follow from the packed one");
            }
            KeyHash hash = packed.spec().keyHash();
            TestEntries.check(list, expression -> packed.mightContain(hash.of(expression)));
            TestEntries.check(list,
                    expression -> flat.mightContain(hash.of(expression)) && packed.mightContain(hash.of(expression)));
        }
        return "version " + list.version() + ", " + Figures.amount(list.entries(), "entry", "entries")
                + ", flat follows from packed, test entries" + " found";
    }

    private FilterFile open(ContentKind kind, FileRef ref) throws IOException, FormatException {
        Path path = PublicFolder.at(folder, new PublicPath.Content(kind, ref.digest()));
        if (!ref.isOf(path)) {
            throw new IOException(path + ": not the file of " + ref.length() + " bytes named in the manifest");
        }
        FilterFile file = FilterFile.open(path);
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(file::close)) {
            list.requireFits(ListFields.read(file.envelope()));
            return failure.keep(file);
        }
    }

    private String signed(Path path, Form form, Chain chain)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Chain.Newest newest = chain.newest().orElseThrow();
        try (SignedFilter signed = SignedFilter.open(path, chain.root(), Instant.MIN)) {
            if (!signed.list().name().equals(list.name()) || isPacked(signed) != (form == Form.PACKED)) {
                throw new IOException(path + ": a file of list " + signed.list().name());
            }
            long sequence = signed.manifest().value().sequence();
            if (sequence < newest.manifest().sequence()) {
                throw new IOException(
                        path + ": of sequence " + sequence + ", but the newest is " + newest.manifest().sequence());
            }
            if (sequence > newest.manifest().sequence()) {
                return "of sequence " + sequence + ", to which latest will point after the export";
            }
        }
        Digest digest = expected(path, form, newest);
        if (!digest.equals(Digest.ofFile(path))) {
            throw new IOException(path + ": not the list's file followed by the manifest");
        }
        return "verified by the root";
    }

    private Digest expected(Path path, Form form, Chain.Newest newest) throws IOException {
        FileRef ref = form == Form.PACKED ? list.packed() : list.flat();
        ContentKind kind = form == Form.PACKED ? ContentKind.PACKED : ContentKind.FLAT;
        byte[] tail = SignedFilter.tail(newest.note());
        if (Files.size(path) != ref.length() + tail.length) {
            throw new IOException(path + ": " + Files.size(path) + " bytes, expected " + (ref.length() + tail.length));
        }
        var sha256 = Digest.newSha256();
        try (var in = Files.newInputStream(PublicFolder.at(folder, new PublicPath.Content(kind, ref.digest())))) {
            byte[] buffer = new byte[1 << 16];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                sha256.update(buffer, 0, count);
            }
        }
        sha256.update(tail);
        return Digest.finish(sha256);
    }

    private static boolean isPacked(SignedFilter signed) {
        return signed.file().filter() instanceof PackedFilter;
    }
}
