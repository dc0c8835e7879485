package bloomward.server.store.sort;

import bloomward.format.url.Expression;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// An expression that was collected.
///
/// @param text of an expression; rows are read again from files by the million, and were checked when they came in
public record Staged(String text, Optional<Instant> expires, Optional<String> reason) {

    /// Before the first row.
    static final Staged NONE = new Staged("", Optional.empty(), Optional.empty());

    /// The number of characters that are kept in memory for this.
    int characters() {
        return text.length() + reason.map(String::length).orElse(0);
    }

    /// The text as the checked type.
    ///
    /// @throws IOException if the file that it was read from is damaged
    Expression expression() throws IOException {
        try {
            return new Expression(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("damaged file of sorted rows: " + e.getMessage(), e);
        }
    }

    /// Whether there is more to store than the expression.
    public boolean hasDetails() {
        return expires.isPresent() || reason.isPresent();
    }
}
