package bloomward.server.store.sort;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.io.CloseOnFailure;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// Sorted rows in a temporary file: what was collected and does not fit into memory.
///
/// A row is a byte of flags, the length of the expression in two bytes and the expression; then, by flag, eight bytes
/// of expiry, and the length of the reason in four bytes and the reason. Not trusted to outlive the process: whatever a
/// crash leaves is removed by the next one.
final class SortedSpill implements Closeable {

    private static final String PREFIX = ".bloomward-sort-";
    private static final int BUFFER_IN_BYTES = 1 << 16;
    private static final int HAS_EXPIRY = 1;
    private static final int HAS_REASON = 2;
    private static final int END = 4;

    private final Path file;
    private final long rows;

    private SortedSpill(Path file, long rows) {
        this.file = file;
        this.rows = rows;
    }

    /// Writes all that is left of a cursor, each expression once: the first.
    static SortedSpill write(Path folder, SortedCursor<Staged> cursor) throws IOException {
        Path file = Files.createTempFile(folder, PREFIX, "");
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> Files.deleteIfExists(file));
                DataOutputStream out = new DataOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(file), BUFFER_IN_BYTES))) {
            long rows = 0;
            String last = "";
            while (cursor.advance()) {
                Staged row = cursor.current();
                if (!row.text().equals(last)) {
                    write(out, row);
                    last = row.text();
                    rows++;
                }
            }
            out.writeByte(END);
            return failure.keep(new SortedSpill(file, rows));
        }
    }

    private static void write(DataOutputStream out, Staged row) throws IOException {
        out.writeByte((row.expires().isPresent() ? HAS_EXPIRY : 0) | (row.reason().isPresent() ? HAS_REASON : 0));
        byte[] expression = row.text().getBytes(ISO_8859_1);
        out.writeShort(expression.length);
        out.write(expression);
        if (row.expires().isPresent()) {
            out.writeLong(row.expires().get().toEpochMilli());
        }
        if (row.reason().isPresent()) {
            byte[] reason = row.reason().get().getBytes(UTF_8);
            out.writeInt(reason.length);
            out.write(reason);
        }
    }

    long rows() {
        return rows;
    }

    Rows read() throws IOException {
        return new Rows(new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_IN_BYTES)));
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }

    /// Removes what a crash has left.
    static void clean(Path folder) throws IOException {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path leftover : leftovers) {
                Files.delete(leftover);
            }
        }
    }

    /// Reads the rows again, in order.
    static final class Rows implements SortedCursor<Staged>, Closeable {

        private final DataInputStream in;
        private Staged current = Staged.NONE;

        private Rows(DataInputStream in) {
            this.in = in;
        }

        @Override
        public boolean advance() throws IOException {
            int flags = in.readUnsignedByte();
            if (flags == END) {
                return false;
            }
            String expression = new String(in.readNBytes(in.readUnsignedShort()), ISO_8859_1);
            Optional<Instant> expires = (flags & HAS_EXPIRY) == 0
                    ? Optional.empty()
                    : Optional.of(Instant.ofEpochMilli(in.readLong()));
            Optional<String> reason = (flags & HAS_REASON) == 0
                    ? Optional.empty()
                    : Optional.of(new String(in.readNBytes(in.readInt()), UTF_8));
            current = new Staged(expression, expires, reason);
            return true;
        }

        @Override
        public Staged current() {
            return current;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
