package bloomward.server.admin;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.Manifest;
import bloomward.format.sign.SignedNote;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.PublishReports.DeltaView;
import bloomward.server.admin.view.PublishReports.DiffSummary;
import bloomward.server.admin.view.PublishReports.PendingView;
import bloomward.server.admin.view.PublishReports.PublicationView;
import bloomward.server.admin.view.PublishReports.PublishReport;
import bloomward.server.admin.view.PublishReports.PublishRequest;
import bloomward.server.admin.view.PublishReports.PublishedList;
import bloomward.server.admin.view.PublishReports.RefusedView;
import bloomward.server.admin.view.PublishReports.RollbackRequest;
import bloomward.server.admin.view.PublishReports.SignedText;
import bloomward.server.admin.view.PublishReports.VersionView;
import bloomward.server.publish.PublishJob;
import bloomward.server.publish.PublishOutcome;
import bloomward.server.publish.PublishRefusedException;
import bloomward.server.publish.Publisher;
import bloomward.server.publish.Publishing;
import bloomward.server.publish.RefusedList;
import bloomward.server.publish.version.NewVersion;
import bloomward.server.safebrowsing.Edition;
import bloomward.server.safebrowsing.Gateway;
import bloomward.server.store.Change;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Publications: making, signing, renewing and going back.
public final class PublishAdmin {

    private final Desk desk;
    private final Publisher publisher;
    private final Publishing publishing;

    public PublishAdmin(PublisherStore store, Publisher publisher, Publishing publishing, Clock clock) {
        this.desk = new Desk(store, clock);
        this.publisher = publisher;
        this.publishing = publishing;
    }

    public PublishReport publish(Principal who, PublishRequest request) throws IOException, Refusal {
        if (request.all() != request.lists().isEmpty()) {
            throw Desk.bad("either lists or all");
        }
        for (String list : request.lists()) {
            desk.list(list);
        }
        Set<Digest> drafts = new HashSet<>();
        for (String draft : request.drafts()) {
            drafts.add(Desk.draft(draft));
        }
        return publish(
                new PublishJob(Set.copyOf(request.lists()), request.dryRun(), who.name(), request.note(), drafts));
    }

    private PublishReport publish(PublishJob job) throws IOException, Refusal {
        try {
            PublishReport report = report(publisher.publish(job));
            String tooLarge = desk.store().read(tables -> tooLarge(tables, report.lists()));
            List<String> words = new ArrayList<>(List.of(tooLarge));
            if (report.sequence() != null) {
                words.add(hasList() ? "" : "no list is left: agents say that they do not protect");
                words.add(ofSafeBrowsing());
            }
            PublishReport told = report;
            for (String word : words) {
                told = word.isEmpty() ? told : told.withMessage(joined(told.message(), word));
            }
            return told;
        } catch (PublishRefusedException e) {
            throw Desk.refused(e);
        }
    }

    private boolean hasList() {
        return publishing.commits().current().newest().filter(newest -> newest.manifest().lists().isEmpty()).isEmpty();
    }

    /// Names the lists with more entries than their keys are meant for.
    private static String tooLarge(Tables tables, List<PublishedList> lists) throws IOException {
        List<String> words = new ArrayList<>();
        for (PublishedList list : lists) {
            long capacity = tables.lists().find(list.name()).map(row -> row.spec().capacity()).orElse(Long.MAX_VALUE); // deleted while its last proposal waited
            if (list.entries() > capacity) {
                words.add("list " + list.name() + ": " + list.entries() + " entries, more than its capacity of "
                        + capacity + ": 'list rekey " + list.name() + "' makes its keys wider");
            }
        }
        return String.join("; ", words);
    }

    /// Says what clients of Safe Browsing get otherwise than it is listed.
    private String ofSafeBrowsing() {
        Optional<Gateway> gateway = publishing.commits().gateway();
        if (gateway.isEmpty()) {
            return "";
        }
        Optional<String> trouble = gateway.get().trouble();
        return trouble.isPresent()
                ? "Safe Browsing still serves the publication before: " + trouble.get()
                : gateway.get().current().map(edition -> words(edition.counts())).orElse("");
    }

    private static String words(Edition.Counts counts) {
        List<String> words = new ArrayList<>();
        if (counts.exact() > 0) {
            words.add(counts.exact() + " of one page alone as the expression with all below it");
        }
        if (counts.spelled() > 0) {
            words.add(counts.spelled() + " in several spellings");
        }
        if (counts.allowedAway() > 0) {
            words.add(counts.allowedAway() + " left out, as something below is allowed");
        }
        if (counts.unmapped() > 0) {
            words.add(counts.unmapped() + " left out, as no list has their category");
        }
        return words.isEmpty() ? "" : "Safe Browsing has entries otherwise: " + String.join(", ", words);
    }

