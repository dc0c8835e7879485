package bloomward.agent.browser.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class FramesTest {

    private static byte[] frame(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Frames.write(out, ByteBuffer.wrap(content));
        return out.toByteArray();
    }

    private static byte[] head(int length) {
        return ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(length).array();
    }

    @Test
    void readsWhatItWrote() throws Exception {
        byte[] content = "{\"ü\":1}".getBytes(UTF_8);
        byte[] frame = frame(content);
        assertThat(Arrays.copyOf(frame, 4)).isEqualTo(head(content.length));
        ByteArrayInputStream in = new ByteArrayInputStream(frame);
        assertThat(Frames.read(in)).hasValue(content);
        assertThat(Frames.read(in)).isEmpty();
    }

    @Test
    void takesTheLongestFrameAndNoLonger() throws Exception {
        byte[] longest = new byte[Frames.MAX_LENGTH];
        assertThat(Frames.read(new ByteArrayInputStream(frame(longest)))).hasValue(longest);
        for (int length : new int[] {Frames.MAX_LENGTH + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            assertThatExceptionOfType(FrameException.class)
                    .isThrownBy(() -> Frames.read(new ByteArrayInputStream(head(length))))
                    .withMessage(
                            "a frame of " + Integer.toUnsignedLong(length) + " bytes; at most 1048576 are possible");
        }
    }

    @Test
    void refusesAFrameThatIsCutAnywhere() throws Exception {
        byte[] frame = frame("{\"op\":\"status\"}".getBytes(UTF_8));
        for (int length = 1; length < frame.length; length++) {
            byte[] cut = Arrays.copyOf(frame, length);
            assertThatExceptionOfType(FrameException.class).isThrownBy(() -> Frames.read(new ByteArrayInputStream(cut)))
                    .withMessageStartingWith("the input ends after ");
        }
    }
}
