package bloomward.server.admin;

import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.format.release.ListName;
import bloomward.format.url.UrlExpressions;
import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.ListReports.ListDetails;
import bloomward.server.admin.view.ListReports.ListReview;
import bloomward.server.admin.view.ListReports.ListView;
import bloomward.server.admin.view.ListReports.NewKeys;
import bloomward.server.admin.view.ListReports.NewList;
import bloomward.server.admin.view.ListReports.ReviewReport;
import bloomward.server.admin.view.ListReports.SourceView;
import bloomward.server.store.Change;
import bloomward.server.store.EntryTable;
import bloomward.server.store.FlatJson;
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
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Lists: making, showing and changing them, and giving them new keys.
public final class ListAdmin {

    private static final long DEFAULT_PLANNED_ENTRIES = 1_000_000;
    private static final long MOST_PLANNED_ENTRIES = 1_000_000_000;
    private static final int LONGEST_TITLE = 200;

    private final Desk desk;
    private final RandomGenerator random;
    private final Waiting waiting;

    /// @param random draws the seeds of lists
    public ListAdmin(PublisherStore store, RandomGenerator random, Waiting waiting, Clock clock) {
        this.desk = new Desk(store, clock);
        this.random = random;
        this.waiting = waiting;
    }

    /// Tells why changes of feeds are not published automatically.
    @FunctionalInterface
    public interface Waiting {

        /// @return empty if there are none, or nothing stops them
        Optional<String> of(Tables tables, ListRow list) throws IOException;
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

    /// Deleted lists that agents have until the next publication.
    public List<String> leaving() throws IOException {
        return desk.store().read(tables -> {
            List<String> names = new ArrayList<>();
            for (ListRow list : tables.lists().allEver()) {
                if (list.deletedAt().isPresent()
                        && tables.publications().latestVersion(list.id()).filter(VersionRow::isPublished).isPresent()) {
                    names.add(list.name());
                }
            }
            return names;
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
            if (Desk.deleted(tables, wanted.name()).isPresent()) {
                throw new Refusal(Code.NAME_TAKEN,
                        "'" + wanted.name() + "' was the name of a deleted list; names are never used again");
            }
            int canonical = ListRow.canonicalOf(tables.lists().allEver(), UrlExpressions.CANONICAL);
            KeySpec spec = new KeySpec(canonical, KeySpec.widthFor(planned), seed);
            ListRow row = tables.lists()
                    .create(new ListRow(0, wanted.name(), Desk.category(wanted.category()), spec, planned,
                            wanted.needsReview(), 1, desk.now(), title(wanted.title()), Optional.empty()));
            return view(tables, row);
        });
    }

    /// Gives a list new keys, for another number of entries. Every agent fetches the whole list once.
    public ListView rekey(Principal who, String name, NewKeys wanted) throws IOException, Refusal {
        long seed = seed(wanted.seed());
        return desk.write(who, "list rekey", name, tables -> {
            ListRow list = Desk.list(tables, name);
            long planned = wanted.plannedEntries() == 0
                    ? list.plannedEntries()
                    : plannedEntries(wanted.plannedEntries());
            KeySpec spec = new KeySpec(list.spec().canonical(), KeySpec.widthFor(planned), seed);
            tables.lists().setSpec(list.id(), spec, planned);
            tables.lists().begin(new Change(0, list.id(), desk.now(), who.name(), "new keys"));
            return view(tables, Desk.list(tables, name));
        });
    }

