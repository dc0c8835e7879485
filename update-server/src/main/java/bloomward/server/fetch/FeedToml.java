package bloomward.server.fetch;

import bloomward.format.confirm.Category;
import bloomward.program.text.TimeSpan;
import bloomward.program.toml.TomlException;
import bloomward.program.toml.TomlTable;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.guard.FeedChange;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads and checks one definition in TOML.
final class FeedToml {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
    private static final Pattern KEY_FILE = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");
    private static final Set<String> OF_THE_CONNECTION = Set.of("connection", "content-length", "expect", "host",
            "upgrade", "transfer-encoding");
    private static final Pattern HOST = Pattern.compile("[a-z0-9.-]+");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\.[0-9.]+|\\[::1]");
    private static final String PRIVATE_NETWORK = "private-network";
    private static final String AUTO = "auto";
    private static final Duration LONGEST = Duration.ofDays(365);

    private final TomlTable top;

    private FeedToml(TomlTable top) {
        this.top = top;
    }

    /// @param file its name in messages
    static FeedDefinition parse(String file, String text) throws FeedDefinitionException {
        try {
            return new FeedToml(TomlTable.parse(file, text)).definition();
        } catch (TomlException e) {
            throw new FeedDefinitionException(String.valueOf(e.getMessage()));
        }
    }

    private FeedDefinition definition() throws TomlException {
        String name = top.text("name");
        if (!NAME.matcher(name).matches()) {
            throw top.wrong("name", "1 to 63 of a-z, 0-9 and -");
        }
        Duration minimum = duration(top, "minimum-interval", Optional.of(Duration.ofMinutes(5)));
        Duration interval = duration(top, "interval", Optional.empty());
        if (interval.compareTo(minimum) < 0) {
            throw top.wrong("interval", "at least minimum-interval, which the publisher sets");
        }
        Optional<TomlTable> keyTable = top.table("key");
        Optional<FeedKey> key = keyTable.isPresent() ? Optional.of(key(keyTable.get())) : Optional.empty();
        var definition = new FeedDefinition(name, top.text("title"), url(key), format(), scope(), category(), interval,
                minimum, top.text("licence"), top.text("attribution"), homepage(), top.optionalText("note").orElse(""),
                userAgent(), redirectHosts(), privateNetwork(), key, limits(), change());
        top.refuseUnknown();
        return definition;
    }

    private String url(Optional<FeedKey> key) throws TomlException {
        String url = top.text("url");
        boolean inUrl = url.contains(FeedDefinition.KEY_PLACE);
        if (inUrl != key.filter(found -> found.header().isEmpty()).isPresent()) {
            throw top.wrong("url",
                    inUrl
                            ? "no {key}, unless there is a [key] without a header"
                            : "{key} where the key goes, or a header in [key]");
        }
        URI uri = webAddress("url", url.replace(FeedDefinition.KEY_PLACE, "key"));
        if (key.isPresent() && !"https".equals(uri.getScheme()) && !LOOPBACK.matcher(uri.getHost()).matches()) {
            throw top.wrong("url", "https, because a key is sent");
        }
        return url;
    }

    private URI homepage() throws TomlException {
        return webAddress("homepage", top.text("homepage"));
    }

