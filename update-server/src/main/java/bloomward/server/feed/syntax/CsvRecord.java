package bloomward.server.feed.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A record of comma-separated fields on one line, as in RFC 4180.
///
/// Stricter than RFC 4180 in one respect: a quoted field ends on its line. No field of a list holds a line end, and so
/// a missing quote costs one line instead of the rest of the file.
final class CsvRecord {

    private CsvRecord() {}

    /// The fields, or empty if the quoting is invalid.
    static Optional<List<String>> fields(String line) {
        List<String> fields = new ArrayList<>();
        int at = 0;
        while (true) {
            if (at < line.length() && line.charAt(at) == '"') {
                StringBuilder field = new StringBuilder();
                at = quoted(line, at + 1, field);
                if (at < 0) {
                    return Optional.empty();
                }
                fields.add(field.toString());
            } else {
                int end = line.indexOf(',', at);
                String field = line.substring(at, end < 0 ? line.length() : end);
                if (field.indexOf('"') >= 0) {
                    return Optional.empty();
                }
                fields.add(field);
                at = end < 0 ? line.length() : end;
            }
            if (at == line.length()) {
                return Optional.of(fields);
            }
            at++;
        }
    }

    /// Appends the text in quotes; returns the position of the comma or line end after them, or -1 if there is none.
    private static int quoted(String line, int from, StringBuilder field) {
        int at = from;
        while (true) {
            int quote = line.indexOf('"', at);
            if (quote < 0) {
                return -1;
            }
            field.append(line, at, quote);
            if (quote + 1 < line.length() && line.charAt(quote + 1) == '"') {
                field.append('"');
                at = quote + 2;
            } else {
                return quote + 1 == line.length() || line.charAt(quote + 1) == ',' ? quote + 1 : -1;
            }
        }
    }
}
