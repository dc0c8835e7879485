package bloomward.agent.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.url.Expression;
import bloomward.format.wire.ReportNumber;
import bloomward.program.text.Printable;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;

/// A report as a person sees it before it is sent: nothing else is sent but a number.
///
/// @param kind of the mistake
/// @param url as it was met
/// @param comment may be empty; lines end in LF
/// @param verdict of the agent, in one word
/// @param list that has the URL
/// @param expression that is listed or allowed
/// @param version of the list
public record Report(ReportKind kind, String url, String comment, String verdict, Optional<String> list,
        Optional<Expression> expression, Optional<Long> version) {

    public static final int MAX_URL_IN_BYTES = 2048;
    public static final int MAX_COMMENT_LENGTH = 1000;

    static final int MAX_SIZE_IN_BYTES = 4096;

    /// A character takes its bytes, and not six for each half.
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    /// @throws IllegalArgumentException if it cannot be sent; the message begins with the name of a field
    public Report {
        require(!url.isEmpty() && url.getBytes(UTF_8).length <= MAX_URL_IN_BYTES,
                "url: must have 1 to " + MAX_URL_IN_BYTES + " bytes");
        require(comment.codePointCount(0, comment.length()) <= MAX_COMMENT_LENGTH,
                "comment: must have at most " + MAX_COMMENT_LENGTH + " characters");
        require(isText(url), "url: has a character that is not visible");
        require(isText(comment.replace("\n", "")), "comment: has a character that is not visible");
    }

    private static boolean isText(String text) {
        return Printable.of(text).equals(text);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /// The bytes that are sent.
    ///
    /// @throws IllegalArgumentException if they are too many
    byte[] toBytes(ReportNumber number) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeNumberField("v", 1);
            json.writeStringField("number", number.toString());
            writeTo(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of memory
        }
        require(bytes.size() <= MAX_SIZE_IN_BYTES, "comment: the report has " + bytes.size()
                + " bytes with it, at most " + MAX_SIZE_IN_BYTES + " are possible");
        return bytes.toByteArray();
    }

    /// Refuses a report that is too long to be sent.
    ///
    /// @throws IllegalArgumentException as the constructor
    public void requireFits() {
        byte[] _ = toBytes(new ReportNumber(-1, -1));
    }

    /// Writes its fields into an object that has begun.
    public void writeTo(JsonGenerator json) throws IOException {
        json.writeStringField("kind", kind.name().toLowerCase(Locale.ROOT));
        json.writeStringField("url", url);
        json.writeStringField("comment", comment);
        json.writeStringField("verdict", verdict);
        if (list.isPresent()) {
            json.writeStringField("list", list.get());
        }
        if (expression.isPresent()) {
            json.writeStringField("expression", expression.get().text());
        }
        if (version.isPresent()) {
            json.writeNumberField("version", version.get());
        }
    }
}
