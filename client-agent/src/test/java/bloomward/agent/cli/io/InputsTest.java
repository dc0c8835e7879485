package bloomward.agent.cli.io;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class InputsTest {

    private static List<String> read(Inputs inputs) throws IOException {
        List<String> read = new ArrayList<>();
        while (inputs.next()) {
            read.add(new String(inputs.buffer, inputs.start, inputs.length, ISO_8859_1));
        }
        return read;
    }

    /// A stream that gives a few bytes at a time, as a pipe may.
    private static InputStream dripping(byte[] bytes, Random random) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, 1 + random.nextInt(100_000)));
            }
        };
    }

    @Test
    void givesTheSameLinesHoweverTheyArrive() throws IOException {
        for (long seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            List<String> lines = new ArrayList<>();
            int count = random.nextInt(200);
            for (int i = 0; i < count; i++) {
                int length = random.nextInt(20) == 0 ? random.nextInt(200_000) : random.nextInt(100);
                lines.add("x".repeat(length));
            }
            boolean endsInSeparator = random.nextBoolean() || count == 0 || lines.getLast().isEmpty();
            String text = String.join("\n", lines) + (endsInSeparator && count > 0 ? "\n" : "");
            InputStream stream = dripping(text.getBytes(ISO_8859_1), random);
            assertThat(read(Inputs.lines(stream, (byte) '\n', () -> {}))).as("seed " + seed).isEqualTo(lines);
        }
    }

    @Test
    void keepsTheBeginningOfALineThatIsTooLong() throws IOException {
        int[] lengths = {Inputs.MAX_LINE - 1, Inputs.MAX_LINE, Inputs.MAX_LINE + 1, 2 * Inputs.MAX_LINE, 7_654_321};
        for (int length : lengths) {
            String text = "a".repeat(length) + "\nb\n" + "c".repeat(length);
            List<String> read = read(
                    Inputs.lines(dripping(text.getBytes(ISO_8859_1), new Random(length)), (byte) '\n', () -> {}));
            int kept = Math.min(length, Inputs.MAX_LINE);
            assertThat(read).as("length " + length).isEqualTo(List.of("a".repeat(kept), "b", "c".repeat(kept)));
        }
    }

    @Test
    void flushesAnswersBeforeItWaits() throws IOException {
        AtomicInteger flushes = new AtomicInteger();
        InputStream waiting = new InputStream() {
            private int calls;

            @Override
            public int read() {
                throw new AssertionError("read in pieces");
            }

            @Override
            public int read(byte[] to, int offset, int length) {
                assertThat(flushes.get()).isEqualTo(++calls);
                to[offset] = '\n';
                return calls < 4 ? 1 : -1;
            }
        };
        assertThat(read(Inputs.lines(waiting, (byte) '\n', flushes::incrementAndGet))).hasSize(3);
    }
}
