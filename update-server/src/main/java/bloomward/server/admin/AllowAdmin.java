package bloomward.server.admin;

import bloomward.format.FormatException;
import bloomward.format.release.AllowEntry;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.url.Expression;
import bloomward.format.wire.PublicPath;
import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.AllowReports.AllowImportReport;
import bloomward.server.admin.view.AllowReports.AllowPart;
import bloomward.server.admin.view.AllowReports.AllowRemoval;
import bloomward.server.admin.view.AllowReports.AllowReport;
import bloomward.server.admin.view.AllowReports.AllowRequest;
import bloomward.server.admin.view.AllowReports.AllowView;
import bloomward.server.draft.AllowFileFullException;
import bloomward.server.draft.AllowImport;
import bloomward.server.draft.Allowing;
import bloomward.server.draft.Body;
import bloomward.server.draft.HiddenEntries;
import bloomward.server.draft.TypedEntries;
import bloomward.server.draft.UnreadableListException;
import bloomward.server.draft.search.EntryPattern;
import bloomward.server.draft.search.Explainer;
import bloomward.server.feed.FeedScope;
import bloomward.server.publish.Published;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.AllowKey;
import bloomward.server.store.AllowRow;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Allowed expressions, which are never reported, for every list or for one.
public final class AllowAdmin {

    private static final String EVERY_LIST = "*";
    /// FORMAT.md 17.1.
    private static final Instant LAST_END = Instant.parse("9999-12-31T23:59:59Z");

    private final Desk desk;
    private final DataFolder folder;

    public AllowAdmin(PublisherStore store, DataFolder folder, Clock clock) {
        this.desk = new Desk(store, clock);
        this.folder = folder;
    }

    /// The question for allow entries; every text may be empty.
    ///
    /// @param pattern a host, `*.host` or a part of the expression
    /// @param list only those for this list alone, `*` for every list
    /// @param held only those that wait for a person
    public record AllowQuery(String pattern, String list, String name, boolean held) {}

    public List<AllowView> allowed(AllowQuery query) throws IOException, Refusal {
        EntryPattern pattern = EntryPattern.parse(query.pattern())
                .orElseThrow(() -> Desk.bad("pattern '" + Printable.beginningOf(query.pattern())
                        + "', possible: a host, *.host, or a part of the expression, alone or as *part*"));
        return desk.store().<List<AllowView>, Refusal>read(tables -> {
            Optional<Long> wanted = query.list().isEmpty()
                    ? Optional.empty()
                    : Optional.of(listId(tables, query.list()));
            Map<Long, String> lists = names(tables);
            List<AllowView> views = new ArrayList<>();
            for (AllowRow row : tables.allowed().all()) {
                if (pattern.matches(row.expression()) && wanted.filter(id -> id != row.listId()).isEmpty()
                        && (query.name().isEmpty() || query.name().equals(row.name()))
                        && (!query.held() || row.isHeld())) {
                    views.add(view(row, lists));
                }
            }
            views.sort(Comparator.comparing(AllowAdmin::key));
            return views;
        });
    }

    /// Some of the allow entries.
    ///
    /// @param after `next` of the part before, empty for the first one
    public AllowPart part(AllowQuery query, String after, int limit) throws IOException, Refusal {
        List<AllowView> all = allowed(query);
        int from = 0;
        while (!after.isEmpty() && from < all.size() && key(all.get(from)).compareTo(after) <= 0) {
            from++;
        }
        List<AllowView> shown = all.subList(from, Math.min(all.size(), from + limit));
        return new AllowPart(shown, all.size(), from + limit < all.size() ? key(shown.getLast()) : "");
    }

    /// An expression can be allowed for several lists.
    private static String key(AllowView view) {
        return view.expression() + "\t" + view.list();
    }

    private static Map<Long, String> names(Tables tables) throws IOException {
        return tables.lists().all().stream().collect(Collectors.toMap(ListRow::id, ListRow::name));
    }

    private static AllowView view(AllowRow row, Map<Long, String> lists) {
        return new AllowView(row.expression().text(), Desk.label(row.expression().scope()),
                lists.getOrDefault(row.listId(), EVERY_LIST), row.name(), row.reason(), row.actor(), row.at(),
                row.expires().map(Instant::toString).orElse(""), row.isHeld());
    }

    /// @return 0 for every list
    private static long listId(Tables tables, String name) throws IOException, Refusal {
        return name.isEmpty() || name.equals(EVERY_LIST) ? 0 : Desk.list(tables, name).id();
    }

    private static String groupName(String name) throws Refusal {
        if (!name.isEmpty() && !name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            throw Desk.bad("name '" + Printable.beginningOf(name)
                    + "', possible: 1 to 64 letters, digits, '.', '_' and '-', a letter or digit first");
        }
        return name;
    }

