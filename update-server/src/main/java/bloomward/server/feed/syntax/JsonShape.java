package bloomward.server.feed.syntax;

/// The position of the entries in a JSON list.
public enum JsonShape {

    /// An array of objects, each with a `url`.
    PHISHTANK,
    /// An object with arrays of hosts, `deny` and `allow`.
    DENY_ALLOW,
    /// The same with other names, and an array of names for similarity checks.
    ETH_PHISHING;

    /// The meaning of an array's elements.
    public enum Section {
        LISTED, ALLOWED, COMPARED, UNKNOWN
    }

    /// The meaning of the elements of an array, by its name.
    public Section section(String array) {
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
