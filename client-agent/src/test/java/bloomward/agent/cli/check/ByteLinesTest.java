package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ByteLinesTest {

    /// Another program's reader understands what was meant, whatever bytes came.
    @Test
    void writesJsonThatAParserReadsBack() throws IOException {
        JsonFactory factory = new JsonFactory();
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            byte[] text = new byte[random.nextInt(200)];
            random.nextBytes(text);
            for (int i = 0; i < text.length; i++) {
                text[i] = seed % 3 == 0 ? text[i] : (byte) (text[i] & 0x7f);
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteLines lines = new ByteLines(out);
            lines.raw("\"").json(text, 0, text.length).raw("\"");
            lines.end();
            lines.flush();
            try (JsonParser parser = factory.createParser(out.toByteArray())) {
                assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_STRING);
                assertThat(parser.getText()).as("seed " + seed).isEqualTo(new String(text, UTF_8));
                assertThat(parser.nextToken()).isNull();
            }
        }
    }

    @Test
    void writesNumbers() {
        ByteLines lines = new ByteLines(OutputStream.nullOutputStream());
        for (long number : new long[] {0, 9, 10, 1_795_003_200L, Long.MAX_VALUE, -1}) {
            lines.number(number).raw(" ");
        }
        assertThat(lines.text()).isEqualTo("0 9 10 1795003200 9223372036854775807 -1 ");
    }

    @Test
    void losesNothingOfWhatIsLongerThanItsMemory() throws IOException {
        byte[] text = "x\"".repeat(1 << 20).getBytes(UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteLines lines = new ByteLines(out);
        lines.raw(text).json(text, 0, text.length);
        lines.end();
        assertThat(out.toString(UTF_8)).isEqualTo("x\"".repeat(1 << 20) + "x\\\"".repeat(1 << 20) + "\n");
    }
}