    /// An end that can be published.
    private Optional<Instant> end(String expires) throws Refusal {
        Optional<Instant> end = Desk.instant(expires);
        if (end.isPresent() && (!end.get().isAfter(desk.now()) || !end.get().isBefore(LAST_END))) {
            throw Desk.bad("expires " + end.get() + ", needed is a time that is to come, before " + LAST_END);
        }
        return end;
    }

    public AllowReport allow(Principal who, AllowRequest request) throws IOException, Refusal {
        FeedScope scope = Desk.scope(request.scope());
        Allowing.Terms terms = terms(who, request.name(), request.reason(), request.expires());
        try {
            Set<Expression> expressions = TypedEntries.expressions(request.urls(), scope);
            FlatJson detail = FlatJson.of("reason", request.reason());
            Allowing.Outcome outcome = allow(expressions, request.list(), terms, (tables, done) -> audit(tables, terms,
                    request.list(), done, "allow", String.join(" ", request.urls()), detail));
            return new AllowReport(outcome.added(), outcome.held(), 0);
        } catch (UnreadableListException e) {
            throw EntryAdmin.unreadable(e);
        }
    }

    private Allowing.Terms terms(Principal who, String name, String reason, String expires) throws Refusal {
        return new Allowing.Terms(groupName(name), reason, end(expires), who.name(), desk.now());
    }

    /// The end of the work that allows, in its transaction.
    @FunctionalInterface
    private interface Closing {
        void close(Tables tables, Allowing.Outcome outcome) throws IOException;
    }

    private Allowing.Outcome allow(Set<Expression> expressions, String list, Allowing.Terms terms, Closing closing)
            throws IOException, Refusal {
        HiddenEntries hidden = hidden(expressions, list);
        return desk.store().<Allowing.Outcome, Refusal>write(tables -> {
            Allowing.Outcome done = allow(tables, hidden, terms);
            closing.close(tables, done);
            return done;
        });
    }

