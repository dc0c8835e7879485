package bloomward.server.feed;

import bloomward.format.url.Scope;
import java.nio.charset.StandardCharsets;

/// Something listed: a canonical expression with its scope, and the line that it comes from.
///
/// @param expression ASCII; of an exact entry with its leading space
/// @param outOfReach whether some of what the line means lies deeper than the expressions of a URL reach: subdomains
///        of a host with more than five labels, pages below the fourth directory
/// @param line counted from 1
public record Entry(String expression, Scope scope, boolean outOfReach, long line) {

    /// The expression as it is hashed.
    public byte[] expressionBytes() {
        return expression.getBytes(StandardCharsets.US_ASCII);
    }
}
