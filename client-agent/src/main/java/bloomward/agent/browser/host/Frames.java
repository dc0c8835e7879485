package bloomward.agent.browser.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/// Frames of native messaging: a length of 32 bits in the order of this machine, and as many bytes.
final class Frames {

    /// The longest frame that a browser takes, and the longest line that the agent takes.
    static final int MAX_LENGTH = 1 << 20;

    private static final int HEAD = Integer.BYTES;

    private Frames() {}

    /// Reads the next frame.
    ///
    /// @return empty at the end of the stream
    /// @throws FrameException if the stream ends within a frame, or a frame is too long
    static Optional<byte[]> read(InputStream in) throws IOException {
        byte[] head = in.readNBytes(HEAD);
        if (head.length == 0) {
            return Optional.empty();
        }
        if (head.length < HEAD) {
            throw new FrameException("the input ends after " + head.length + " of the 4 bytes of a length");
        }
        long length = Integer.toUnsignedLong(ByteBuffer.wrap(head).order(ByteOrder.nativeOrder()).getInt());
        if (length > MAX_LENGTH) {
            throw new FrameException("a frame of " + length + " bytes; at most " + MAX_LENGTH + " are possible");
        }
        byte[] content = in.readNBytes((int) length);
        if (content.length < length) {
            throw new FrameException("the input ends after " + content.length + " of " + length + " bytes of a frame");
        }
        return Optional.of(content);
    }

    /// Writes a frame, in one piece.
    static void write(OutputStream out, ByteBuffer content) throws IOException {
        byte[] frame = new byte[HEAD + content.remaining()];
        ByteBuffer.wrap(frame).order(ByteOrder.nativeOrder()).putInt(content.remaining()).put(content.duplicate());
        out.write(frame);
        out.flush();
    }
}
