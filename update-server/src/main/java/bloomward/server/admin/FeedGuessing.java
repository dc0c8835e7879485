package bloomward.server.admin;

import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.FeedReports.FeedGuess;
import bloomward.server.admin.view.FeedReports.FeedQuestion;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.ImportCount;
import bloomward.server.feed.ListLimits;
import bloomward.server.feed.ListOutcome;
import bloomward.server.feed.ListReader;
import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.fetch.FeedDefinition;
import bloomward.server.fetch.FeedDefinitionException;
import bloomward.server.fetch.FeedFolder;
import bloomward.server.fetch.FetchOutcome;
import bloomward.server.fetch.Fetcher;
import bloomward.server.store.ListRow;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Fetches a list of which only the address is known once, within the rules for feeds: public networks, redirects to the
/// same host, and limits. It makes the definition of a feed that a person looks at and adds, or describes a list that a
/// person imports.
final class FeedGuessing {

    /// Begins with a digit, and stands for no feed: files are named after it while the body arrives.
    private static final String PROVISIONAL = "0-guess-";
    private static final int EXAMPLES = 5;
    private static final int LONGEST_NAME = 40;
    private static final String LIMITS = """
            [limits]
            max-bytes = 67108864
            max-time = "1m"
            """;

    private final Fetcher fetcher;
    private final FeedFolder folder;
    private final long number;

    /// @param number of the guess, so that no two write the same file
    FeedGuessing(Fetcher fetcher, FeedFolder folder, long number) {
        this.fetcher = fetcher;
        this.folder = folder;
        this.number = number;
    }

    /// A list as one fetch brought it.
    ///
    /// @param name after the address unless one was given
    /// @param bytes as they were sent
    record Described(String name, FeedFormat format, ImportCount count, List<String> examples, long bytes) {}

    FeedGuess guess(FeedQuestion asked, ListRow list) throws IOException, Refusal, InterruptedException {
        URI url = url(asked.url());
        FetchOutcome.Fetched fetched = fetched(asked, list, url);
        Described found;
        try {
            found = describe(name(asked, url), Optional.empty(), FeedScope.AUTO, fetched.body(), fetched.length());
        } finally {
            folder.reject(fetched);
        }
        String definition = toml(asked, list, url, found.name(), Optional.of(found.format()));
        definition(definition); // what is shown can be added
        return new FeedGuess(definition, found.format().label(), found.count().lines(), found.count().accepted(),
                rejected(found.count()), found.examples());
    }

    /// Fetches a list that is kept.
    ///
    /// @param target receives the body
    Described fetch(FeedQuestion asked, ListRow list, Optional<FeedFormat> format, FeedScope scope, Path target)
            throws IOException, Refusal, InterruptedException {
        URI url = url(asked.url());
        FetchOutcome.Fetched fetched = fetched(asked, list, url);
        Files.move(fetched.body(), target, StandardCopyOption.REPLACE_EXISTING);
        return describe(name(asked, url), format, scope, target, fetched.length());
    }

    private FetchOutcome.Fetched fetched(FeedQuestion asked, ListRow list, URI url)
            throws Refusal, InterruptedException {
        FeedDefinition provisional = definition(
                toml(asked, list, url, PROVISIONAL + number, Optional.empty()) + LIMITS);
        return switch (fetcher.fetch(provisional)) {
            case FetchOutcome.Fetched fetched -> fetched;
            case FetchOutcome.Failed failed ->
                throw new Refusal(Code.FETCH_FAILED, "'" + Printable.beginningOf(asked.url()) + "': "
                        + failed.detail().replace("add private-network = true", "use --private-network"));
            case FetchOutcome.NotModified() ->
                throw new Refusal(Code.FETCH_FAILED, "'" + Printable.beginningOf(asked.url()) + "': nothing was sent");
        };
    }

    private static Described describe(String name, Optional<FeedFormat> given, FeedScope scope, Path body, long bytes)
            throws IOException, Refusal {
        List<String> examples = new ArrayList<>();
        ListOutcome outcome;
        try (InputStream in = Files.newInputStream(body)) {
            outcome = new ListReader(scope, given, ListLimits.DEFAULT).read(in, entry -> {
                if (examples.size() < EXAMPLES) {
                    examples.add(entry.expression().shown());
                }
            });
        }
        return switch (outcome) {
            case ListOutcome.Read(FeedFormat format, ImportCount count) ->
                new Described(name, format, count, examples, bytes);
            case ListOutcome.MostlyUnreadable(FeedFormat format, ImportCount count) ->
                throw new Refusal(Code.UNREADABLE_LIST, "most of " + count.lines() + " lines are not in the format "
                        + format.label() + (given.isPresent() ? "" : ", which fits best"));
            case ListOutcome.UnknownFormat _ -> throw new Refusal(Code.UNREADABLE_LIST,
                    "the format was not recognised: name it, or write a definition");
            case ListOutcome.Unusable(ListOutcome.Reason _, String message) ->
                throw new Refusal(Code.UNREADABLE_LIST, message);
        };
    }

    static Map<String, Long> rejected(ImportCount count) {
        Map<String, Long> rejected = new TreeMap<>();
        count.rejected()
                .forEach((reason, lines) -> rejected.put(reason.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        lines.count()));
        return rejected;
    }

    private static URI url(String text) throws Refusal {
        try {
            URI url = new URI(text);
            if (url.getHost() != null) {
                return url;
            }
        } catch (URISyntaxException _) {
            // said below
        }
        throw Desk.bad("'" + Printable.beginningOf(text) + "' is not a URL with a host");
    }

    /// A URL has neither quotes nor control characters, and a name and a category that have them are refused as such.
    private static String toml(FeedQuestion asked, ListRow list, URI url, String name, Optional<FeedFormat> format) {
        String category = asked.category().isEmpty() ? list.category().name() : asked.category();
        String interval = asked.interval().isEmpty() ? "1d" : asked.interval();
        return """
                name = "%s"
                title = "%s"
                url = "%s"
                format = "%s"
                scope = "auto"
                category = "%s"
                interval = "%s"
                minimum-interval = "5m"
                licence = "not known: ask the publisher"
                attribution = "%s"
                homepage = "%s://%s/"
                """.formatted(quoted(name), url.getHost(), url, format.map(FeedFormat::label).orElse("auto"),
                quoted(category), quoted(interval), url.getHost(), url.getScheme(), url.getAuthority())
                + (asked.privateNetwork() ? "private-network = true\n" : "");
    }

    private static String quoted(String text) {
        return text.replaceAll("[^ !#-\\[\\]-~]", "?");
    }

    /// The host, and the last part of the path without its ending.
    private static String name(FeedQuestion asked, URI url) {
        if (!asked.name().isEmpty()) {
            return asked.name();
        }
        String path = Optional.ofNullable(url.getPath()).orElse("").replaceFirst("/+$", "");
        String last = path.substring(path.lastIndexOf('/') + 1).replaceFirst("\\.[A-Za-z0-9]{1,5}$", "");
        String words = (url.getHost() + "-" + last).toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-+|-+$", "");
        return words.substring(0, Math.min(LONGEST_NAME, words.length())).replaceFirst("-$", "");
    }

    private static FeedDefinition definition(String toml) throws Refusal {
        try {
            return FeedDefinition.parse("definition", toml);
        } catch (FeedDefinitionException e) {
            throw Desk.bad(String.valueOf(e.getMessage()));
        }
    }
}