    private static String joined(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + "; " + second;
    }

    /// Publishes the entries of an earlier version under a new number.
    public PublishReport rollback(Principal who, RollbackRequest request) throws IOException, Refusal {
        Set<String> gone = new TreeSet<>();
        Set<String> lists = desk.write(who, "rollback",
                request.list().isEmpty() ? Long.toString(request.to()) : request.list() + " " + request.to(),
                tables -> {
                    List<VersionRow> versions = request.list().isEmpty()
                            ? ofPublication(tables, request.to(), gone)
                            : List.of(ofList(tables, request.list(), request.to()));
                    Map<Long, String> names = names(tables);
                    for (VersionRow version : versions) {
                        ListVersions.requireWhole(tables, names.getOrDefault(version.listId(), ""), version);
                    }
                    requireSeen(tables, request);
                    return revert(tables, who, versions);
                });
        PublishReport report = publish(new PublishJob(lists, false, who.name(),
                request.note().isEmpty() ? "rolled back to " + request.to() : request.note()));
        return gone.isEmpty()
                ? report
                : report.withMessage(
                        joined(report.message(), "deleted since, and not brought back: " + String.join(", ", gone)));
    }

    /// @param gone receives the names of lists that were deleted since
    private static List<VersionRow> ofPublication(Tables tables, long sequence, Set<String> gone)
            throws IOException, Refusal {
        if (tables.publications().find(sequence).isEmpty()) {
            throw new Refusal(Code.NO_SUCH_VERSION, "there is no publication " + sequence);
        }
        Map<Long, String> deleted = new HashMap<>();
        tables.lists()
                .allEver()
                .stream()
                .filter(list -> list.deletedAt().isPresent())
                .forEach(list -> deleted.put(list.id(), list.name()));
        List<VersionRow> versions = new ArrayList<>(tables.publications().versionsOf(sequence));
        for (VersionRow version : versions) {
            if (deleted.containsKey(version.listId())) {
                gone.add(deleted.getOrDefault(version.listId(), ""));
            }
        }
        versions.removeIf(version -> deleted.containsKey(version.listId()));
        if (versions.isEmpty()) {
            throw new Refusal(Code.NO_SUCH_VERSION,
                    "all lists of publication " + sequence + " were deleted: " + String.join(", ", gone));
        }
        return versions;
    }

    private static VersionRow ofList(Tables tables, String name, long version) throws IOException, Refusal {
        ListRow list = Desk.list(tables, name);
        return tables.publications()
                .version(list.id(), version)
                .orElseThrow(() -> new Refusal(Code.NO_SUCH_VERSION, "list '" + name + "' has no version " + version));
    }

    /// Refuses to go back from another state than the one that was seen.
    private static void requireSeen(Tables tables, RollbackRequest request) throws IOException, Refusal {
        if (request.from().isEmpty()) {
            return;
        }
        long from = request.from().get();
        long now = request.list().isEmpty()
                ? tables.publications().latest().map(PublicationRow::sequence).orElse(0L)
                : tables.publications()
                        .latestVersion(Desk.list(tables, request.list()).id())
                        .map(VersionRow::version)
                        .orElse(0L);
        if (now != from) {
            throw new Refusal(Code.DRAFT_CHANGED, now + " is published now, and not " + from
                    + " as when this was asked for; look at the difference again");
        }
    }

    private Set<String> revert(Tables tables, Principal who, List<VersionRow> versions) throws IOException {
        Map<Long, String> names = names(tables);
        Set<String> lists = new HashSet<>();
        for (VersionRow version : versions) {
            long change = tables.lists()
                    .begin(new Change(0, version.listId(), desk.now(), who.name(),
                            "back to version " + version.version()));
            tables.entries().revert(version.listId(), version.change(), change);
            lists.add(names.getOrDefault(version.listId(), ""));
        }
        return lists;
    }

    public PublishReport renew(Principal who) throws IOException, Refusal {
        try {
            return report(publishing.freshness().renew(who.name()));
        } catch (PublishRefusedException e) {
            throw Desk.refused(e);
        }
    }

    /// The publications, the newest first.
    public List<PublicationView> history(int limit) throws IOException {
        return desk.store().read(tables -> {
            Map<Long, String> names = names(tables);
            List<PublicationView> views = new ArrayList<>();
            long current = tables.publications().latest().map(PublicationRow::sequence).orElse(0L);
            List<PublicationRow> rows = tables.publications().history(limit + 1);
            for (int i = 0; i < Math.min(limit, rows.size()); i++) {
                PublicationRow row = rows.get(i);
                List<VersionRow> versions = tables.publications().versionsOf(row.sequence());
                List<VersionRow> before = i + 1 < rows.size()
                        ? tables.publications().versionsOf(rows.get(i + 1).sequence())
                        : List.of();
                views.add(new PublicationView(row.sequence(), row.issued(), row.expires(), row.actor(), row.note(),
                        row.manifest().toHex(), row.sequence() == current, row.renews(),
                        views(names, versions, row.sequence()), leaving(names, before, versions)));
            }
            return views;
        });
    }

