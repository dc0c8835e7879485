package bloomward.server.http;

/// What a bearer of a token may do; each includes those before it.
public enum Role {
    /// Look at everything but secrets.
    READER,
    /// Import lists, change feeds and entries, prepare drafts.
    EDITOR,
    /// Release what a guard holds, approve, publish, roll back.
    PUBLISHER,
    /// Tokens, keys and settings.
    ADMINISTRATOR;

    /// Whether this role may do what needs the other one.
    public boolean covers(Role needed) {
        return compareTo(needed) >= 0;
    }
}
