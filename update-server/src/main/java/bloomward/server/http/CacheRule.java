package bloomward.server.http;

/// How long an answer may be cached, as a `Cache-Control` header.
public enum CacheRule {
    /// The content at the path never changes.
    IMMUTABLE("public, max-age=31536000, immutable"),
    /// The newest version; a delay of half a minute is acceptable.
    LATEST("public, max-age=30"),
    /// Absence, which may end at any time.
    NEVER("no-store");

    private final String header;

    CacheRule(String header) {
        this.header = header;
    }

    public String header() {
        return header;
    }
}
