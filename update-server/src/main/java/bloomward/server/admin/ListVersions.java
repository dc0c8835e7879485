package bloomward.server.admin;

import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.ReviewReports.VersionDetails;
import bloomward.server.admin.view.ReviewReports.VersionsPart;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The versions of a list.
final class ListVersions {

    private ListVersions() {}

    /// A version that the list has, and of which every entry is known.
    static VersionRow require(Tables tables, ListRow list, long version) throws IOException, Refusal {
        VersionRow row = tables.publications()
                .version(list.id(), version)
                .orElseThrow(() -> new Refusal(Code.NO_SUCH_VERSION,
                        "list '" + list.name() + "' has no version " + version));
        requireWhole(tables, list.name(), row);
        return row;
    }

    /// The change from which the version before one was made; 0, which is the empty list, before the first one.
    static long changeBefore(Tables tables, ListRow list, long version) throws IOException, Refusal {
        Optional<VersionRow> before = tables.publications()
                .versions(list.id(), Integer.MAX_VALUE)
                .stream()
                .filter(row -> row.version() < version)
                .findFirst();
        if (before.isEmpty()) {
            return 0;
        }
        requireWhole(tables, list.name(), before.get());
        return before.get().change();
    }

    /// Refuses a version of which entries were forgotten.
    static void requireWhole(Tables tables, String list, VersionRow wanted) throws IOException, Refusal {
        long from = tables.lists().historyFrom(wanted.listId());
        if (wanted.change() < from) {
            String oldest = tables.publications()
                    .versions(wanted.listId(), Integer.MAX_VALUE)
                    .stream()
                    .filter(version -> version.change() >= from)
                    .reduce((_, older) -> older)
                    .map(version -> "; the oldest that is kept: " + version.version())
                    .orElse("");
            throw new Refusal(Code.NO_SUCH_VERSION, "version " + wanted.version() + " of list '" + list
                    + "' can no longer be returned to: its removed entries are forgotten" + oldest);
        }
    }

    /// @param before only versions below this one, 0 for the newest
    static VersionsPart part(Tables tables, ListRow list, long before, int limit) throws IOException {
        long from = tables.lists().historyFrom(list.id());
        List<VersionRow> rows = tables.publications()
                .versions(list.id(), Integer.MAX_VALUE)
                .stream()
                .filter(row -> before == 0 || row.version() < before)
                .limit(limit + 1L)
                .toList();
        List<VersionRow> shown = rows.subList(0, Math.min(limit, rows.size()));
        List<VersionDetails> views = new ArrayList<>();
        for (VersionRow row : shown) {
            Optional<PublicationRow> publication = tables.publications().find(row.sequence());
            boolean isWhole = row.change() >= from;
            views.add(new VersionDetails(row.version(), row.sequence(), row.at(),
                    publication.map(PublicationRow::actor).orElse(""), publication.map(PublicationRow::note).orElse(""),
                    row.counts().expressions(), row.counts().added(), row.counts().removed(),
                    row.content().packed().length(), row.isPublished(), isWhole && !row.isPublished(),
                    isWhole
                            ? row.isPublished() ? "it is the published one" : ""
                            : "its removed entries are forgotten"));
        }
        return new VersionsPart(list.name(), views, rows.size() > limit ? shown.getLast().version() : 0);
    }
}
