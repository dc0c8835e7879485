package bloomward.server.store.sqlite;

import bloomward.server.store.sort.Staged;
import java.io.IOException;
import java.time.Instant;

/// Many values as one argument of a statement, which takes them apart with `json_each`: each value handed over alone
/// costs a call into the native library, which is more than the database's own work for a row.
///
/// Either strings, or arrays of expression, expiry and reason. Full at a size that keeps memory small.
final class JsonBatch {

    private static final int ROWS = 4096;
    private static final int CHARACTERS = 1 << 20;

    private final StringBuilder json = new StringBuilder("[");
    private int rows;

    /// Uses a batch that is full or the last.
    @FunctionalInterface
    interface Use {
        void accept(String json) throws IOException;
    }

    boolean isFull() {
        return rows >= ROWS || json.length() >= CHARACTERS;
    }

    void add(String text) {
        separate();
        quote(text);
    }

    void add(Staged row) {
        separate();
        json.append('[');
        quote(row.text());
        json.append(',');
        row.expires().map(Instant::toEpochMilli).ifPresentOrElse(json::append, () -> json.append("null"));
        json.append(',');
        row.reason().ifPresentOrElse(this::quote, () -> json.append("null"));
        json.append(']');
    }

    /// Hands over what there is, and is empty then.
    void flush(Use use) throws IOException {
        if (rows > 0) {
            use.accept(json.append(']').toString());
            json.setLength(1);
            rows = 0;
        }
    }

    private void separate() {
        if (rows++ > 0) {
            json.append(',');
        }
    }

    private void quote(String text) {
        json.append('"');
        int done = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\' || c < ' ') {
                json.append(text, done, i).append(c < ' ' ? "\\u00" : "\\");
                if (c < ' ') {
                    json.append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
                } else {
                    json.append(c);
                }
                done = i + 1;
            }
        }
        json.append(text, done, text.length()).append('"');
    }
}