    private URI webAddress(String name, String text) throws TomlException {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw top.wrong(name, "a URL");
        }
        String scheme = uri.getScheme();
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null
                || !("https".equals(scheme) || "http".equals(scheme))) {
            throw top.wrong(name, "a URL with https or http and a host, without user and fragment");
        }
        return uri;
    }

    private Optional<FeedFormat> format() throws TomlException {
        String label = top.text("format");
        Optional<FeedFormat> format = FeedFormat.labelled(label);
        if (format.isEmpty() && !label.equals(AUTO)) {
            throw top.wrong("format", "auto or one of "
                    + String.join(" ", Arrays.stream(FeedFormat.values()).map(FeedFormat::label).toList()));
        }
        return format;
    }

    private FeedScope scope() throws TomlException {
        String label = top.text("scope");
        for (FeedScope scope : FeedScope.values()) {
            if (scope.name().toLowerCase(Locale.ROOT).equals(label)) {
                return scope;
            }
        }
        throw top.wrong("scope", "auto, host, prefix or exact");
    }

    private Category category() throws TomlException {
        try {
            return new Category(top.text("category"));
        } catch (IllegalArgumentException e) {
            throw top.wrong("category", "1 to 32 of a-z, 0-9 and -, a letter first");
        }
    }

    private Optional<String> userAgent() throws TomlException {
        Optional<String> agent = top.optionalText("user-agent");
        if (agent.isPresent() && !agent.get().matches("[ -~]{1,200}")) {
            throw top.wrong("user-agent", "1 to 200 printable ASCII characters");
        }
        return agent;
    }

    private List<String> redirectHosts() throws TomlException {
        List<String> hosts = top.texts("redirect-hosts");
        if (!hosts.stream().allMatch(host -> HOST.matcher(host).matches())) {
            throw top.wrong("redirect-hosts", "host names in lower case");
        }
        return hosts;
    }

    private boolean privateNetwork() throws TomlException {
        Optional<TomlTable.Content> found = top.content(PRIVATE_NETWORK);
        if (found.isEmpty()) {
            return false;
        }
        if (found.get() instanceof TomlTable.Content.Truth(boolean truth)) {
            return truth;
        }
        throw top.wrong(PRIVATE_NETWORK, "true or false");
    }

    private static FeedKey key(TomlTable table) throws TomlException {
        Optional<String> header = table.optionalText("header");
        if (header.isPresent() && (!HEADER.matcher(header.get()).matches()
                || OF_THE_CONNECTION.contains(header.get().toLowerCase(Locale.ROOT)))) {
            throw table.wrong("header", "the name of a header that does not belong to the connection");
        }
        String file = table.text("file");
        if (!KEY_FILE.matcher(file).matches()) {
            throw table.wrong("file", "the name of a file in the folder of secrets, without a path");
        }
        table.refuseUnknown();
        return new FeedKey(header, file);
    }

    private FeedLimits limits() throws TomlException {
        FeedLimits usual = FeedLimits.DEFAULT;
        Optional<TomlTable> found = top.table("limits");
        if (found.isEmpty()) {
            return usual;
        }
        TomlTable table = found.get();
        var limits = new FeedLimits(table.number("max-bytes", 1, 1L << 40).orElse(usual.maxBytes()),
                duration(table, "max-time", Optional.of(usual.maxTime())),
                duration(table, "stall", Optional.of(usual.stall())),
                table.number("least-speed", 1, 1L << 40).orElse(usual.leastSpeed()));
        table.refuseUnknown();
        return limits;
    }

    private FeedChange.Limits change() throws TomlException {
        FeedChange.Limits usual = FeedChange.Limits.DEFAULT;
        Optional<TomlTable> found = top.table("change");
        if (found.isEmpty()) {
            return usual;
        }
        TomlTable table = found.get();
        var limits = new FeedChange.Limits((int) table.number("lost-percent", 0, 100).orElse(usual.lostPercent()),
                (int) table.number("gained-percent", 0, 1_000_000).orElse(usual.gainedPercent()),
                (int) table.number("floor", 0, 1_000_000).orElse(usual.floor()));
        table.refuseUnknown();
        return limits;
    }

    private static Duration duration(TomlTable table, String name, Optional<Duration> usual) throws TomlException {
        Optional<String> text = usual.isPresent() ? table.optionalText(name) : Optional.of(table.text(name));
        if (text.isEmpty()) {
            return usual.orElseThrow();
        }
        Duration duration = TimeSpan.parse(text.get())
                .filter(Duration::isPositive)
                .orElseThrow(() -> table.wrong(name, "a number followed by s, m, h or d"));
        if (duration.compareTo(LONGEST) > 0) {
            throw table.wrong(name, "at most " + LONGEST.toDays() + "d");
        }
        return duration;
    }
}
