package bloomward.server.admin;

import bloomward.program.text.Printable;
import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.FeedReports.FeedQuestion;
import bloomward.server.admin.view.ListReports.FetchedList;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.admin.view.ListReports.ListFetch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Imports lists from addresses: each is fetched once, by the rules for feeds, and described; what was fetched enters the
/// draft when a person has seen that. It is kept for a few minutes in the folder of unfinished files. Safe for all threads.
public final class UrlImports {

    private static final Duration KEPT_FOR = Duration.ofMinutes(10);
    /// A list of 64 MiB each.
    private static final int MOST_KEPT = 4;

    private final FeedAdmin feeds;
    private final EntryAdmin entries;
    private final Path scratch;
    private final RandomGenerator random;
    private final Clock clock;
    /// The oldest first; guarded by this.
    private final Map<String, Kept> kept = new LinkedHashMap<>();

    /// @param feeds fetches
    /// @param scratch emptied when the server starts
    /// @param random draws the numbers of what is kept
    public UrlImports(FeedAdmin feeds, EntryAdmin entries, Path scratch, RandomGenerator random, Clock clock) {
        this.feeds = feeds;
        this.entries = entries;
        this.scratch = scratch;
        this.random = random;
        this.clock = clock;
    }

    private record Kept(String list, String who, Path body, Instant until) {}

    /// Fetches a list and describes it. The draft stays as it is.
    public FetchedList fetch(Principal who, String list, ListFetch asked)
            throws IOException, Refusal, InterruptedException {
        String id = HexFormat.of().toHexDigits(random.nextLong());
        Path body = scratch.resolve("fetched-" + id + ".list");
        try {
            FeedGuessing.Described found = feeds.fetchOnce(who,
                    new FeedQuestion(asked.url(), list, asked.source(), "", "", asked.privateNetwork()),
                    EntryAdmin.format(asked.format()), Desk.scope(asked.scope()), body);
            keep(id, new Kept(list, who.name(), body, clock.instant().plus(KEPT_FOR)));
            return new FetchedList(id, asked.url(), found.name(), found.format().label(), found.bytes(),
                    found.count().lines(), found.count().accepted(), FeedGuessing.rejected(found.count()),
                    found.examples());
        } catch (IOException | Refusal | InterruptedException | RuntimeException e) {
            Files.deleteIfExists(body);
            throw e;
        }
    }

    /// Imports what was fetched before; once.
    public ImportReport take(Principal who, String list, String id, ImportRequest request) throws IOException, Refusal {
        Path body = taken(who, list, id);
        try {
            return entries.read(who, list, request, () -> Files.newInputStream(body));
        } finally {
            Files.deleteIfExists(body);
        }
    }

    private synchronized Path taken(Principal who, String list, String id) throws IOException, Refusal {
        dropOld();
        Kept found = kept.get(id);
        if (found == null || !found.list().equals(list) || !found.who().equals(who.name())) {
            throw new Refusal(Code.NO_SUCH_FETCH,
                    "nothing fetched for list '" + Printable.beginningOf(list) + "' is kept as '"
                            + Printable.beginningOf(id) + "': it is kept for " + KEPT_FOR.toMinutes()
                            + " minutes, and imported once");
        }
        kept.remove(id);
        return found.body();
    }

    private synchronized void keep(String id, Kept fetched) throws IOException {
        dropOld();
        kept.put(id, fetched);
        List<String> oldest = List.copyOf(kept.keySet());
        for (String each : oldest.subList(0, Math.max(0, oldest.size() - MOST_KEPT))) {
            drop(each);
        }
    }

    private void dropOld() throws IOException {
        Instant now = clock.instant();
        for (Map.Entry<String, Kept> each : new ArrayList<>(kept.entrySet())) {
            if (now.isAfter(each.getValue().until())) {
                drop(each.getKey());
            }
        }
    }

    private void drop(String id) throws IOException {
        Kept dropped = kept.remove(id);
        if (dropped != null) {
            Files.deleteIfExists(dropped.body());
        }
    }
}
