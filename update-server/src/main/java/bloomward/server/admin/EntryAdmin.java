package bloomward.server.admin;

import bloomward.format.confirm.Category;
import bloomward.format.url.Expression;
import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.ListReports.Entries;
import bloomward.server.admin.view.ListReports.EntryPart;
import bloomward.server.admin.view.ListReports.EntryView;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.admin.view.ListReports.RemovalReport;
import bloomward.server.admin.view.ListReports.Sample;
import bloomward.server.draft.Body;
import bloomward.server.draft.ImportJob;
import bloomward.server.draft.ImportResult;
import bloomward.server.draft.Importer;
import bloomward.server.draft.Removals;
import bloomward.server.draft.TypedEntries;
import bloomward.server.draft.UnreadableListException;
import bloomward.server.draft.search.EntryPattern;
import bloomward.server.draft.search.EntrySearch;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.SourceKind;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Entries of drafts: importing, adding and removing.
public final class EntryAdmin {

    /// The source of files that name none.
    private static final String IMPORTED = "import";
    private static final String PEOPLE = "people";
    private static final String AUTO = "auto";

    private final Desk desk;
    private final Importer importer;

    public EntryAdmin(PublisherStore store, Importer importer, Clock clock) {
        this.desk = new Desk(store, clock);
        this.importer = importer;
    }

    /// The options of an import; every text may be empty.
    ///
    /// @param source the same name again with `replace` replaces what that source listed
    /// @param category where it is not the list's
    public record ImportRequest(String source, String format, String scope, boolean replace, String category,
            String expires, String reason) {}

    /// Imports a list.
    public ImportReport read(Principal who, String list, ImportRequest request, Body body) throws IOException, Refusal {
        Optional<FeedFormat> format = format(request.format());
        FeedScope scope = Desk.scope(request.scope().isEmpty() ? AUTO : request.scope());
        Optional<Category> category = request.category().isEmpty()
                ? Optional.empty()
                : Optional.of(Desk.category(request.category()));
        String source = request.source().isEmpty() ? IMPORTED : sourceName(request.source());
        ImportJob job = new ImportJob(source, request.replace() ? SourceKind.FEED : SourceKind.IMPORT, category, scope,
                format, request.replace(), Desk.instant(request.expires()), Desk.text(request.reason()), who.name());
        return read(who, "import", list, job, body);
    }

    /// Adds typed entries.
    public ImportReport add(Principal who, String list, Entries entries) throws IOException, Refusal {
        ImportJob job = new ImportJob(PEOPLE, SourceKind.PEOPLE, Optional.empty(), Desk.scope(entries.scope()),
                TypedEntries.FORMAT, false, Desk.instant(entries.expires()), Desk.text(entries.reason()), who.name());
        try {
            Body body = TypedEntries.body(entries.urls());
            return read(who, "add", list, job, row -> importer.readNow(row, job, body));
        } catch (UnreadableListException e) {
            throw unreadable(e);
        }
    }

    /// A way into the draft of a list.
    @FunctionalInterface
    private interface Import {
        ImportResult into(ListRow list) throws IOException, UnreadableListException;
    }

    /// Imports by a job that is ready.
    ImportReport read(Principal who, String action, String name, ImportJob job, Body body) throws IOException, Refusal {
        return read(who, action, name, job, list -> importer.read(list, job, body));
    }

    private ImportReport read(Principal who, String action, String name, ImportJob job, Import work)
            throws IOException, Refusal {
        ListRow list = desk.list(name);
        try {
            ImportResult result = work.into(list);
            FlatJson detail = FlatJson.of("source", job.source())
                    .with("added", result.added())
                    .with("removed", result.removed());
            desk.audit(who, action, name, withReason(detail, job.reason()));
            return report(name, job.source(), result);
        } catch (UnreadableListException e) {
            throw unreadable(e);
        }
    }

    private static String withReason(FlatJson detail, Optional<String> reason) {
        return reason.map(words -> detail.with("reason", words)).orElse(detail).toString();
    }

