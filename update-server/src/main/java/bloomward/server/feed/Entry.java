package bloomward.server.feed;

import bloomward.format.url.Scope;
import java.nio.charset.StandardCharsets;

/// An entry of a list: a canonical expression with its scope, and its line.
///
/// @param expression ASCII; with its leading space if the entry is exact
/// @param outOfReach whether the line means more than the entry can match, because the expressions of a URL do not
///        reach that deep: subdomains of a host with more than five labels, pages below the fourth directory
/// @param line counted from 1
public record Entry(String expression, Scope scope, boolean outOfReach, long line) {

    /// The expression in the form that is hashed.
    public byte[] expressionBytes() {
        return expression.getBytes(StandardCharsets.US_ASCII);
    }
}
