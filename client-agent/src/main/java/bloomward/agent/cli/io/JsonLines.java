package bloomward.agent.cli.io;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// JSON to standard output, written as bytes where possible. Closing it flushes.
public final class JsonLines implements AutoCloseable {

    /// A line cut off by an error must not look complete.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .build();

    private final JsonGenerator json;

    public JsonLines(OutputStream out) throws IOException {
        this.json = FACTORY.createGenerator(out, JsonEncoding.UTF8);
        json.setRootValueSeparator(null); // lines end themselves
    }

    public JsonGenerator generator() {
        return json;
    }

    public void endLine() throws IOException {
        json.writeRaw('\n');
    }

    /// Writes given bytes as text; bytes that are not UTF-8 become the replacement character.
    public void writeInput(String field, Inputs input) throws IOException {
        json.writeFieldName(field);
        if (isAscii(input)) {
            json.writeUTF8String(input.buffer, input.start, input.length);
        } else {
            json.writeString(text(input));
        }
    }

    public static String text(Inputs input) {
        return new String(input.buffer, input.start, input.length, StandardCharsets.UTF_8);
    }

    private static boolean isAscii(Inputs input) {
        for (int at = input.start; at < input.start + input.length; at++) {
            if (input.buffer[at] < 0) {
                return false;
            }
        }
        return true;
    }

    public void flush() throws IOException {
        json.flush();
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