    private static List<String> leaving(Map<Long, String> names, List<VersionRow> before, List<VersionRow> after) {
        Set<Long> left = after.stream().map(VersionRow::listId).collect(Collectors.toSet());
        return before.stream()
                .filter(version -> !left.contains(version.listId()))
                .map(version -> names.getOrDefault(version.listId(), ""))
                .toList();
    }

    public PendingView pending() throws IOException, Refusal {
        PendingRow pending = publishing.pending()
                .find()
                .orElseThrow(() -> new Refusal(Code.NOTHING_PENDING, "nothing waits for signatures"));
        try {
            int needed = publishing.commits().current().root().publishers().threshold();
            int missing = publishing.pending().missing(pending);
            int end = pending.note().indexOf("\n\n");
            String text = end < 0 ? pending.note() : pending.note().substring(0, end + 1);
            Map<Long, String> names = desk.store().read(PublishAdmin::names);
            return new PendingView(pending.note(), Digest.of(text.getBytes(StandardCharsets.UTF_8)).toHex(),
                    needed - missing, needed,
                    new DiffSummary(views(names, pending.versions(), pending.publication().sequence())));
        } catch (PublishRefusedException e) {
            throw Desk.refused(e);
        }
    }

    /// Adds the signatures of a note to what is pending.
    public PublishReport sign(Principal who, SignedText signed) throws IOException, Refusal {
        try {
            SignedNote note = SignedNote.parse(signed.note().getBytes(StandardCharsets.UTF_8),
                    Manifest.MAX_SIZE_IN_BYTES);
            return report(publishing.pending().sign(note, who.name()));
        } catch (FormatException e) {
            throw new Refusal(Code.BAD_SIGNATURE, String.valueOf(e.getMessage()));
        } catch (PublishRefusedException e) {
            throw Desk.refused(e);
        }
    }

    public void withdraw(Principal who) throws IOException, Refusal {
        try {
            publishing.pending().withdraw();
            desk.audit(who, "withdraw", "pending", FlatJson.EMPTY);
        } catch (PublishRefusedException e) {
            throw Desk.refused(e);
        }
    }

    private static PublishReport report(PublishOutcome outcome) {
        return switch (outcome) {
            case PublishOutcome.Nothing() -> new PublishReport(null, false, List.of(), 0, List.of(), List.of(),
                    "nothing to publish: every draft is as it was published");
            case PublishOutcome.Done(long sequence, var lists, long held, var leaving, var refused) ->
                new PublishReport(sequence, false, views(lists), held, leaving, refused(refused), "");
            case PublishOutcome.Pending(var lists, long held, int needed, var leaving, var refused) ->
                new PublishReport(null, true, views(lists), held, leaving, refused(refused),
                        "waits for " + needed + (needed == 1 ? " signature" : " signatures"));
            case PublishOutcome.DryRun(var lists, long held, var leaving, var refused) -> new PublishReport(null, false,
                    views(lists), held, leaving, refused(refused), "dry run: nothing was published");
        };
    }

    private static List<RefusedView> refused(List<RefusedList> refused) {
        return refused.stream()
                .map(list -> new RefusedView(list.name(), Desk.code(list.reason()).label(), list.message()))
                .toList();
    }

    private static List<PublishedList> views(List<NewVersion> lists) {
        return lists.stream()
                .map(list -> new PublishedList(list.name(), list.version(), list.entries(), list.added(),
                        list.removed(), list.packedBytes(), list.flatBytes(),
                        list.deltas()
                                .stream()
                                .map(delta -> new DeltaView(delta.from(), delta.to(), delta.bytes()))
                                .toList()))
                .toList();
    }

    /// @param sequence of the publication that names them
    private static List<VersionView> views(Map<Long, String> names, List<VersionRow> versions, long sequence) {
        return versions.stream()
                .map(version -> new VersionView(names.getOrDefault(version.listId(), ""), version.version(),
                        version.counts().expressions(), version.counts().added(), version.counts().removed(),
                        version.content().packed().length(), version.sequence() == sequence))
                .toList();
    }

    private static Map<Long, String> names(Tables tables) throws IOException {
        Map<Long, String> names = new HashMap<>();
        tables.lists().allEver().forEach(list -> names.put(list.id(), list.name()));
        return names;
    }
}
