package bloomward.agent.browser.live;

import java.util.Map;

/// A request as it arrived.
///
/// @param host without the port
/// @param path with the query
/// @param headers by their names in lower case
record Request(String method, String host, String path, Map<String, String> headers, String body) {

    String place() {
        return method + " " + host + path;
    }
}
