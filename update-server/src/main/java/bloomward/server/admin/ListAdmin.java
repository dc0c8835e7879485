package bloomward.server.admin;

import bloomward.format.Digest;
import bloomward.format.key.KeySpec;
import bloomward.format.release.ListName;
import bloomward.format.url.UrlExpressions;
import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.ListReports.ListReview;
import bloomward.server.admin.view.ListReports.ListView;
import bloomward.server.admin.view.ListReports.NewList;
import bloomward.server.admin.view.ListReports.ReviewReport;
import bloomward.server.admin.view.ListReports.SourceView;
import bloomward.server.draft.Approvals;
import bloomward.server.draft.Persons;
import bloomward.server.store.Approval;
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
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Lists: making and showing them, and giving them new keys.
public final class ListAdmin {

    private static final long DEFAULT_PLANNED_ENTRIES = 1_000_000;
    private static final long MOST_PLANNED_ENTRIES = 1_000_000_000;

    /// How long a proposal waits for its second person.
    private static final Duration PROPOSED_FOR = Duration.ofDays(7);

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

    /// Switches the review of a list on, or off. Off needs two persons, or else one alone could publish after it: an
    /// administrator proposes it, and within a week another person who may approve agrees by asking for the same.
    public ReviewReport review(Principal who, String name, ListReview wanted) throws IOException, Refusal {
        return desk.store().<ReviewReport, Refusal>write(tables -> {
            ListRow list = Desk.list(tables, name);
            Digest off = Digest.of(("review off\n" + name + "\n").getBytes(StandardCharsets.US_ASCII));
            if (wanted.needsReview() || !list.needsReview()) {
                requireAdmin(who);
                tables.lists().disapprove(list.id(), off); // what was agreed on before does not count later
                if (wanted.needsReview() != list.needsReview()) {
                    tables.lists().setReview(list.id(), true);
                    audit(tables, who, name, "on");
                }
                return new ReviewReport(name, wanted.needsReview(), false);
            }
            Persons persons = Persons.of(tables);
            Optional<String> other = Approvals.since(tables, list, off, desk.now().minus(PROPOSED_FOR))
                    .stream()
                    .filter(proposer -> !persons.areOne(proposer, who.name()))
                    .findFirst();
            if (other.isPresent()) {
                tables.lists().disapprove(list.id(), off);
                tables.lists().setReview(list.id(), false);
                audit(tables, who, name, "off, as proposed by " + other.get());
                return new ReviewReport(name, false, false);
            }
            requireAdmin(who);
            tables.lists().disapprove(list.id(), off);
            tables.lists().approve(list.id(), off, new Approval(DraftAdmin.tokenOf(tables, who), desk.now()));
            audit(tables, who, name, "off proposed");
            return new ReviewReport(name, true, true);
        });
    }

    private static void requireAdmin(Principal who) throws Refusal {
        if (!who.role().includes(Role.ADMIN)) {
            throw new Refusal(Code.FORBIDDEN, "requires the role admin; a reviewer agrees to what an administrator"
                    + " has proposed within a week");
        }
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
        return new ListView(list.name(), list.category().name(), version.map(VersionRow::version).orElse(0L),
                tables.entries().count(list.id(), EntryTable.NOW),
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
