package bloomward.server.compile;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Bytes dealt out to 256 partitions in chunks: in memory up to a bound, and from then on in a scratch file.
///
/// Rows of one first byte of their sort key lie in few megabytes this way, are sorted in the cache, and several
/// at a time. The scratch file is deleted when it is closed, and by systems that know how, already when it is opened.
/// Safe for all threads.
final class Partitions implements AutoCloseable {

    static final int COUNT = 256;

    private final Path scratchFile;
    private final long mostInMemory;
    private final ReentrantLock lock = new ReentrantLock();
    /// Guarded by the lock, like all below.
    private final List<List<Chunk>> partitions = new ArrayList<>();
    private Optional<FileChannel> scratch = Optional.empty();
    private long inMemory;
    private long scratchEnd;

    private sealed interface Chunk {
        int length();

        @SuppressWarnings("ArrayRecordComponent") // a place in memory as the other is one in a file, not a value
        record Held(byte[] bytes, int length) implements Chunk {}

        record Spilled(long position, int length) implements Chunk {}
    }

    /// @param scratchFile made when memory does not suffice
    /// @param mostInMemory how many bytes are held in memory
    Partitions(Path scratchFile, long mostInMemory) {
        this.scratchFile = scratchFile;
        this.mostInMemory = mostInMemory;
        for (int i = 0; i < COUNT; i++) {
            partitions.add(new ArrayList<>());
        }
    }

    /// Adds bytes to a partition.
    ///
    /// @return whether the array is held from now on; if not, it can be used again
    boolean add(int partition, byte[] bytes, int length) throws IOException {
        FileChannel channel;
        long position;
        lock.lock();
        try {
            if (inMemory + bytes.length <= mostInMemory) {
                inMemory += bytes.length;
                partitions.get(partition).add(new Chunk.Held(bytes, length));
                return true;
            }
            channel = openScratch();
            position = scratchEnd;
            scratchEnd += length;
            partitions.get(partition).add(new Chunk.Spilled(position, length));
        } finally {
            lock.unlock();
        }
        ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
        while (rest.hasRemaining()) {
            position += channel.write(rest, position);
        }
        return false;
    }

    /// All bytes of neighbouring partitions, one behind the other; they are here no more.
    ///
    /// @throws CompileException if they are more than an array holds
    byte[] take(int first, int count) throws IOException, CompileException {
        List<Chunk> taken = new ArrayList<>();
        long length = 0;
        lock.lock();
        try {
            for (List<Chunk> chunks : partitions.subList(first, first + count)) {
                taken.addAll(chunks);
                chunks.clear();
            }
            for (Chunk chunk : taken) {
                length += chunk.length();
                if (chunk instanceof Chunk.Held held) {
                    inMemory -= held.bytes().length;
                }
            }
        } finally {
            lock.unlock();
        }
        if (length > Integer.MAX_VALUE - 64) {
            throw new CompileException("too many entries have hashes that begin alike: " + length + " bytes of them");
        }
        return read(taken, (int) length);
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (scratch.isPresent()) {
                scratch.get().close();
            }
        } finally {
            lock.unlock();
        }
    }

    private byte[] read(List<Chunk> chunks, int length) throws IOException {
        byte[] bytes = new byte[length];
        int at = 0;
        for (Chunk chunk : chunks) {
            switch (chunk) {
                case Chunk.Held held -> System.arraycopy(held.bytes(), 0, bytes, at, held.length());
                case Chunk.Spilled spilled -> read(spilled, ByteBuffer.wrap(bytes, at, spilled.length()));
            }
            at += chunk.length();
        }
        return bytes;
    }

    private void read(Chunk.Spilled spilled, ByteBuffer to) throws IOException {
        FileChannel channel = scratch.orElseThrow(); // set once, before there was a spilled chunk to take
        long position = spilled.position();
        while (to.hasRemaining()) {
            int some = channel.read(to, position);
            if (some < 0) {
                throw new EOFException(scratchFile + " ends at " + position);
            }
            position += some;
        }
    }

    private FileChannel openScratch() throws IOException {
        if (scratch.isEmpty()) {
            scratch = Optional.of(FileChannel.open(scratchFile, CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE));
        }
        return scratch.get();
    }

    /// Deals out records of one size, and hands on each chunk when it is full. For one thread.
    static final class Dealer {

        private final Partitions to;
        private final int recordSize;
        private final int chunkSize;
        private final byte[][] chunks = new byte[COUNT][];
        private final int[] lengths = new int[COUNT];

        Dealer(Partitions to, int recordSize, int recordsInAChunk) {
            this.to = to;
            this.recordSize = recordSize;
            this.chunkSize = recordSize * recordsInAChunk;
            Arrays.fill(chunks, new byte[0]);
            Arrays.fill(lengths, chunkSize); // full, so that the first record asks for a chunk
        }

        /// Makes room for a record of a partition.
        ///
        /// @return where in the [#chunk] of the partition it is to be written
        int place(int partition) throws IOException {
            if (lengths[partition] == chunkSize) {
                if (chunks[partition].length == 0 || to.add(partition, chunks[partition], chunkSize)) {
                    chunks[partition] = new byte[chunkSize];
                }
                lengths[partition] = 0;
            }
            int at = lengths[partition];
            lengths[partition] += recordSize;
            return at;
        }

        byte[] chunk(int partition) {
            return chunks[partition];
        }

        /// Hands on what is left. Nothing can be dealt out then.
        void finish() throws IOException {
            for (int partition = 0; partition < COUNT; partition++) {
                if (chunks[partition].length > 0 && lengths[partition] > 0) {
                    byte[] rest = Arrays.copyOf(chunks[partition], lengths[partition]);
                    to.add(partition, rest, rest.length);
                    chunks[partition] = new byte[0];
                }
            }
        }
    }
}
