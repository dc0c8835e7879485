package bloomward.server.cli.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// A path of the API with its query; every name and value in it is escaped, so that none can lead elsewhere. Immutable.
final class ApiPath {

    private static final String BASE = "/admin/v1";

    private final String path;
    private final String query;

    private ApiPath(String path, String query) {
        this.path = path;
        this.query = query;
    }

    /// @param segments in their order, not escaped
    static ApiPath of(String... segments) {
        StringBuilder path = new StringBuilder(BASE);
        for (String segment : segments) {
            // What an address parser would take for "here" and "one up" is no name.
            path.append('/').append(segment.matches("\\.\\.?") ? segment.replace(".", "%2E") : escaped(segment));
        }
        return new ApiPath(path.toString(), "");
    }

    ApiPath with(String name, String value) {
        return new ApiPath(path, query + (query.isEmpty() ? '?' : '&') + name + '=' + escaped(value));
    }

    /// Nothing is added for an empty value: the server's default is meant.
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
