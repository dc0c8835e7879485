package bloomward.agent.socket;

import bloomward.agent.crowd.Turns;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The bytes of a connection, and how long it has been the turn of the program at its other end. Safe for a reader and a
/// writer at a time; closing it, from any thread, wakes both with an exception.
final class Stream implements AutoCloseable {

    /// The time within which a line that was begun is ended.
    static final Duration LINE_TIME = Duration.ofSeconds(30);
    /// The time within which a piece of an answer, at most [#PIECE] bytes, is taken.
    static final Duration PIECE_TIME = Duration.ofSeconds(10);

    /// More at once would make the JDK keep a buffer of that size outside the heap for each thread.
    private static final int PIECE = 16 * 1024;

    private final SocketChannel channel;
    private final LongSupplier nanoTime;
    private volatile Optional<Long> turnSince; // these three: written by the thread that is at it
    private volatile Optional<Long> lineSince = Optional.empty();
    private volatile Optional<Long> pieceSince = Optional.empty();

    /// @param nanoTime a clock that cannot be set
    Stream(SocketChannel channel, LongSupplier nanoTime) {
        this.channel = channel;
        this.nanoTime = nanoTime;
        this.turnSince = now();
    }

    private Optional<Long> now() {
        return Optional.of(nanoTime.getAsLong());
    }

    /// A request is whole, and is to be answered.
    void turnIsOurs() {
        turnSince = Optional.empty();
        lineSince = Optional.empty();
    }

    /// The next request is awaited. Bytes of it do not begin the turn anew: one byte now and again is no sign of life.
    ///
    /// @param hasBegun whether there are bytes of it already
    void turnIsTheirs(boolean hasBegun) {
        turnSince = now();
        lineSince = hasBegun ? turnSince : Optional.empty();
    }

    /// Since when the program has had its turn; empty while it waits for the agent.
    Optional<Long> waitingSince() {
        return isWriting() ? pieceSince : turnSince;
    }

    /// The time for which the program cannot be overdue; negative once it has taken too long over a line or a piece of an
    /// answer. It may be silent for as long as it likes between an answer and the next line.
    Duration timeLeft() {
        Duration ofLine = left(lineSince, LINE_TIME);
        Duration ofPiece = left(pieceSince, PIECE_TIME);
        return ofLine.compareTo(ofPiece) < 0 ? ofLine : ofPiece;
    }

    /// Whether a line was begun that has not ended.
    boolean isInALine() {
        return lineSince.isPresent();
    }

    /// Whether a piece of an answer is being taken.
    boolean isWriting() {
        return pieceSince.isPresent();
    }

    private Duration left(Optional<Long> since, Duration time) {
        return since.map(then -> time.minusNanos(nanoTime.getAsLong() - then)).orElse(time);
    }

    InputStream in() {
        return new In();
    }

    /// Closing it leaves the connection open.
    OutputStream out() {
        return new Out();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // It is gone, then.
        }
    }

    private final class In extends InputStream {

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int count = channel.read(ByteBuffer.wrap(to, offset, Math.min(length, PIECE)));
            if (!isInALine()) {
                lineSince = now();
            }
            return count;
        }
    }

    private final class Out extends OutputStream {

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int from = 0; from < length; from += PIECE) {
                pieceSince = now();
                ByteBuffer left = ByteBuffer.wrap(bytes, offset + from, Math.min(length - from, PIECE));
                Turns.away(() -> writeAll(left));
            }
            pieceSince = Optional.empty();
        }

        private int writeAll(ByteBuffer piece) throws IOException {
            int count = 0;
            while (piece.hasRemaining()) {
                count += channel.write(piece);
            }
            return count;
        }
    }
}
