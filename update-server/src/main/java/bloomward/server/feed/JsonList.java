package bloomward.server.feed;

import bloomward.server.feed.syntax.CsvLines;
import bloomward.server.feed.syntax.JsonShape;
import bloomward.server.feed.syntax.LineSyntax;
import bloomward.server.feed.syntax.ParsedLine;
import bloomward.server.feed.syntax.RejectReason;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Reads a list in JSON as a stream, in bounded memory. Each element of its arrays counts as one line.
///
/// An unknown array counts as one rejected line, so that a publisher's new section is noticed.
final class JsonList {

    private static final int MAX_DEPTH = 16;
    private static final int MAX_NAME_LENGTH = 1024;
    private static final int MAX_NUMBER_LENGTH = 100;

    /// Receives the elements.
    @FunctionalInterface
    interface Out {

        /// @param text as in the list, one byte in each `char`, for the sample of a rejected line
        void accept(long line, String text, ParsedLine parsed) throws UnusableListException;
    }

    private final JsonShape shape;
    private final Out out;
    private final JsonParser json;

    private JsonList(JsonShape shape, Out out, JsonParser json) {
        this.shape = shape;
        this.out = out;
        this.json = json;
    }

    /// @throws UnusableListException if the JSON has another shape
    /// @throws com.fasterxml.jackson.core.JacksonException if it is not JSON, or exceeds the limits
    static void read(InputStream in, JsonShape shape, int maxText, Out out) throws IOException {
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(maxText)
                        .maxNestingDepth(MAX_DEPTH)
                        .maxNameLength(MAX_NAME_LENGTH)
                        .maxNumberLength(MAX_NUMBER_LENGTH)
                        .build())
                .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
                .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, false)
                .build();
        try (JsonParser json = factory.createParser(in)) {
            var list = new JsonList(shape, out, json);
            list.readAll();
            if (json.nextToken() != null) {
                throw new UnusableListException(ListOutcome.Reason.NOT_A_LIST,
                        "more JSON follows the list" + list.where());
            }
        }
    }

    private void readAll() throws IOException {
        try {
            if (shape == JsonShape.PHISHTANK) {
                readRows();
            } else {
                readSections();
            }
        } catch (UnusableListException e) {
            throw e.reason() == ListOutcome.Reason.TOO_LARGE ? e.after(line() - 1) : e;
        }
    }

    private void readRows() throws IOException {
        expect(json.nextToken() == JsonToken.START_ARRAY, "an array");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expect(json.currentToken() == JsonToken.START_OBJECT, "an object");
            long line = line();
            String url = "";
            boolean verified = true;
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                if (json.currentToken() == JsonToken.VALUE_STRING && name.equals("url")) {
                    url = bytes(json.getText());
                } else if (json.currentToken() == JsonToken.VALUE_STRING && name.equals("verified")) {
                    verified = json.getText().equals("yes");
                }
                json.skipChildren();
            }
            if (!LineSyntax.hasScheme(url)) {
                out.accept(line, url, ParsedLine.rejected(RejectReason.MALFORMED));
            } else {
                out.accept(line, url,
                        verified
                                ? ParsedLine.page(CsvLines.withoutHtmlEscapes(url))
                                : ParsedLine.rejected(RejectReason.UNVERIFIED));
            }
        }
    }

    private void readSections() throws IOException {
        expect(json.nextToken() == JsonToken.START_OBJECT, "an object");
        boolean known = false;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            JsonShape.Section section = shape.section(name);
            if (section != JsonShape.Section.UNKNOWN) {
                known = true;
                expect(value == JsonToken.START_ARRAY, "an array");
                readSection(name, section);
            } else if (value.isStructStart()) {
                out.accept(line(), bytes(name), ParsedLine.rejected(RejectReason.OTHER_KIND));
                json.skipChildren();
            }
        }
        expect(known, "a list of hosts");
    }

    private void readSection(String name, JsonShape.Section section) throws IOException {
        while (json.nextToken() != JsonToken.END_ARRAY) {
            long line = line();
            if (json.currentToken() == JsonToken.VALUE_STRING) {
                String text = bytes(json.getText());
                out.accept(line, text, parse(section, text));
            } else {
                out.accept(line, bytes(name), ParsedLine.rejected(RejectReason.MALFORMED));
                json.skipChildren();
            }
        }
    }

    private static ParsedLine parse(JsonShape.Section section, String element) {
        return switch (section) {
            case LISTED -> LineSyntax.hasScheme(element) ? ParsedLine.place(element) : LineSyntax.place(element);
            case ALLOWED -> ParsedLine.rejected(RejectReason.EXCEPTION);
            case COMPARED, UNKNOWN -> ParsedLine.rejected(RejectReason.OTHER_KIND);
        };
    }

    private void expect(boolean found, String what) throws UnusableListException {
        if (!found) {
            throw new UnusableListException(ListOutcome.Reason.NOT_A_LIST, "JSON without " + what + where());
        }
    }

    private long line() {
        return json.currentTokenLocation().getLineNr();
    }

    private String where() {
        return " at line " + line();
    }

    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
