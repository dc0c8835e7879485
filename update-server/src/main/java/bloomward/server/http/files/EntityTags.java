package bloomward.server.http.files;

import java.util.List;

/// The lists of entity tags in `If-Match` and `If-None-Match` (RFC 9110, sections 8.8.3 and 13.1).
final class EntityTags {

    private EntityTags() {}

    /// Whether one of the tags names these bytes, weakly or strongly. From a syntax error on, a list names nothing.
    static boolean matchWeakly(List<String> headers, String etag) {
        return match(headers, etag, true);
    }

    /// Whether one of the tags names exactly these bytes.
    static boolean matchStrongly(List<String> headers, String etag) {
        return match(headers, etag, false);
    }

    private static boolean match(List<String> headers, String etag, boolean weakToo) {
        for (String header : headers) {
            if (header.strip().equals("*") || listed(header, etag, weakToo)) {
                return true;
            }
        }
        return false;
    }

    private static boolean listed(String header, String etag, boolean weakToo) {
        int at = 0;
        while (at < header.length()) {
            char c = header.charAt(at);
            if (c == ',' || c == ' ' || c == '\t') {
                at++;
                continue;
            }
            boolean weak = header.startsWith("W/", at);
            int open = weak ? at + 2 : at;
            int close = open < header.length() && header.charAt(open) == '"' ? header.indexOf('"', open + 1) : -1;
            if (close < 0) {
                return false;
            }
            if ((weakToo || !weak) && etag.equals(header.substring(open, close + 1))) {
                return true;
            }
            at = close + 1;
        }
        return false;
    }
}
