package bloomward.server.feed;

/// How far an entry reaches. The scope is in the expression, so nothing is left to enforce when a URL is checked.
public enum Scope {

    /// A host, its subdomains and every path: `host/`.
    HOST,
    /// What is below a directory, `host/dir/`, or a page with any query, `host/page`, or with this query; on subdomains
    /// too.
    PREFIX,
    /// This URL only: its exact form, which begins with a space.
    EXACT
}