    /// Changes the title or the category of a list.
    ///
    /// The category is that of the entries of all sources without their own. Versions and answers to agents carry it, and a
    /// version is compared with the next one by its entries alone, so it stays once a version was made.
    public ListView details(Principal who, String name, ListDetails wanted) throws IOException, Refusal {
        if (wanted.removeTitle() && !wanted.title().isEmpty()) {
            throw Desk.bad("either a title, or none");
        }
        return desk.write(who, "list details", name, tables -> {
            ListRow list = Desk.list(tables, name);
            String title = wanted.title().isEmpty() && !wanted.removeTitle() ? list.title() : title(wanted.title());
            Category category = wanted.category().isEmpty() ? list.category() : Desk.category(wanted.category());
            if (!category.equals(list.category())) {
                requireNoVersion(tables, list);
                tables.lists()
                        .begin(new Change(0, list.id(), desk.now(), who.name(),
                                "category " + list.category().name() + " to " + category.name()));
            }
            tables.lists().setDetails(list.id(), title, category);
            return view(tables, Desk.list(tables, name));
        }, view -> FlatJson.of("title", view.title()).with("category", view.category()).toString());
    }

    private static void requireNoVersion(Tables tables, ListRow list) throws IOException, Refusal {
        if (tables.publications().latestVersion(list.id()).isPresent()) {
            throw Desk.bad("list '" + list.name() + "' is published as " + list.category().name()
                    + ", which stays; give sources a category of their own, or make a new list");
        }
        if (tables.publications()
                .pending()
                .filter(pending -> pending.versions().stream().anyMatch(version -> version.listId() == list.id()))
                .isPresent()) {
            throw Desk.bad("list '" + list.name() + "' waits for signatures as " + list.category().name()
                    + ": 'withdraw-pending' first");
        }
    }

    private static String title(String text) throws Refusal {
        if (text.length() > LONGEST_TITLE || !text.equals(Printable.of(text)) || !text.equals(text.strip())) {
            throw Desk.bad("title '" + Printable.beginningOf(text) + "', possible: up to " + LONGEST_TITLE
                    + " printable characters, no blank at either end");
        }
        return text;
    }

    /// Switches the review of a list on, or off. Off needs two persons, or else one alone could publish after it: an
    /// administrator proposes it, and within a week another person who may approve agrees by asking for the same.
    public ReviewReport review(Principal who, String name, ListReview wanted) throws IOException, Refusal {
        return desk.store().<ReviewReport, Refusal>write(tables -> {
            ListRow list = Desk.list(tables, name);
            Agreement agreement = new Agreement(tables, list, "review off");
            if (wanted.needsReview() || !list.needsReview()) {
                Agreement.requireAdmin(who);
                agreement.forget();
                if (wanted.needsReview() != list.needsReview()) {
                    tables.lists().setReview(list.id(), true);
                    audit(tables, who, name, "on");
                }
                return new ReviewReport(name, wanted.needsReview(), false);
            }
            Optional<String> proposer = agreement.ask(who, desk.now());
            if (proposer.isEmpty()) {
                audit(tables, who, name, "off proposed");
                return new ReviewReport(name, true, true);
            }
            tables.lists().setReview(list.id(), false);
            audit(tables, who, name, "off, as proposed by " + proposer.get());
            return new ReviewReport(name, false, false);
        });
    }

    private void audit(Tables tables, Principal who, String list, String review) throws IOException {
        tables.audit().append(desk.now(), who.name(), "list review", list, FlatJson.of("review", review).toString());
    }

    private ListView view(Tables tables, ListRow list) throws IOException {
        Optional<VersionRow> version = tables.publications().latestVersion(list.id());
        List<SourceView> sources = new ArrayList<>();
        for (SourceRow source : tables.lists().sources(list.id())) {
            sources.add(new SourceView(source.name(), source.kind().name().toLowerCase(Locale.ROOT),
                    source.category().orElse(list.category()).name(),
                    tables.entries().countOf(list.id(), source.id(), EntryTable.NOW)));
        }
        return new ListView(list.name(), list.title(), list.category().name(),
                version.map(VersionRow::version).orElse(0L), tables.entries().count(list.id(), EntryTable.NOW),
                version.map(row -> row.counts().expressions()).orElse(0L),
                tables.holds().count(list.id(), HoldState.OPEN), list.plannedEntries(), list.spec().capacity(),
                list.needsReview(), list.spec().width(), HexFormat.of().toHexDigits(list.spec().seed()),
                list.createdAt(), sources, waiting.of(tables, list).orElse(""));
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
}
