package bloomward.server.store.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.server.store.sort.Staged;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;

/// New entries in the binary form of COPY, handed over some kilobytes at a time: no other statement runs on the connection
/// while rows are copied, and those that are compared with come from the same one.
///
/// The form: a signature, two numbers of 32 bits, then for each row the number of its columns in 16 bits and each value
/// behind its length in 32 bits, -1 for none; -1 in 16 bits at the end. All numbers are big-endian.
final class CopiedEntries {

    private static final int FULL_IN_BYTES = 1 << 16;
    /// In front of the rows a signature, no flags and nothing more in the head.
    private static final PostgresDb.CopyForm FORM = new PostgresDb.CopyForm(PostgresQueries.COPY,
            "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0", "\u00ff\u00ff");
    private static final int COLUMNS = 6;

    private final PostgresDb db;
    private final int listId;
    private final int sourceId;
    private final long change;
    private final Buffer buffer = new Buffer();
    private final DataOutputStream out = new DataOutputStream(buffer);

    /// Gives its bytes without a copy of them.
    private static final class Buffer extends ByteArrayOutputStream {

        byte[] bytes() {
            return buf;
        }
    }

    CopiedEntries(PostgresDb db, long listId, long sourceId, long change) {
        this.db = db;
        this.listId = Math.toIntExact(listId);
        this.sourceId = Math.toIntExact(sourceId);
        this.change = change;
    }

    void add(Staged row) throws IOException {
        out.writeShort(COLUMNS);
        out.writeInt(Integer.BYTES);
        out.writeInt(listId);
        write(row.text().getBytes(ISO_8859_1)); // expressions are ASCII
        out.writeInt(Integer.BYTES);
        out.writeInt(sourceId);
        out.writeInt(Long.BYTES);
        out.writeLong(change);
        if (row.expires().isPresent()) {
            out.writeInt(Long.BYTES);
            out.writeLong(row.expires().get().toEpochMilli());
        } else {
            out.writeInt(-1);
        }
        Optional<String> reason = row.reason();
        if (reason.isPresent()) {
            write(StorableText.require(reason.get()).getBytes(UTF_8));
        } else {
            out.writeInt(-1);
        }
        if (buffer.size() >= FULL_IN_BYTES) {
            flush();
        }
    }

    private void write(byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    void flush() throws IOException {
        if (buffer.size() > 0) {
            db.copyIn(FORM, buffer.bytes(), buffer.size());
            buffer.reset();
        }
    }
}
