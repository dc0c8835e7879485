package bloomward.server.admin;

import bloomward.format.key.KeySpec;
import bloomward.format.release.ListName;
import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import bloomward.program.text.Printable;
import bloomward.server.admin.ListReports.DiffReport;
import bloomward.server.admin.ListReports.ListDiff;
import bloomward.server.admin.ListReports.ListView;
import bloomward.server.admin.ListReports.NewList;
import bloomward.server.admin.ListReports.SourceDiff;
import bloomward.server.admin.ListReports.SourceView;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.draft.DraftDiff;
import bloomward.server.draft.Persons;
import bloomward.server.publish.Published;
import bloomward.server.store.AllowRow;
import bloomward.server.store.Approval;
import bloomward.server.store.Change;
import bloomward.server.store.EntryTable;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/// Lists and their drafts.
public final class ListAdmin {

    private static final long DEFAULT_PLANNED_ENTRIES = 1_000_000;
    private static final long MOST_PLANNED_ENTRIES = 1_000_000_000;

    private final Desk desk;
    private final GuardLists guards;
    private final AllowAdmin allowed;
    private final RandomGenerator random;

    /// @param random draws the seeds of lists
    public ListAdmin(PublisherStore store, GuardLists guards, AllowAdmin allowed, RandomGenerator random, Clock clock) {
        this.desk = new Desk(store, clock);
        this.guards = guards;
        this.allowed = allowed;
        this.random = random;
    }

    /// All lists.
    public List<ListView> lists() throws IOException {
        return desk.store().read(tables -> {
            List<ListView> views = new ArrayList<>();
            for (ListRow list : tables.lists().all()) {
                views.add(view(tables, list));
            }
            return views;
        });
    }

    public ListView list(String name) throws IOException, Refusal {
        return desk.store().<ListView, Refusal>read(tables -> view(tables, Desk.list(tables, name)));
    }

    /// Makes a list. Its name is never used again for another one.
    public ListView create(Principal who, NewList wanted) throws IOException, Refusal {
        if (!ListName.isName(wanted.name())) {
            throw Desk.bad("list name '" + Printable.beginningOf(wanted.name())
                    + "', possible: 1 to 64 of a-z, 0-9 and -, a letter first");
        }
        long planned = plannedEntries(wanted.plannedEntries());
        long seed = seed(wanted.seed());
        return desk.write(who, "list create", wanted.name(), tables -> {
            if (tables.lists().find(wanted.name()).isPresent()) {
                throw new Refusal(Code.NAME_TAKEN, "there is a list '" + wanted.name() + "' already");
            }
            int canonical = ListRow.canonicalOf(tables.lists().all(), UrlExpressions.CANONICAL);
            KeySpec spec = new KeySpec(canonical, KeySpec.widthFor(planned), seed);
            ListRow row = tables.lists()
                    .create(new ListRow(0, wanted.name(), Desk.category(wanted.category()), spec, planned,
                            wanted.needsReview(), 1, desk.now()));
            return view(tables, row);
        });
    }

    /// Draws new keys for a list, for another number of entries. Every agent fetches the whole list once.
    public ListView rekey(Principal who, String name, long plannedEntries) throws IOException, Refusal {
        long planned = plannedEntries(plannedEntries);
        return desk.write(who, "list rekey", name, tables -> {
            ListRow list = Desk.list(tables, name);
            KeySpec spec = new KeySpec(list.spec().canonical(), KeySpec.widthFor(planned), random.nextLong());
            tables.lists().setSpec(list.id(), spec, planned);
            tables.lists().begin(new Change(0, list.id(), desk.now(), who.name(), "new keys"));
            return view(tables, Desk.list(tables, name));
        });
    }

    /// The changes that publishing would make.
    ///
    /// @param names empty for all lists
    public DiffReport diff(List<String> names, Published published) throws IOException, Refusal {
        return desk.store().<DiffReport, Refusal>read(tables -> {
            List<ListDiff> diffs = new ArrayList<>();
            for (String name : names) {
                Desk.list(tables, name);
            }
            for (ListRow list : tables.lists().all()) {
                if (names.isEmpty() || names.contains(list.name())) {
                    diffs.add(diff(tables, list));
                }
            }
            NavigableSet<Expression> before = allowed.published(published);
            NavigableSet<Expression> now = new TreeSet<>();
            tables.allowed().all().stream().filter(row -> !row.isHeld()).map(AllowRow::expression).forEach(now::add);
            return new DiffReport(diffs, without(now, before), without(before, now));
        });
    }

