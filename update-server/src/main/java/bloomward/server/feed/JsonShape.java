package bloomward.server.feed;

/// Where the entries of a JSON list stand.
enum JsonShape {

    /// An array of objects, each with a `url`.
    PHISHTANK,
    /// An object with arrays of hosts, `deny` and `allow`.
    DENY_ALLOW,
    /// The same under other names, and an array of names that others are compared with.
    ETH_PHISHING;

    /// What the elements of an array are.
    enum Section {
        LISTED, ALLOWED, COMPARED, UNKNOWN
    }

    Section section(String array) {
        return switch (this) {
            case PHISHTANK -> Section.UNKNOWN;
            case DENY_ALLOW -> switch (array) {
                case "deny" -> Section.LISTED;
                case "allow" -> Section.ALLOWED;
                default -> Section.UNKNOWN;
            };
            case ETH_PHISHING -> switch (array) {
                case "blacklist", "blocklist" -> Section.LISTED;
                case "whitelist", "allowlist" -> Section.ALLOWED;
                case "fuzzylist" -> Section.COMPARED;
                default -> Section.UNKNOWN;
            };
        };
    }
}
