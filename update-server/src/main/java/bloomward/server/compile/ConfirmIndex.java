package bloomward.server.compile;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.BucketTree;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.confirm.LeafWriter;
import bloomward.format.io.DurableFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.zip.CRC32C;

/// The small file that makes a version of a list's leaves: it says where each lies and what its hash is.
///
/// An index is whole or tells the difference from a whole one, its base: a version in which one entry changed needs a
/// hundred bytes and not three megabytes. A header with its checksum, then an entry for each bucket that differs, then
/// a checksum over these. The name of the file is the root of the tree, so hashes prove themselves; the checksum is
/// for the rest. No other program reads these files.
///
/// @param end length of the segment when the version's leaves had been written
/// @param live how many bytes of it are leaves of the version
/// @param base the version from which the entries are the difference; none if all buckets have one
/// @param entries how many
record ConfirmIndex(BucketBits bits, long number, long segment, long end, long live, Optional<ConfirmRoot> base,
        int entries) {

    private static final byte[] MAGIC = HexFormat.of().parseHex("894257490d0a1a0a");
    private static final int VERSION = 1;
    private static final int HEADER_CHECKSUM_AT = 88;
    private static final int HEADER_LENGTH = 96;
    private static final int ENTRY_LENGTH = 16 + LeafWriter.HASH_IN_BYTES;
    private static final int CHECKSUM_LENGTH = 8;

    private static final String SUFFIX = ".index";

    /// The file of the index of a root.
    static Path path(Path folder, ConfirmRoot root) {
        return folder.resolve(root + SUFFIX);
    }

    /// The root whose index a file is by its name.
    static Optional<ConfirmRoot> rootOf(Path path) {
        String name = path.getFileName().toString();
        if (!name.endsWith(SUFFIX)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ConfirmRoot(Digest.parse(name.substring(0, name.length() - SUFFIX.length()))));
        } catch (FormatException _) {
            return Optional.empty();
        }
    }

    /// Writes the index of a table durably.
    static void write(Path folder, LeafTable table) throws IOException {
        BitSet buckets = table.sinceBase();
        if (table.base().isEmpty()) {
            buckets.set(0, table.buckets());
        }
        int entries = buckets.cardinality();
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_LENGTH + entries * ENTRY_LENGTH + CHECKSUM_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN);
        byte[] base = table.base().map(ConfirmRoot::toBytes).orElse(new byte[ConfirmRoot.SIZE_IN_BYTES]);
        bytes.put(MAGIC)
                .putInt(VERSION)
                .putInt(table.tree().bits().count())
                .putLong(table.number())
                .putLong(table.segment())
                .putLong(table.end())
                .putLong(table.sizeInBytes())
                .putInt(entries)
                .putInt(table.base().isPresent() ? 1 : 0)
                .put(base);
        bytes.putLong(checksum(bytes.array(), 0, HEADER_CHECKSUM_AT));
        byte[] hashes = table.tree().leafHashes();
        IntConsumer put = bucket -> bytes.putInt(bucket)
                .putInt(table.length(bucket))
                .putLong(table.offset(bucket))
                .put(hashes, bucket * LeafWriter.HASH_IN_BYTES, LeafWriter.HASH_IN_BYTES);
        buckets.stream().forEachOrdered(put);
        bytes.putLong(checksum(bytes.array(), HEADER_LENGTH, bytes.position() - HEADER_LENGTH));
        DurableFiles.write(path(folder, table.root()), bytes.array());
    }

    /// Reads the header alone.
    ///
    /// @throws IOException if it is damaged too
    static ConfirmIndex readHeader(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return header(path, in.readNBytes(HEADER_LENGTH));
        }
    }

    /// Reads the whole index of a root, and the index of its base.
    ///
    /// @throws IOException if it is damaged too
    static LeafTable read(Path folder, ConfirmRoot root) throws IOException {
        Path path = path(folder, root);
        byte[] file = Files.readAllBytes(path);
        ConfirmIndex index = header(path, Arrays.copyOf(file, Math.min(file.length, HEADER_LENGTH)));
        int end = HEADER_LENGTH + index.entries * ENTRY_LENGTH;
        if (file.length != end + CHECKSUM_LENGTH) {
            throw damaged(path, file.length + " bytes, expected " + (end + CHECKSUM_LENGTH));
        }
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.getLong(end) != checksum(file, HEADER_LENGTH, end - HEADER_LENGTH)) {
            throw damaged(path, "checksum of its entries");
        }
        int buckets = index.bits.buckets();
        byte[] hashes = new byte[buckets * LeafWriter.HASH_IN_BYTES];
        long[] offsets = new long[buckets];
        int[] lengths = new int[buckets];
        if (index.base.isPresent()) {
            LeafTable base = read(folder, index.base.get());
            if (base.base().isPresent() || base.buckets() != buckets || base.segment() != index.segment) {
                throw damaged(path, "base " + base.root() + " does not fit");
            }
            System.arraycopy(base.tree().leafHashes(), 0, hashes, 0, hashes.length);
            Arrays.setAll(offsets, base::offset);
            Arrays.setAll(lengths, base::length);
        }
        BitSet inEntries = new BitSet();
        bytes.position(HEADER_LENGTH);
        for (int i = 0; i < index.entries; i++) {
            int bucket = bytes.getInt();
            lengths[bucket] = bytes.getInt();
            offsets[bucket] = bytes.getLong();
            bytes.get(hashes, bucket * LeafWriter.HASH_IN_BYTES, LeafWriter.HASH_IN_BYTES);
            inEntries.set(bucket);
        }
        BucketTree tree = BucketTree.over(index.bits, hashes);
        if (!tree.root().equals(root)) {
            throw damaged(path, "its hashes make root " + tree.root());
        }
        return new LeafTable(index.number, index.segment, index.end, tree, offsets, lengths, index.base,
                index.base.isPresent() ? inEntries : new BitSet());
    }

    private static ConfirmIndex header(Path path, byte[] header) throws IOException {
        if (header.length < HEADER_LENGTH || !Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw damaged(path, "no header of an index");
        }
        ByteBuffer bytes = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.getLong(HEADER_CHECKSUM_AT) != checksum(header, 0, HEADER_CHECKSUM_AT)) {
            throw damaged(path, "checksum of its header");
        }
        bytes.position(MAGIC.length);
        int version = bytes.getInt();
        if (version != VERSION) {
            throw damaged(path, "version " + version + ", readable is " + VERSION);
        }
        BucketBits bits = new BucketBits(bytes.getInt());
        long number = bytes.getLong();
        long segment = bytes.getLong();
        long end = bytes.getLong();
        long live = bytes.getLong();
        int entries = bytes.getInt();
        boolean hasBase = bytes.getInt() != 0;
        byte[] base = new byte[ConfirmRoot.SIZE_IN_BYTES];
        bytes.get(base);
        return new ConfirmIndex(bits, number, segment, end, live,
                hasBase ? Optional.of(ConfirmRoot.ofDigest(base)) : Optional.empty(), entries);
    }

    private static long checksum(byte[] bytes, int from, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, length);
        return checksum.getValue();
    }

    private static IOException damaged(Path path, String what) {
        return new IOException(path + " is damaged: " + what);
    }
}
