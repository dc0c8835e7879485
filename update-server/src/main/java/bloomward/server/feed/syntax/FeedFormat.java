package bloomward.server.feed.syntax;

import java.util.Arrays;
import java.util.Optional;

/// The formats of lists. Specific formats stand before general ones: of two that fit a list equally well, the first
/// wins. The list means the same in both.
public enum FeedFormat {

    EXPRESSIONS("expressions", "a scope and an expression on each line, as 'entries export' writes them"),
    URLHAUS_CSV("urlhaus-csv", "URLhaus CSV"), PHISHTANK_CSV("phishtank-csv", "PhishTank CSV"),
    TWEETFEED_CSV("tweetfeed-csv", "TweetFeed CSV"), HOSTS("hosts", "hosts file"),
    DNSMASQ("dnsmasq", "dnsmasq address= and server= lines"), UNBOUND("unbound", "Unbound local-zone: lines"),
    BIND("bind", "BIND zone statements"), RPZ("rpz", "response policy zone"),
    TPL("tpl", "Internet Explorer tracking protection list"), IPS("ips", "addresses"),
    DOMAINS("domains", "host names and addresses"), WILDCARDS("wildcards", "host names with *. in front"),
    URLS("urls", "URLs"), ADBLOCK("adblock", "Adblock rules ||host^ and ||host/path"),
    DNSCRYPT_NAMES("dnscrypt-names", "dnscrypt-proxy blocked names"),
    DNSCRYPT_IPS("dnscrypt-ips", "dnscrypt-proxy blocked addresses"),
    MIXED("mixed", "hosts, host/path, URLs and ||host^ in any mix, as uBlock Origin's lists"),
    PHISHTANK_JSON("phishtank-json", "PhishTank JSON"), DENY_ALLOW_JSON("deny-allow-json", "JSON with deny and allow"),
    ETH_PHISHING_JSON("eth-phishing-json", "JSON of eth-phishing-detect");

    /// The kind of parser that reads a list.
    public sealed interface Syntax {

        /// Line by line.
        record OfLines(LineParser parser) implements Syntax {}

        /// As JSON.
        record OfJson(JsonShape shape) implements Syntax {}
    }

    private final String label;
    private final String description;

    FeedFormat(String label, String description) {
        this.label = label;
        this.description = description;
    }

    /// The name in configuration and on the command line.
    public String label() {
        return label;
    }

    /// A short description for people.
    public String description() {
        return description;
    }

    /// The format with this name, if there is one.
    public static Optional<FeedFormat> labelled(String label) {
        return Arrays.stream(values()).filter(format -> format.label.equals(label)).findFirst();
    }

    /// Whether a line of the format means the same in a list of mixed lines, in which more can stand.
    public boolean isNarrow() {
        return switch (this) {
            case IPS, DOMAINS, WILDCARDS, ADBLOCK -> true;
            case EXPRESSIONS, URLHAUS_CSV, PHISHTANK_CSV, TWEETFEED_CSV, HOSTS, DNSMASQ, UNBOUND, BIND, RPZ, TPL, URLS,
                    DNSCRYPT_NAMES, DNSCRYPT_IPS, MIXED, PHISHTANK_JSON, DENY_ALLOW_JSON, ETH_PHISHING_JSON ->
                false;
        };
    }

    /// A parser for one list; it may keep state between lines.
    public Syntax newSyntax() {
        return switch (this) {
            case EXPRESSIONS -> new Syntax.OfLines(PlainLines::expression);
            case URLHAUS_CSV -> new Syntax.OfLines(CsvLines.urlhaus());
            case PHISHTANK_CSV -> new Syntax.OfLines(CsvLines.phishtank());
            case TWEETFEED_CSV -> new Syntax.OfLines(CsvLines::tweetfeed);
            case HOSTS -> new Syntax.OfLines(HostsLines::parse);
            case DNSMASQ -> new Syntax.OfLines(DnsmasqLines::parse);
            case UNBOUND -> new Syntax.OfLines(UnboundLines::parse);
            case BIND -> new Syntax.OfLines(BindLines::parse);
            case RPZ -> new Syntax.OfLines(new RpzLines());
            case TPL -> new Syntax.OfLines(TplLines::parse);
            case IPS, DNSCRYPT_IPS -> new Syntax.OfLines(PlainLines::address);
            case DOMAINS -> new Syntax.OfLines(PlainLines::domain);
            case WILDCARDS -> new Syntax.OfLines(PlainLines::wildcard);
            case URLS -> new Syntax.OfLines(PlainLines::url);
            case ADBLOCK -> new Syntax.OfLines(AdblockLines::strict);
            case DNSCRYPT_NAMES -> new Syntax.OfLines(PlainLines::dnscryptName);
            case MIXED -> new Syntax.OfLines(AdblockLines::mixed);
            case PHISHTANK_JSON -> new Syntax.OfJson(JsonShape.PHISHTANK);
            case DENY_ALLOW_JSON -> new Syntax.OfJson(JsonShape.DENY_ALLOW);
            case ETH_PHISHING_JSON -> new Syntax.OfJson(JsonShape.ETH_PHISHING);
        };
    }
}
