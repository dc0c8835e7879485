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
            boolean goesOn = take('{');
            while (goesOn) {
                String name = value();
                goesOn = take(':');
                if (goesOn) {
                    field(name);
                    goesOn = take(',');
                }
            }
            return new Envelope(id, op, urls, isError, isEvent);
        }

        private void field(String name) {
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
            skipBlanks();
            int from = at;
            skipValue();
            return new String(bytes, from, at - from, UTF_8);
        }

        /// The number of values in an array; 0 for any other value.
        private int items() {
            if (!take('[')) {
                skipValue();
                return 0;
            }
            int count = 0;
            do {
                skipBlanks();
                int from = at;
                skipValue();
                count += at > from ? 1 : 0;
            } while (take(','));
            take(']');
            return count;
        }

        private void skipValue() {
            skipBlanks();
            if (at < end) {
                switch (bytes[at]) {
                    case '"' -> skipText();
                    case '{', '[' -> skipNested();
                    default -> skipWord();
                }
            }
        }

        private void skipText() {
            at++;
            while (at < end && bytes[at] != '"') {
                at += bytes[at] == '\\' ? 2 : 1;
            }
            at = Math.min(at + 1, end);
        }

        /// Skips an object or array with all that it contains.
        private void skipNested() {
            int depth = 0;
            do {
                switch (bytes[at]) {
                    case '"' -> {
                        skipText();
                        continue;
                    }
                    case '{', '[' -> depth++;
                    case '}', ']' -> depth--;
                    default -> {
                        // between the brackets
                    }
                }
                at++;
            } while (depth > 0 && at < end);
        }

        /// Skips a number, `true`, `false` or `null`.
        private void skipWord() {
            while (at < end && "}],: \t\r".indexOf(bytes[at]) < 0) {
                at++;
            }
        }

        private void skipBlanks() {
            while (at < end && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) {
                at++;
            }
        }

        /// Skips blanks, and this character if it follows.
        private boolean take(char expected) {
            skipBlanks();
            boolean isThere = at < end && bytes[at] == expected;
            at += isThere ? 1 : 0;
            return isThere;
        }
    }
}
