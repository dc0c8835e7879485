package bloomward.server.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.Digest;
import bloomward.format.wire.ReportNumber;
import bloomward.server.store.ReportText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/// A report that was sent, checked.
public record Submission(ReportNumber number, ReportText text) {

    /// SHA-256 of the number, as the store has it: a reader of the store learns no number.
    static Digest digestOf(ReportNumber number) {
        return Digest.of(number.toString().getBytes(UTF_8));
    }

    /// SHA-256 of all that it says, by which a report that is sent again is known.
    Digest content() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        add(all, text.kind().label());
        add(all, text.url());
        add(all, text.comment());
        add(all, text.verdict());
        add(all, text.list().orElse(""));
        add(all, text.expression().orElse(""));
        add(all, text.version().isPresent() ? Long.toString(text.version().getAsLong()) : "");
        return Digest.of(all.toByteArray());
    }

    /// Writes a text behind its length, so that no two reports have the same bytes.
    private static void add(ByteArrayOutputStream all, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        all.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        all.writeBytes(bytes);
    }
}
