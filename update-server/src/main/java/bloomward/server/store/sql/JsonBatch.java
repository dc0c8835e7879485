package bloomward.server.store.sql;

import bloomward.format.url.Expression;
import bloomward.server.store.sort.Staged;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;

/// Many values as one argument of a statement, which takes them apart: each value handed over alone
/// costs a call into the native library, which is more than the database's own work for a row.
///
/// Either strings, or arrays of expression, expiry and reason. Full at a size that keeps memory small.
public final class JsonBatch {

    private static final int ROWS = 4096;
    private static final int CHARACTERS = 1 << 20;

    private final StringBuilder json = new StringBuilder("[");
    private int rows;

    /// Uses a batch that is full or the last.
    @FunctionalInterface
    public interface Use {
        void accept(String json) throws IOException;
    }

    public boolean isFull() {
        return rows >= ROWS || json.length() >= CHARACTERS;
    }

    public void add(String text) {
        separate();
        quote(text);
    }

    public void add(Staged row) {
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
    public void flush(Use use) throws IOException {
        if (rows > 0) {
            use.accept(json.append(']').toString());
            json.setLength(1);
            rows = 0;
        }
    }

    /// Changes rows of a batch of expressions.
    @FunctionalInterface
    public interface Changing {
        long of(String json) throws IOException;
    }

    /// @return how many rows were changed
    public static long inBatches(Collection<Expression> expressions, Changing changing) throws IOException {
        JsonBatch batch = new JsonBatch();
        long[] changed = {0};
        Use use = json -> changed[0] += changing.of(json);
        for (Expression expression : expressions) {
            batch.add(expression.text());
            if (batch.isFull()) {
                batch.flush(use);
            }
        }
        batch.flush(use);
        return changed[0];
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
