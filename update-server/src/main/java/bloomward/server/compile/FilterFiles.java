package bloomward.server.compile;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.file.Envelope.Written;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.io.DurableFiles;
import bloomward.format.key.KeyCursor;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// The packed and the flat file of sorted keys, each whole on the disk or not there.
///
/// The flat file is made from the packed one after that was opened again, so both have been read once by the checks
/// that an agent makes.
record FilterFiles(ListFields fields, Compiled.File packed, Compiled.File flat) {

    /// The number of blocks in the flat form of so many keys.
    ///
    /// @throws CompileException if keys of this width cannot reach the rate any more
    static long blocksFor(KeySpec spec, long keys, double rate) throws CompileException {
        if (!FlatSizing.isReachable(spec, keys, rate)) {
            throw new CompileException(keys + " entries are too many for keys of " + spec.width()
                    + " bits: the list needs wider keys (list rekey)");
        }
        return FlatSizing.blocksFor(spec, keys, rate);
    }

    /// @param keys as many as the fields say; may throw UncheckedIOException
    static FilterFiles write(ListFields fields, KeyCursor keys, Path packedFile, Path flatFile) throws IOException {
        try {
            DurableFiles.<Written, RuntimeException>place(packedFile,
                    channel -> Optional.of(FilterFile.<RuntimeException>writePacked(channel, fields,
                            out -> PackedFilter.encode(fields.spec(), fields.entries(), keys, out))));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        try (FilterFile packed = FilterFile.open(packedFile)) {
            PackedFilter filter = packed.packed();
            DurableFiles.<Written, RuntimeException>place(flatFile,
                    channel -> Optional.of(FilterFile.writeFlat(channel, filter)));
        } catch (FormatException e) {
            throw new IOException(packedFile + " cannot be read back as it was written", e);
        }
        return new FilterFiles(fields, digested(packedFile), digested(flatFile));
    }

    private static Compiled.File digested(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            return new Compiled.File(Digest.ofFile(file), file.size(), path);
        }
    }
}
