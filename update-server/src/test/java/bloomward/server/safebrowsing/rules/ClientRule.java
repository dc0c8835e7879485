package bloomward.server.safebrowsing.rules;

import java.util.Set;

/// What a client looks up for a URL.
public interface ClientRule {

    /// The texts whose hashes it looks up.
    ///
    /// @param url characters are bytes, as in a list or a link; with a scheme
    /// @return none if the client refuses the URL
    Set<String> texts(String url);

    /// The address as a browser hands it on once it has read it; unchanged if it opens none.
    static String opened(String typed) {
        return StandardUrl.parse(typed).map(StandardUrl::toText).orElse(typed);
    }
}