    /// Approves the draft of a list for publication.
    public ListDiff approve(Principal who, String name) throws IOException, Refusal {
        return desk.write(who, "approve", name, tables -> {
            ListRow list = Desk.list(tables, name);
            long last = tables.lists().lastChange(list.id());
            long from = tables.publications().latestVersion(list.id()).map(VersionRow::change).orElse(0L);
            requireOther(tables, who, name, tables.lists().actors(list.id(), from, last));
            tables.lists().approve(list.id(), last, new Approval(who.name(), desk.now()));
            return diff(tables, list);
        });
    }

    private static void requireOther(Tables tables, Principal who, String list, List<String> authors)
            throws IOException, Refusal {
        if (authors.contains(who.name())) {
            throw new Refusal(Code.NEEDS_APPROVAL,
                    "you made changes in this draft of '" + list + "', which another person must approve");
        }
        Persons persons = Persons.of(tables);
        Optional<String> own = authors.stream().filter(author -> persons.areOne(author, who.name())).findFirst();
        if (own.isPresent()) {
            throw new Refusal(Code.NEEDS_APPROVAL, "your token and '" + own.get()
                    + "', which made changes in this draft of '" + list
                    + "', come from one another or from one administrator, so both count as one person; a second"
                    + " person's is made by 'bloomward-server token'");
        }
    }

    private ListDiff diff(Tables tables, ListRow list) throws IOException {
        DraftDiff diff = DraftDiff.of(tables, list, guards.get());
        Map<String, SourceDiff> bySource = new TreeMap<>();
        diff.bySource()
                .forEach((source, counts) -> bySource.put(source, new SourceDiff(counts.added(), counts.removed())));
        List<String> approvals = tables.lists()
                .approvals(list.id(), diff.change())
                .stream()
                .map(Approval::actor)
                .toList();
        return new ListDiff(list.name(), diff.fromVersion(), diff.added(), diff.removed(), diff.unchanged(), bySource,
                diff.hits(), diff.sample(), diff.packedBytes(), diff.deltaBytes(),
                tables.holds().count(list.id(), HoldState.OPEN), list.needsReview(), approvals);
    }

    private static ListView view(Tables tables, ListRow list) throws IOException {
        Optional<VersionRow> version = tables.publications().latestVersion(list.id());
        List<SourceView> sources = new ArrayList<>();
        for (SourceRow source : tables.lists().sources(list.id())) {
            sources.add(new SourceView(source.name(), source.kind().name().toLowerCase(Locale.ROOT),
                    source.category().orElse(list.category()).name(),
                    tables.entries().countOf(list.id(), source.id(), EntryTable.NOW)));
        }
        return new ListView(list.name(), list.category().name(), version.map(VersionRow::version).orElse(0L),
                tables.entries().count(list.id(), EntryTable.NOW),
                version.map(row -> row.counts().expressions()).orElse(0L),
                tables.holds().count(list.id(), HoldState.OPEN), list.plannedEntries(), list.spec().capacity(),
                list.needsReview(), list.spec().width(), HexFormat.of().toHexDigits(list.spec().seed()),
                list.createdAt(), sources);
    }

    private static long plannedEntries(long wanted) throws Refusal {
        if (wanted < 0 || wanted > MOST_PLANNED_ENTRIES) {
            throw Desk.bad("planned entries " + wanted + ", possible: 1.." + MOST_PLANNED_ENTRIES);
        }
        return wanted == 0 ? DEFAULT_PLANNED_ENTRIES : wanted;
    }

    private long seed(String hex) throws Refusal {
        if (hex.isEmpty()) {
            return random.nextLong();
        }
        if (!hex.matches("[0-9a-f]{16}")) {
            throw Desk.bad("seed '" + Printable.beginningOf(hex) + "', needed are 16 lower-case hex digits");
        }
        return HexFormat.fromHexDigitsToLong(hex);
    }

    private static List<String> without(NavigableSet<Expression> all, NavigableSet<Expression> some) {
        return all.stream().filter(each -> !some.contains(each)).map(Expression::shown).toList();
    }

}
