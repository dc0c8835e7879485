package bloomward.server.fetch;

import bloomward.format.confirm.Category;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.guard.FeedChange;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The definition of a feed: its address, its format, and its publisher's terms.
///
/// ```toml
/// name = "example"                      # a-z, 0-9 and -: names files
/// title = "Example's phishing hosts"
/// url = "https://lists.example/hosts.txt"
/// format = "hosts"                      # or "auto"
/// scope = "host"                        # host, prefix, exact or auto
/// category = "phishing"
/// interval = "1h"                       # how often it is fetched: s, m, h or d
/// minimum-interval = "5m"               # the shortest that the publisher allows
/// licence = "CC0-1.0"
/// attribution = "Example e.V."
/// homepage = "https://lists.example/"
///
/// # optional: note, user-agent, redirect-hosts, and
/// private-network = true                # it is fetched from this machine or its neighbours
/// [key]                                 # the publisher knows its users
/// header = "Auth-Key"                   # without it: {key} in the URL
/// file = "example.key"                  # in the folder of secrets
/// [limits]
/// max-bytes = 67108864
/// max-time = "10m"
/// stall = "30s"
/// least-speed = 1024                    # bytes a second
/// [change]                              # what is held, see the guards
/// lost-percent = 10
/// gained-percent = 25
/// floor = 5
/// ```
///
/// @param url with `{key}` where the key goes, if it goes there
/// @param format empty to detect it
/// @param category suggested category of its entries
/// @param interval not below the minimum interval
/// @param note a hint for operators before use
/// @param userAgent the User-Agent that the publisher expects, instead of the program's own
/// @param redirectHosts hosts to which the publisher may redirect, besides its own
/// @param privateNetwork whether its servers may be outside the public network
public record FeedDefinition(String name, String title, String url, Optional<FeedFormat> format, FeedScope scope,
        Category category, Duration interval, Duration minimumInterval, String licence, String attribution,
        URI homepage, String note, Optional<String> userAgent, List<String> redirectHosts, boolean privateNetwork,
        Optional<FeedKey> key, FeedLimits limits, FeedChange.Limits change) {

    /// The placeholder for the key in a URL.
    public static final String KEY_PLACE = "{key}";

    private static final int MAX_FILE = 64 * 1024;

    public FeedDefinition {
        redirectHosts = List.copyOf(redirectHosts);
    }

    /// Reads a definition.
    ///
    /// @param where the definition's name in error messages
    public static FeedDefinition parse(String where, String toml) throws FeedDefinitionException {
        return FeedToml.parse(where, toml);
    }

    /// Reads a definition from the file named after it.
    public static FeedDefinition read(Path file) throws IOException, FeedDefinitionException {
        if (Files.size(file) > MAX_FILE) {
            throw new FeedDefinitionException(file + ": longer than " + MAX_FILE + " bytes");
        }
        FeedDefinition definition = parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        if (!file.endsWith(definition.name + ".toml")) {
            throw new FeedDefinitionException(
                    file + ": defines the feed \"" + definition.name + "\", so the file name must be the same");
        }
        return definition;
    }

    /// Reads all definitions of a folder, in the order of their names.
    public static List<FeedDefinition> readAll(Path folder) throws IOException, FeedDefinitionException {
        List<Path> files;
        try (var found = Files.list(folder)) {
            files = found.filter(file -> file.toString().endsWith(".toml")).sorted().toList();
        }
        var definitions = new ArrayList<FeedDefinition>();
        for (Path file : files) {
            definitions.add(read(file));
        }
        return List.copyOf(definitions);
    }

    /// The URL to fetch.
    ///
    /// @param secret the key, if there is one
    URI address(String secret) {
        return URI.create(url.replace(KEY_PLACE, secret));
    }
}
