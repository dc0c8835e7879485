package bloomward.server.http;

/// How long what was served stays true, as `Cache-Control`.
public enum CacheRule {
    /// What the path names never changes.
    IMMUTABLE("public, max-age=31536000, immutable"),
    /// The newest; half a minute late is early enough.
    LATEST("public, max-age=30"),
    /// Absence: it may end at any time.
    NEVER("no-store");

    private final String header;

    CacheRule(String header) {
        this.header = header;
    }

    public String header() {
        return header;
    }
}
