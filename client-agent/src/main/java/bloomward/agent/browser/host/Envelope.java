package bloomward.agent.browser.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Optional;

/// The fields of a line by which an answer finds its request. All others are left to the agent, which also refuses a line that
/// is no JSON: here such a line merely has no fields.
///
/// @param id as it is spelt, for an answer of the host
/// @param op of a request
/// @param urls how many a request has in an array
/// @param isError whether it refuses a request
/// @param isEvent whether it is news
record Envelope(Optional<String> id, Optional<String> op, int urls, boolean isError, boolean isEvent) {

    /// The longest spelling of an id that the agent takes: 256 characters, each escaped.
    private static final int MAX_ID_LENGTH = 6 * 256 + 2;

    static Envelope of(ByteBuffer line) {
        int from = line.arrayOffset() + line.position();
        return new Scan(line.array(), from, from + line.remaining()).object();
    }

    /// The number of lines of an answer that is no error.
    int answerLines() {
        return is("\"check\"") && urls > 0 ? urls : 1;
    }

    boolean isSubscription() {
        return is("\"subscribe\"");
    }

    private boolean is(String spelling) {
        return op.isPresent() && op.get().equals(spelling);
    }

    /// A walk over the bytes of an object. It reads any JSON right, and anything else somehow, but never beyond its end.
    private static final class Scan {

        private final byte[] bytes;
        private final int end;
        private int at;
        private Optional<String> id = Optional.empty();
        private Optional<String> op = Optional.empty();
        private int urls;
        private boolean isError;
        private boolean isEvent;

        Scan(byte[] bytes, int from, int end) {
            this.bytes = bytes;
            this.at = from;
            this.end = end;
        }

        Envelope object() {
            skipBlanks();
            if (take('{')) {
                boolean goesOn = at < end;
                while (goesOn) {
                    skipBlanks();
                    String name = value();
                    skipBlanks();
                    goesOn = take(':');
                    if (goesOn) {
                        field(name);
                        skipBlanks();
                        goesOn = take(',');
                    }
                }
            }
            return new Envelope(id, op, urls, isError, isEvent);
        }

        private void field(String name) {
            skipBlanks();
            switch (name) {
                case "\"id\"" -> id = id(value());
                case "\"op\"" -> op = Optional.of(value());
                case "\"urls\"" -> urls = items();
                case "\"error\"" -> isError = !value().isEmpty();
                case "\"event\"" -> isEvent = !value().isEmpty();
                default -> skipValue();
            }
        }

        private static Optional<String> id(String text) {
            boolean isText = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
            return text.length() <= MAX_ID_LENGTH && (isText || isNumber(text)) ? Optional.of(text) : Optional.empty();
        }

        private static boolean isNumber(String text) {
            int first = text.startsWith("-") ? 1 : 0;
            for (int i = first; i < text.length(); i++) {
                if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                    return false;
                }
            }
            return text.length() > first;
        }

        /// A value as it is spelt.
        private String value() {
            int from = at;
            skipValue();
            return new String(bytes, from, at - from, UTF_8);
        }

        private int items() {
            if (!take('[')) {
                skipValue();
                return 0;
            }
            int count = 0;
            boolean goesOn = at < end;
            while (goesOn) {
                skipBlanks();
                int from = at;
                skipValue();
                count += at > from ? 1 : 0;
                skipBlanks();
                goesOn = take(',');
            }
            take(']');
            return count;
        }

        private void skipValue() {
            if (at < end && bytes[at] == '"') {
                skipText();
                return;
            }
            int depth = 0;
            while (at < end) {
                switch (bytes[at]) {
                    case '"' -> {
                        skipText();
                        continue;
                    }
                    case '{', '[' -> depth++;
                    case '}', ']', ',', ':', ' ', '\t' -> {
                        if (depth == 0) {
                            return;
                        }
                        depth -= bytes[at] == '}' || bytes[at] == ']' ? 1 : 0;
                        if (depth == 0) {
                            at++;
                            return;
                        }
                    }
                    default -> {
                        // within a number or a word
                    }
                }
                at++;
            }
        }

        private void skipText() {
            at++;
            while (at < end && bytes[at] != '"') {
                at += bytes[at] == '\\' ? 2 : 1;
            }
            at = Math.min(at + 1, end);
        }

        private void skipBlanks() {
            while (at < end && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) {
                at++;
            }
        }

        private boolean take(char expected) {
            boolean isThere = at < end && bytes[at] == expected;
            at += isThere ? 1 : 0;
            return isThere;
        }
    }
}