    /// Removes typed entries.
    public RemovalReport remove(Principal who, String name, Entries entries) throws IOException, Refusal {
        FeedScope scope = Desk.scope(entries.scope());
        List<Removals.Named> named = named(entries.urls(), scope);
        List<Removals.Named> listed = desk.store().<List<Removals
                .Named>, Refusal>read(tables -> Removals.listed(tables, Desk.list(tables, name), named));
        Removals.Outcome outcome = desk.store().<Removals.Outcome, Refusal>write(tables -> {
            try {
                ListRow list = Desk.list(tables, name);
                Removals.Outcome done = Removals.remove(tables, list, listed, entries.reason(), who.name(), desk.now());
                tables.audit()
                        .append(desk.now(), who.name(), "remove", name,
                                withReason(FlatJson.of("removed", done.removed()), Desk.text(entries.reason())));
                return done;
            } catch (Removals.ListedByFeedException e) {
                throw new Refusal(Code.LISTED_BY_SOURCE, String.valueOf(e.getMessage()));
            }
        });
        return new RemovalReport(name, outcome.removed(), outcome.notListed());
    }

    private static List<Removals.Named> named(List<String> words, FeedScope scope) throws IOException, Refusal {
        try {
            return Removals.named(words, scope);
        } catch (UnreadableListException e) {
            throw unreadable(e);
        }
    }

    /// The question for entries; every text may be empty.
    ///
    /// @param pattern a host, `*.host` or a part of the expression
    /// @param by the actor who brought the entry
    /// @param since RFC 3339
    /// @param change the state that the part before was of, 0 for the present one
    /// @param after the expression at the end of the part before
    public record EntryQuery(String pattern, String source, String by, String since, long change, String after) {}

    /// A part of the entries of a draft.
    ///
    /// @param limit about so many, at least one
    public EntryPart search(String name, EntryQuery query, int limit) throws IOException, Refusal {
        EntryPattern pattern = EntryPattern.parse(query.pattern())
                .orElseThrow(() -> Desk.bad("pattern '" + Printable.beginningOf(query.pattern())
                        + "', possible: a host, *.host, or a part of the expression, alone or as *part*"));
        EntrySearch.Filter filter = new EntrySearch.Filter(pattern, query.source(), query.by(),
                Desk.instant(query.since()));
        return desk.store().<EntryPart, Refusal>read(tables -> {
            ListRow list = Desk.list(tables, name);
            if (!query.source().isEmpty() && tables.lists().findSource(list.id(), query.source()).isEmpty()) {
                throw new Refusal(Code.NO_SUCH_SOURCE,
                        "list '" + name + "' has no source '" + Printable.beginningOf(query.source()) + "'");
            }
            EntrySearch.Part part = EntrySearch.search(tables, list, filter, query.change(), query.after(), limit);
            return new EntryPart(name, part.change(), part.found().stream().map(found -> view(found, list)).toList(),
                    part.next());
        });
    }

    private static EntryView view(EntrySearch.Found found, ListRow list) {
        Expression expression = found.entry().expression();
        return new EntryView(expression.text(), Desk.label(expression.scope()), found.source().name(),
                found.source().category().orElse(list.category()).name(),
                found.entry().expires().map(Instant::toString).orElse(""), found.entry().reason().orElse(""),
                found.added().at(), found.added().actor());
    }

    static Refusal unreadable(UnreadableListException e) {
        return new Refusal(e.isBeyondLimits() ? Code.LIST_BEYOND_LIMITS : Code.UNREADABLE_LIST,
                String.valueOf(e.getMessage()),
                e.samples()
                        .stream()
                        .map(sample -> new Refusal.Detail(sample.line(), sample.reason() + ": " + sample.text()))
                        .toList());
    }

    private static ImportReport report(String list, String source, ImportResult result) {
        return new ImportReport(list, source, result.format().label(), result.lines(), result.accepted(),
                result.duplicates(), result.rejected(), result.held(), result.outOfReach(), result.added(),
                result.removed(),
                result.samples()
                        .stream()
                        .map(sample -> new Sample(sample.isHeld() ? "held" : "rejected", sample.reason(), sample.line(),
                                sample.text()))
                        .toList(),
                result.warnings());
    }

    static Optional<FeedFormat> format(String label) throws Refusal {
        if (label.isEmpty() || label.equals(AUTO)) {
            return Optional.empty();
        }
        return Optional.of(FeedFormat.labelled(label)
                .orElseThrow(() -> Desk
                        .bad("format '" + Printable.beginningOf(label) + "' is unknown; auto recognises it")));
    }

    private static String sourceName(String name) throws Refusal {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            throw Desk.bad("source '" + Printable.beginningOf(name)
                    + "', possible: 1 to 64 letters, digits, '.', '_' and '-', a letter or digit first");
        }
        return name;
    }
}
