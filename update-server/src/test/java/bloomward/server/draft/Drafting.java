package bloomward.server.draft;

import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.format.url.UrlExpressions;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.ListLimits;
import bloomward.server.guard.Guards;
import bloomward.server.guard.HostList;
import bloomward.server.store.AllowKey;
import bloomward.server.store.EntryTable;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldRow.Decision;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.SourceKind;
import bloomward.server.store.TestedStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A store with one list, and those who work on its draft.
final class Drafting implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

    final PublisherStore store;
    final ListRow list;
    final Path keptFolder;
    final Guards guards;
    private final KeptImports kept;
    private final Importer importer;

    Drafting(Path folder) throws Exception {
        this(folder, false);
    }

    Drafting(Path folder, boolean needsReview) throws Exception {
        this.keptFolder = Files.createDirectories(folder.resolve("kept"));
        this.store = TestedStore.SQLITE.open(folder.resolve("bloomward.db"));
        this.guards = Guards.of(Guards.standardSuffixes(), HostList.of(List.of("popular.example", "known.example")),
                HostList.of(List.of("protected.example")), HostList.of(List.of("short.example")));
        this.kept = new KeptImports(keptFolder);
        this.importer = new Importer(store, () -> guards, kept, ListLimits.DEFAULT, Clock.fixed(NOW, ZoneOffset.UTC));
        this.list = store.write(tables -> tables.lists()
                .create(new ListRow(0, "malware", new Category("malware"), new KeySpec(UrlExpressions.CANONICAL, 36, 7),
                        1_000_000, needsReview, 1, NOW)));
    }

    /// An import by a person.
    static ImportJob people(String actor) {
        return people(actor, Optional.empty(), Optional.empty());
    }

    static ImportJob people(String actor, Optional<Instant> expires, Optional<String> reason) {
        return new ImportJob("people", SourceKind.PEOPLE, Optional.empty(), FeedScope.AUTO, TypedEntries.FORMAT, false,
                expires, reason, actor);
    }

    /// An import of all that a feed lists now.
    static ImportJob feed() {
        return new ImportJob("feed", SourceKind.FEED, Optional.empty(), FeedScope.AUTO, Optional.empty(), true,
                Optional.empty(), Optional.empty(), "clock");
    }

    ImportResult read(ImportJob job, String... lines) throws IOException, UnreadableListException {
        byte[] body = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return importer.read(list, job, () -> new ByteArrayInputStream(body));
    }

    List<String> draft() throws IOException {
        List<String> expressions = new ArrayList<>();
        store.read(tables -> {
            tables.entries().scan(list.id(), EntryTable.NOW, (expression, _) -> expressions.add(expression.text()));
            return true;
        });
        return expressions;
    }

    List<HoldRow> open() throws IOException {
        return holds(HoldState.OPEN);
    }

    List<HoldRow> holds(HoldState state) throws IOException {
        return store.read(tables -> tables.holds().all(0, state, 1000));
    }

    HoldDecisions.Outcome decide(HoldState state, String by, HoldRow... holds) throws IOException {
        HiddenEntries hidden = HiddenEntries.of(store, HoldDecisions.toBeAllowed(List.of(holds)));
        return store.write(tables -> new HoldDecisions(kept).decide(tables, List.of(holds), state,
                new Decision(by, NOW, "looked at"), hidden));
    }

    /// Decides all open holds.
    HoldDecisions.Outcome decideAll(HoldState state, String by) throws IOException {
        return decide(state, by, open().toArray(HoldRow[]::new));
    }

    Allowing.Outcome allow(String... words) throws IOException, UnreadableListException {
        Set<AllowKey> keys = TypedEntries.expressions(List.of(words), FeedScope.AUTO)
                .stream()
                .map(expression -> new AllowKey(expression, 0))
                .collect(Collectors.toSet());
        HiddenEntries hidden = HiddenEntries.of(store, keys);
        Allowing.Terms terms = new Allowing.Terms("", "ours", Optional.empty(), "alice", NOW);
        return store.write(tables -> Allowing.allow(tables, hidden, terms));
    }

    /// The expressions that are allowed and do not wait.
    List<String> allowed() throws IOException {
        return store.read(tables -> tables.allowed().all())
                .stream()
                .filter(row -> !row.isHeld())
                .map(row -> row.expression().text())
                .toList();
    }

    DraftDiff diff() throws IOException {
        return store.read(tables -> DraftDiff.of(tables, list, guards, new DraftDigests().on(tables)));
    }

    long lastChange() throws IOException {
        return store.read(tables -> tables.lists().lastChange(list.id()));
    }

    static String[] hosts(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "host%04d.example".formatted(i)).toArray(String[]::new);
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
