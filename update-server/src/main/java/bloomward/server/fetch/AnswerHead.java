package bloomward.server.fetch;

import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Status and headers of an answer in HTTP/1.1 (RFC 9112). Ambiguous input is refused.
record AnswerHead(int status, HttpHeaders headers) {

    private static final int MAX_BYTES = 64 * 1024;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-9][0-9]{2})( .*)?");

    /// Reads a head and not a byte more; interim answers before it are skipped.
    static AnswerHead read(InputStream in) throws IOException {
        int[] left = {MAX_BYTES};
        while (true) {
            Matcher status = STATUS.matcher(line(in, left));
            if (!status.matches()) {
                throw noAnswer();
            }
            Map<String, List<String>> fields = new TreeMap<>();
            for (String line = line(in, left); !line.isEmpty(); line = line(in, left)) {
                Field field = Field.of(line).orElseThrow(AnswerHead::noAnswer);
                fields.computeIfAbsent(field.name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>()).add(field.value);
            }
            int code = Integer.parseInt(status.group(1));
            if (code == 101) { // nothing else was asked for
                throw noAnswer();
            }
            if (code >= 200) {
                return new AnswerHead(code, HttpHeaders.of(fields, (_, _) -> true));
            }
        }
    }

    /// A line of a head. It is read by hand: in a pattern, a blank may belong to the value or stand around it, and a line of
    /// blanks is tried with every choice.
    record Field(String name, String value) {

        private static final String MARKS = "!#$%&'*+-.^_`|~";

        /// @return empty if the line is no header
        static Optional<Field> of(CharSequence line) {
            int colon = 0;
            while (colon < line.length() && isOfName(line.charAt(colon))) {
                colon++;
            }
            if (colon == 0 || colon == line.length() || line.charAt(colon) != ':') {
                return Optional.empty();
            }
            int from = colon + 1;
            int to = from;
            for (int at = from; at < line.length(); at++) {
                char c = line.charAt(at);
                if (isBlank(c)) {
                    from = at == from ? at + 1 : from;
                } else if (c < ' ' || c == 0x7f) {
                    return Optional.empty();
                } else {
                    to = at + 1;
                }
            }
            return Optional.of(new Field(line.subSequence(0, colon).toString(),
                    line.subSequence(Math.min(from, to), to).toString()));
        }

        private static boolean isBlank(char c) {
            return c == ' ' || c == '\t';
        }

        private static boolean isOfName(char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || MARKS.indexOf(c) >= 0;
        }
    }

    /// A line without its end.
    ///
    /// @param left how many bytes may still come, which is counted down
    static String line(InputStream in, int[] left) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended");
            }
            if (--left[0] < 0) {
                throw new FetchException(Reason.STATUS, "a head of more than " + MAX_BYTES + " bytes");
            }
            line.append((char) c);
        }
        int end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
    }

    private static FetchException noAnswer() {
        return new FetchException(Reason.STATUS, "the answer is not HTTP/1.1");
    }
}
