package bloomward.format.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// A stream that inflates a gzip file (RFC 1952): all of its members, and nothing else.
///
/// The JDK's stream takes bytes that do not begin a member for the end of the file, and uses the source's `available`
/// to find out whether another member follows, so it silently loses the rest on a slow connection or in a damaged file.
/// Here a file ends where its source ends; bytes that are not a member are damage, a [ZipException] that says where. The
/// name and the comment of a member are bounded, the output is not. A source may also be all headers and blocks that
/// inflate to nothing: then a read returns when it ends, or fails. For one thread at a time.
public final class GzipMembers extends InputStream {

    private static final int HAS_HEADER_CRC = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    private static final int RESERVED_FLAGS = 0xe0;
    private static final int DEFLATE = 8;
    /// A file name and a remark are far shorter.
    private static final int MAX_TEXTS_IN_BYTES = 1 << 16;

    private final InputStream source;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] input = new byte[1 << 16];
    private int next;
    private int end;
    /// The number of bytes of the source before those in `input`.
    private long before;
    private boolean inMember;
    private boolean ended;

    /// @param source positioned at the first member; closed with this
    public GzipMembers(InputStream source) throws IOException {
        this.source = source;
        readHeader();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            int count = inflate(bytes, offset, length);
            if (count > 0) {
                crc.update(bytes, offset, count);
                return count;
            }
            if (inflater.finished()) {
                readTrailer();
                if (peek() < 0) {
                    ended = true;
                } else {
                    readHeader();
                }
            }
        }
        return -1;
    }

    private int inflate(byte[] bytes, int offset, int length) throws IOException {
        if (inflater.needsInput() && !inflater.finished()) {
            if (peek() < 0) {
                throw damaged("ends within a member");
            }
            inflater.setInput(input, next, end - next);
        }
        try {
            int count = inflater.inflate(bytes, offset, length);
            if (inflater.needsDictionary()) {
                throw damaged("needs a dictionary");
            }
            next = end - inflater.getRemaining();
            return count;
        } catch (DataFormatException _) {
            throw damaged("broken within a member");
        }
    }

    private void readHeader() throws IOException {
        crc.reset();
        inflater.reset();
        inMember = true;
        long start = before + next;
        if (headerByte() != 0x1f || headerByte() != 0x8b || headerByte() != DEFLATE) {
            throw damaged("no member where one should begin", start);
        }
        int flags = headerByte();
        if ((flags & RESERVED_FLAGS) != 0) {
            throw damaged("unknown flags");
        }
        for (int i = 0; i < 6; i++) {
            headerByte();
        }
        if ((flags & HAS_EXTRA) != 0) {
            int length = headerByte() | (headerByte() << 8);
            for (int i = 0; i < length; i++) {
                headerByte();
            }
        }
        int left = MAX_TEXTS_IN_BYTES;
        for (int texts = Integer.bitCount(flags & (HAS_NAME | HAS_COMMENT)); texts > 0; texts--) {
            while (headerByte() != 0) { // a name or comment ends with a zero
                if (--left == 0) {
                    throw damaged("a name or comment of more than " + MAX_TEXTS_IN_BYTES + " bytes");
                }
            }
        }
        if ((flags & HAS_HEADER_CRC) != 0) {
            int expected = (int) crc.getValue() & 0xffff;
            if ((headerByte() | (headerByte() << 8)) != expected) {
                throw damaged("checksum of a header");
            }
        }
        crc.reset();
    }

    private int headerByte() throws IOException {
        int b = nextByte();
        crc.update(b);
        return b;
    }

    private void readTrailer() throws IOException {
        inMember = false;
        long expected = number();
        long length = number();
        if (expected != crc.getValue() || length != (inflater.getBytesWritten() & 0xffff_ffffL)) {
            throw damaged("checksum or length of a member");
        }
    }

    private long number() throws IOException {
        return nextByte() | (nextByte() << 8) | (nextByte() << 16) | ((long) nextByte() << 24);
    }

    private int nextByte() throws IOException {
        int b = peek();
        if (b < 0) {
            throw damaged("ends within a " + (inMember ? "header" : "trailer"));
        }
        next++;
        return b;
    }

    /// The next byte of the source, or -1 at its end.
    private int peek() throws IOException {
        while (next == end) {
            int count = source.read(input, 0, input.length);
            if (count < 0) {
                return -1;
            }
            before += end;
            next = 0;
            end = count;
        }
        return input[next] & 0xff;
    }

    private ZipException damaged(String what) {
        return damaged(what, before + next);
    }

    private static ZipException damaged(String what, long position) {
        return new ZipException("gzip: " + what + ", at byte " + position);
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        source.close();
    }
}