    private HiddenEntries hidden(Set<Expression> expressions, String list) throws IOException, Refusal {
        long listId = desk.store().<Long, Refusal>read(tables -> listId(tables, list));
        return HiddenEntries.of(desk.store(),
                expressions.stream()
                        .map(expression -> new AllowKey(expression, listId))
                        .collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    private static Allowing.Outcome allow(Tables tables, HiddenEntries hidden, Allowing.Terms terms)
            throws IOException, Refusal {
        long before = tables.allowed().sizeInBytes();
        Allowing.Outcome done = Allowing.allow(tables, hidden, terms);
        try {
            Allowing.requireRoom(tables, before);
        } catch (AllowFileFullException e) {
            throw full(e);
        }
        return done;
    }

    /// Undoes the transaction of a dry run, which is a real one up to its end.
    private static final class DryRunException extends Exception {

        private static final long serialVersionUID = 1;

        /// What would have been done, or the refusal.
        private final transient Result result;

        DryRunException(Result result) {
            super("a dry run");
            this.result = result;
        }

        @FunctionalInterface
        interface Result {
            Allowing.Outcome get() throws Refusal;
        }
    }

    private Allowing.Outcome plan(Set<Expression> expressions, String list, Allowing.Terms terms)
            throws IOException, Refusal {
        HiddenEntries hidden = hidden(expressions, list);
        try {
            return desk.store().<Allowing.Outcome, DryRunException>write(tables -> {
                DryRunException.Result result;
                try {
                    Allowing.Outcome done = allow(tables, hidden, terms);
                    result = () -> done;
                } catch (Refusal e) {
                    result = () -> {
                        throw e;
                    };
                }
                throw new DryRunException(result);
            });
        } catch (DryRunException e) {
            return e.result.get();
        }
    }

    private static void audit(Tables tables, Allowing.Terms terms, String list, Allowing.Outcome done, String action,
            String subject, FlatJson detail) throws IOException {
        tables.audit()
                .append(terms.at(), terms.actor(), action, subject,
                        detail.with("list", list.isEmpty() ? EVERY_LIST : list)
                                .with("name", terms.name())
                                .with("expires", terms.expires().map(Instant::toString).orElse(""))
                                .with("added", done.added())
                                .with("held", done.held().size())
                                .toString());
    }

    /// The options of an import; every text may be empty.
    public record AllowImportRequest(String format, String scope, String list, String name, String expires,
            String reason, boolean dryRun) {}

    /// Allows all that a list names, or nothing.
    public AllowImportReport read(Principal who, AllowImportRequest request, Body body) throws IOException, Refusal {
        FeedScope scope = Desk.scope(request.scope().isEmpty() ? "auto" : request.scope());
        Allowing.Terms terms = terms(who, request.name(), request.reason(), request.expires());
        AllowImport read;
        try {
            read = AllowImport.read(body, scope, EntryAdmin.format(request.format()));
        } catch (UnreadableListException e) {
            throw EntryAdmin.unreadable(e);
        }
        requireNoneRejected(read);
        if (read.expressions().isEmpty()) {
            throw new Refusal(Code.UNREADABLE_LIST, "the list has no entries, so there is nothing to allow");
        }
        FlatJson detail = FlatJson.of("reason", request.reason()).with("lines", read.count().lines());
        Allowing.Outcome outcome = request.dryRun()
                ? plan(read.expressions(), request.list(), terms)
                : allow(read.expressions(), request.list(), terms, (tables, done) -> audit(tables, terms,
                        request.list(), done, "allow import", read.expressions().size() + " expressions", detail));
        return new AllowImportReport(read.format().label(), read.count().lines(), read.count().accepted(),
                read.count().duplicates(), read.count().outOfReach(), outcome.added(), outcome.held(),
                request.dryRun());
    }

    /// A list of which a part is not allowed would look allowed, and its gaps would show as warnings on desktops.
    private static void requireNoneRejected(AllowImport read) throws Refusal {
        long rejected = read.count().rejectedInAll();
        if (rejected > 0) {
            throw new Refusal(Code.UNREADABLE_LIST,
                    rejected + " of " + read.count().lines() + " lines rejected (format " + read.format().label()
                            + "), so nothing is allowed",
                    read.rejected()
                            .stream()
                            .map(sample -> new Refusal.Detail(sample.line(), sample.reason() + ": " + sample.text()))
                            .toList());
        }
    }

    public AllowReport disallow(Principal who, AllowRemoval request) throws IOException, Refusal {
        FeedScope scope = Desk.scope(request.scope());
        String name = groupName(request.name());
        if (request.urls().isEmpty() && name.isEmpty()) {
            throw Desk.bad("a removal needs URLs, or the name of a group");
        }
        try {
            Set<Expression> forms = request.urls().isEmpty() ? Set.of() : TypedEntries.allForms(request.urls(), scope);
            long removed = desk.store().<Long, Refusal>write(tables -> {
                Optional<Long> list = request.list().isEmpty()
                        ? Optional.empty()
                        : Optional.of(listId(tables, request.list()));
                List<AllowKey> keys = tables.allowed()
                        .all()
                        .stream()
                        .filter(row -> (forms.isEmpty() || forms.contains(row.expression()))
                                && (name.isEmpty() || name.equals(row.name()))
                                && list.filter(id -> id != row.listId()).isEmpty())
                        .map(AllowRow::key)
                        .toList();
                long count = Allowing.disallow(tables, keys);
                tables.audit()
                        .append(desk.now(), who.name(), "disallow",
                                request.urls().isEmpty() ? name : String.join(" ", request.urls()),
                                FlatJson.of("reason", request.reason())
                                        .with("list", request.list())
                                        .with("name", name)
                                        .with("removed", count)
                                        .toString());
                return count;
            });
            return new AllowReport(0, List.of(), removed);
        } catch (UnreadableListException e) {
            throw EntryAdmin.unreadable(e);
        }
    }

    static Refusal full(AllowFileFullException e) {
        return new Refusal(Refusal.Code.ALLOW_FILE_FULL, String.valueOf(e.getMessage()));
    }

    /// What the publication allows, each with its list and end, for people.
    NavigableSet<String> published(Published published) throws IOException {
        NavigableSet<String> shown = new TreeSet<>();
        if (published.newest().isPresent()) {
            AllowList list = read(published.newest().get().manifest().allowFile());
            for (int i = 0; i < list.size(); i++) {
                shown.add(list.expression(i) + list.entry(i).terms());
            }
        }
        return shown;
    }

    /// The same of what the next publication allows.
    static NavigableSet<String> next(Tables tables) throws IOException {
        Map<Long, String> lists = names(tables);
        NavigableSet<String> shown = new TreeSet<>();
        for (AllowRow row : tables.allowed().all()) {
            if (!row.isHeld()) {
                shown.add(row.expression().text()
                        + new AllowEntry(row.expression().text(), Optional.ofNullable(lists.get(row.listId())),
                                row.expires().map(end -> end.truncatedTo(ChronoUnit.SECONDS))).terms());
            }
        }
        return shown;
    }

    /// The allow list of the last publication in the store.
    Explainer.PublishedAllow published(Tables tables) throws IOException {
        Optional<PublicationRow> latest = tables.publications().latest();
        if (latest.isEmpty()) {
            return _ -> List.of();
        }
        AllowList list = read(latest.get().allowFiles().getLast());
        return expression -> list.of(expression.toBytes());
    }

    private AllowList read(FileRef file) throws IOException {
        try {
            return AllowList.parse(Files
                    .readAllBytes(folder.file(new PublicPath.Content(PublicPath.ContentKind.ALLOW, file.digest()))));
        } catch (FormatException e) {
            throw new IOException("the published allow file: " + e.getMessage(), e);
        }
    }
}
