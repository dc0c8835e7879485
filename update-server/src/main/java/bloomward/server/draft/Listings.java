package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import bloomward.server.store.Change;
import bloomward.server.store.EntryRow;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.ReportTable.Correction;
import bloomward.server.store.SourceKind;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Everything that lists a page, in whatever list, scope and source; and its removal.
public final class Listings {

    private Listings() {}

    /// An entry of a draft.
    ///
    /// @param feed the feed among its sources, which would bring it back
    public record Listing(ListRow list, Expression expression, Optional<String> feed) {}

    /// All expressions of a page.
    ///
    /// @param page `host/path?query` in canonical form
    public static Set<Expression> expressions(String page) {
        UrlExpressions expressions = new UrlExpressions();
        Set<Expression> all = new LinkedHashSet<>();
        if (expressions.read("http://" + page).isEmpty()) {
            for (int i = 0; i < expressions.count(); i++) {
                all.add(expressions.expression(i));
            }
        }
        return all;
    }

    /// The entries of drafts that list a page.
    public static List<Listing> of(Tables tables, String page) throws IOException {
        List<Listing> listings = new ArrayList<>();
        Set<Expression> expressions = expressions(page);
        for (ListRow list : tables.lists().all()) {
            List<SourceRow> sources = tables.lists().sources(list.id());
            for (Expression expression : expressions) {
                List<Long> listing = tables.entries()
                        .history(list.id(), expression)
                        .stream()
                        .filter(row -> row.removed().isEmpty())
                        .map(EntryRow::sourceId)
                        .toList();
                if (!listing.isEmpty()) {
                    Optional<String> feed = sources.stream()
                            .filter(source -> source.kind() == SourceKind.FEED && listing.contains(source.id()))
                            .map(SourceRow::name)
                            .findFirst();
                    listings.add(new Listing(list, expression, feed));
                }
            }
        }
        return listings;
    }

    /// The changes that took entries of a page out of drafts and are not published yet.
    public static List<Correction> leaving(Tables tables, String page) throws IOException {
        List<Correction> corrections = new ArrayList<>();
        Set<Expression> expressions = expressions(page);
        for (ListRow list : tables.lists().allEver()) {
            long published = tables.publications()
                    .latestVersion(list.id())
                    .filter(VersionRow::isPublished)
                    .map(VersionRow::change)
                    .orElse(0L);
            long last = 0;
            for (Expression expression : expressions) {
                for (EntryRow row : tables.entries().history(list.id(), expression)) {
                    last = Math.max(last, row.isThereAt(published) ? row.removed().orElse(0) : 0);
                }
            }
            if (last > 0) {
                corrections.add(new Correction(list.id(), last));
            }
        }
        return corrections;
    }

    /// Removes entries from their drafts, whatever sources list them.
    public static List<Correction> remove(Tables tables, List<Listing> listings, String actor, String what, Instant now)
            throws IOException {
        Map<Long, List<Expression>> byList = new LinkedHashMap<>();
        for (Listing listing : listings) {
            byList.computeIfAbsent(listing.list().id(), _ -> new ArrayList<>()).add(listing.expression());
        }
        List<Correction> corrections = new ArrayList<>();
        for (Map.Entry<Long, List<Expression>> each : byList.entrySet()) {
            long change = tables.lists().begin(new Change(0, each.getKey(), now, actor, what));
            tables.entries().removeOfAll(each.getKey(), each.getValue(), change);
            corrections.add(new Correction(each.getKey(), change));
        }
        return corrections;
    }
}
