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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Makes the definition of a feed of which only the address is known, from one fetch within the rules for feeds: public
/// networks, redirects to the same host, and limits. Nothing is kept; a person looks at the definition and adds it.
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

    FeedGuess guess(FeedQuestion asked, ListRow list) throws IOException, Refusal, InterruptedException {
        URI url = url(asked.url());
        FeedDefinition provisional = definition(
                toml(asked, list, url, PROVISIONAL + number, Optional.empty()) + LIMITS);
        FetchOutcome outcome = fetcher.fetch(provisional);
        if (!(outcome instanceof FetchOutcome.Fetched fetched)) {
            throw new Refusal(Code.FETCH_FAILED,
                    outcome instanceof FetchOutcome.Failed failed
                            ? "'" + Printable.beginningOf(asked.url()) + "': " + failed.detail()
                            : "'" + Printable.beginningOf(asked.url()) + "': nothing was sent");
        }
        try {
            return read(asked, list, url, fetched.body());
        } finally {
            folder.reject(fetched);
        }
    }

    private static FeedGuess read(FeedQuestion asked, ListRow list, URI url, Path body) throws IOException, Refusal {
        List<String> examples = new ArrayList<>();
        ListOutcome outcome;
        try (InputStream in = Files.newInputStream(body)) {
            outcome = new ListReader(FeedScope.AUTO, Optional.empty(), ListLimits.DEFAULT).read(in, entry -> {
                if (examples.size() < EXAMPLES) {
                    examples.add(entry.expression().shown());
                }
            });
        }
        return switch (outcome) {
            case ListOutcome.Read(FeedFormat format, ImportCount count) ->
                guess(toml(asked, list, url, name(asked, url), Optional.of(format)), format, count, examples);
            case ListOutcome.MostlyUnreadable(FeedFormat format, ImportCount count) ->
                throw new Refusal(Code.UNREADABLE_LIST, "most of " + count.lines() + " lines are not in the format "
                        + format.label() + ", which fits best");
            case ListOutcome.UnknownFormat _ ->
                throw new Refusal(Code.UNREADABLE_LIST, "the format was not recognised: write a definition");
            case ListOutcome.Unusable(ListOutcome.Reason _, String message) ->
                throw new Refusal(Code.UNREADABLE_LIST, message);
        };
    }

    private static FeedGuess guess(String definition, FeedFormat format, ImportCount count, List<String> examples)
            throws Refusal {
        definition(definition); // what is shown can be added
        Map<String, Long> rejected = new TreeMap<>();
        count.rejected()
                .forEach((reason, lines) -> rejected.put(reason.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        lines.count()));
        return new FeedGuess(definition, format.label(), count.lines(), count.accepted(), rejected, examples);
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
