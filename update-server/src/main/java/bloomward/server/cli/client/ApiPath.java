package bloomward.server.cli.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// A path of the API with its query, in which every name and value is escaped. Immutable.
final class ApiPath {

    private static final String BASE = "/admin/v1";

    private final String path;
    private final String query;

    private ApiPath(String path, String query) {
        this.path = path;
        this.query = query;
    }

    /// @param segments in order, not escaped
    static ApiPath of(String... segments) {
        StringBuilder path = new StringBuilder(BASE);
        for (String segment : segments) {
            // A URL parser would resolve "." and "..".
            path.append('/').append(segment.matches("\\.\\.?") ? segment.replace(".", "%2E") : escaped(segment));
        }
        return new ApiPath(path.toString(), "");
    }

    ApiPath with(String name, String value) {
        return new ApiPath(path, query + (query.isEmpty() ? '?' : '&') + name + '=' + escaped(value));
    }

    /// Adds nothing for an empty value, so that the server's default applies.
    ApiPath withIfGiven(String name, String value) {
        return value.isEmpty() ? this : with(name, value);
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return path + query;
    }
}
