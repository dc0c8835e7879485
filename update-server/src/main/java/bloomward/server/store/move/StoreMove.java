package bloomward.server.store.move;

import bloomward.format.Digest;
import bloomward.server.store.AuditLog.Verification;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.StoredRows;
import bloomward.server.store.StoredTable;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Copies all rows of a store into an empty one and compares both afterwards, table by table.
///
/// Nobody else may write to either meanwhile. All is written in one work, so a failure leaves the target as empty as it was.
/// Published files are not rows of every store; the caller sees to them.
public final class StoreMove {

    private StoreMove() {}

    /// A table with all that is in it.
    ///
    /// @param sha256 over every value of every row, in the order of the key
    public record Content(long rows, Digest sha256) {}

    /// A store that was copied.
    ///
    /// @param audit the last hash of the log, which stands for all of it
    public record Copied(Map<StoredTable, Content> tables, long rows, Digest audit) {}

    /// Copies and compares.
    ///
    /// @throws TargetNotEmptyException if something is in the target; it stays as it is
    /// @throws IOException if a difference is found
    public static Copied copy(PublisherStore source, PublisherStore target) throws IOException {
        Optional<StoredTable> full = target.<Optional<StoredTable>, IOException>read(tables -> firstWithRows(tables));
        if (full.isPresent()) {
            throw new TargetNotEmptyException(
                    "the target is not empty: table " + full.get().label() + " has rows; nothing was copied");
        }
        Map<StoredTable, Content> copied = target.<Map<StoredTable, Content>, IOException>write(
                into -> source.<Map<StoredTable, Content>, IOException>read(from -> copy(from.rows(), into.rows())));
        Map<StoredTable, Content> found = target
                .<Map<StoredTable, Content>, IOException>read(tables -> contents(tables.rows()));
        for (StoredTable table : StoredTable.values()) {
            Content expected = copied.getOrDefault(table, new Content(0, Digest.of(new byte[0])));
            if (!expected.equals(found.get(table))) {
                throw new IOException("table " + table.label() + " differs after the copy: " + found.get(table)
                        + ", expected " + expected);
            }
        }
        return new Copied(copied, copied.values().stream().mapToLong(Content::rows).sum(), audit(target));
    }

    private static Digest audit(PublisherStore target) throws IOException {
        return switch (target.<Verification, IOException>read(tables -> tables.audit().verify())) {
            case Verification.Intact(long _, Digest head) -> head;
            case Verification.Broken(long number, String what) ->
                throw new IOException("audit log, row " + number + ": " + what);
        };
    }

    private static final class Found extends IOException {

        private static final long serialVersionUID = 1;
    }

    private static Optional<StoredTable> firstWithRows(Tables tables) throws IOException {
        for (StoredTable table : StoredTable.values()) {
            try {
                tables.rows().read(table, _ -> {
                    throw new Found();
                });
            } catch (Found _) {
                return Optional.of(table);
            }
        }
        return Optional.empty();
    }

    private static Map<StoredTable, Content> copy(StoredRows from, StoredRows into) throws IOException {
        Map<StoredTable, Content> contents = new EnumMap<>(StoredTable.class);
        for (StoredTable table : StoredTable.values()) {
            Summing summing = new Summing();
            try (StoredRows.Adding adding = into.add(table)) {
                from.read(table, values -> {
                    summing.take(values);
                    adding.take(values);
                });
            }
            contents.put(table, summing.content());
        }
        into.setHighest(from.highest());
        return contents;
    }

    private static Map<StoredTable, Content> contents(StoredRows rows) throws IOException {
        Map<StoredTable, Content> contents = new EnumMap<>(StoredTable.class);
        for (StoredTable table : StoredTable.values()) {
            Summing summing = new Summing();
            rows.read(table, summing::take);
            contents.put(table, summing.content());
        }
        return contents;
    }

    /// Sums rows up: before each value a byte that says whether it is there, and its length.
    private static final class Summing {

        private final MessageDigest sha256 = Digest.newSha256();
        private long rows;

        void take(List<Optional<Object>> values) {
            rows++;
            for (Optional<Object> value : values) {
                if (value.isEmpty()) {
                    sha256.update((byte) 0);
                } else {
                    byte[] bytes = value.get().toString().getBytes(StandardCharsets.UTF_8);
                    sha256.update(ByteBuffer.allocate(5).put((byte) 1).putInt(bytes.length).flip());
                    sha256.update(bytes);
                }
            }
        }

        Content content() {
            return new Content(rows, Digest.finish(sha256));
        }
    }
}
