package bloomward.server.publish;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.format.release.Root;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.testing.SetClock;
import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import bloomward.server.draft.HiddenEntries;
import bloomward.server.draft.HoldDecisions;
import bloomward.server.draft.ImportJob;
import bloomward.server.draft.ImportResult;
import bloomward.server.draft.Importer;
import bloomward.server.draft.KeptImports;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.ListLimits;
import bloomward.server.guard.Guards;
import bloomward.server.guard.HostList;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.RootHistory;
import bloomward.server.safebrowsing.CategoryLists;
import bloomward.server.safebrowsing.Gateway;
import bloomward.server.store.AllowRow;
import bloomward.server.store.Change;
import bloomward.server.store.EntryTable.Staging;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.SourceKind;
import bloomward.server.store.SourceRow;
import bloomward.server.store.StoreView;
import bloomward.server.store.TestedStore;
import bloomward.server.verify.Report;
import bloomward.server.verify.Verification;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A publisher's office for tests: a real store, real keys and files, and a clock that is set by hand.
public final class Office implements AutoCloseable {

    public static final Category MALWARE = new Category("malware");
    public static final Instant BEGIN = SetClock.BEGIN;

    private final DataFolder folder;
    private final SetClock clock = new SetClock();
    private final SecureRandom random = new SecureRandom();
    private final SigningKey rootKey;
    private final SigningKey publisherKey;
    private final Guards guards = Guards.of(Guards.standardSuffixes(), HostList.of(List.of("popular.example")),
            HostList.of(List.of("protected.example")), HostList.empty());
    private final TestedStore kind;
    private Optional<CategoryLists> served = Optional.empty();
    private PublisherStore store;
    private Publishing publishing;
    private Publisher publisher;
    private Importer importer;

    public Office(Path root) throws Exception {
        this(root, true);
    }

    /// @param holdsPublisherKey whether the server can sign manifests
    public Office(Path root, boolean holdsPublisherKey) throws Exception {
        this(root, holdsPublisherKey, List.of());
    }

    /// @param others publisher keys that are never on the server; all of them and the first one must sign
    public Office(Path root, boolean holdsPublisherKey, List<SigningKey> others) throws Exception {
        this(root, TestedStore.ofThisRun(), holdsPublisherKey, others);
    }

    public Office(Path root, TestedStore kind) throws Exception {
        this(root, kind, true, List.of());
    }

    private Office(Path root, TestedStore kind, boolean holdsPublisherKey, List<SigningKey> others) throws Exception {
        this.kind = kind;
        this.folder = new DataFolder(root).create();
        this.rootKey = SigningKey.generate("example.org/root", random);
        this.publisherKey = SigningKey.generate("example.org/publisher", random);
        SigningKey timestampKey = putKey("timestamp");
        KeyFile.write(offline(root), rootKey);
        if (holdsPublisherKey) {
            KeyFile.write(folder.keys().resolve("publisher.key"), publisherKey);
        }
        List<SigningKey> publishers = new ArrayList<>(others);
        publishers.add(publisherKey);
        RootHistory.begin(folder, signRoot(1, publishers, timestampKey));
        open(stored -> stored);
    }

    /// Moves into a folder in which there is all already.
    private Office(DataFolder folder, TestedStore kind) throws Exception {
        this.kind = kind;
        this.folder = folder;
        this.rootKey = Files.exists(offline(folder.root()))
                ? (SigningKey) KeyFile.read(offline(folder.root()))
                : SigningKey.generate("example.org/root", random);
        this.publisherKey = (SigningKey) KeyFile.read(folder.keys().resolve("publisher.key"));
        open(stored -> stored);
    }

    /// An office that has published: two lists, one of them in its second version and with several confirm buckets.
    public static Office published(Path root) throws Exception {
        return new Office(root).publishTwice();
    }

    Office publishTwice() throws Exception {
        ListRow malware = list("malware");
        add(malware, names(0, 300));
        add(list("phishing"), "bait.example", "http://other.example/path");
        publishDone();
        clock.advance(Duration.ofMinutes(5));
        add(malware, "second.example");
        publishDone();
        return this;
    }

    public static String[] names(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "host" + i + ".example").toArray(String[]::new);
    }

    public static Office reopen(Path root) throws Exception {
        return new Office(new DataFolder(root), TestedStore.ofThisRun());
    }

    /// Another machine, with the keys and the database of this one, which is stopped.
    public Office takenOverIn(Path root) throws Exception {
        DataFolder other = new DataFolder(root).create();
        for (String key : List.of("timestamp.key", "publisher.key")) {
            Files.copy(folder.keys().resolve(key), other.keys().resolve(key));
        }
        TestedStore.share(folder.database(), other.database());
        return new Office(other, kind);
    }

    /// In life it is not on this machine.
    private static Path offline(Path root) {
        return root.resolve("offline-root.key");
    }

    /// Opens everything, as a start of the server does.
    public void open() throws Exception {
        open(stored -> stored);
    }

    /// @param between gives the store that the publisher sees
    public void open(UnaryOperator<PublisherStore> between) throws Exception {
        store = kind.open(folder.database());
        PublisherStore seen = between.apply(store);
        Optional<Gateway> gateway = served.isPresent()
                ? Optional.of(Gateway.open(folder.safeBrowsing(), served.get(), clock))
                : Optional.empty();
        publishing = Publishing.open(folder, seen, () -> ServerKeys.open(folder.keys(), Optional.empty()), gateway,
                clock);
        publisher = publishing.publisher(() -> guards);
        importer = new Importer(store, () -> guards, new KeptImports(folder.kept()), ListLimits.DEFAULT, clock);
    }

    /// Serves clients of Safe Browsing from the next start on.
    public Office serving(CategoryLists categories) {
        served = Optional.of(categories);
        return this;
    }

    public void restart() throws Exception {
        stop();
        open();
    }

    /// Until it is opened again.
    public void stop() throws IOException {
        store.close();
    }

    /// Makes a key and puts it on the server.
    public SigningKey putKey(String name) throws Exception {
        SigningKey key = SigningKey.generate("example.org/" + name, random);
        KeyFile.write(folder.keys().resolve(name + ".key"), key);
        return key;
    }

    public SigningKey newKey(String name) throws FormatException {
        return SigningKey.generate("example.org/" + name, random);
    }

    /// All publishers must sign.
    public SignedNote signRoot(long version, List<SigningKey> publishers, SigningKey timestampKey)
            throws FormatException {
        Root root = new Root("example.org/test", version, clock.instant(), clock.instant().plus(Duration.ofDays(365)),
                TrustedKeys.of(1, List.of(rootKey.verifierKey())),
                TrustedKeys.of(publishers.size(), publishers.stream().map(SigningKey::verifierKey).toList()),
                timestampKey.verifierKey(), List.of());
        return SignedNote.sign(root.toText(), List.of(rootKey));
    }

    public DataFolder folder() {
        return folder;
    }

    public SetClock clock() {
        return clock;
    }

    public PublisherStore store() {
        return store;
    }

    /// A look at the store from elsewhere.
    StoreView view() throws IOException {
        return kind.at(folder.database()).view();
    }

    public Publishing publishing() {
        return publishing;
    }

    public Publisher publisher() {
        return publisher;
    }

    public Commits commits() {
        return publishing.commits();
    }

    public SigningKey publisherKey() {
        return publisherKey;
    }

    public FileKeeping keeping() {
        return new FileKeeping(folder, store, publishing.commits());
    }

    public ListRow list(String name) throws Exception {
        return list(name, 36, false);
    }

    public ListRow list(String name, Category category) throws Exception {
        return store.write(tables -> tables.lists()
                .create(new ListRow(0, name, category, new KeySpec(UrlExpressions.CANONICAL, 36, name.hashCode()),
                        1_000_000, false, 1, clock.instant())));
    }

    public ListRow list(String name, int width, boolean needsReview) throws Exception {
        return store.write(tables -> tables.lists()
                .create(new ListRow(0, name, MALWARE, new KeySpec(UrlExpressions.CANONICAL, width, name.hashCode()),
                        1_000_000, needsReview, 1, clock.instant())));
    }

    /// The list of a name, as it is now.
    public ListRow find(String name) throws IOException {
        return store.read(tables -> tables.lists().find(name)).orElseThrow();
    }

    public ImportResult replace(ListRow list, String... lines) throws Exception {
        return read(list, true, Optional.empty(), lines);
    }

    public ImportResult add(ListRow list, String... lines) throws Exception {
        return read(list, false, Optional.empty(), lines);
    }

    public ImportResult addUntil(ListRow list, Instant expires, String... lines) throws Exception {
        return read(list, false, Optional.of(expires), lines);
    }

    /// Removes from all sources, by host or expression.
    public void remove(ListRow list, String... hosts) throws IOException {
        List<Expression> expressions = Stream.of(hosts)
                .map(host -> new Expression(host.contains("/") ? host : host + "/"))
                .toList();
        store.write(tables -> {
            long change = tables.lists().begin(new Change(0, list.id(), clock.instant(), "alice", "remove"));
            return tables.entries().removeOfAll(list.id(), expressions, change);
        });
    }

    /// Lists one page alone, the exact form, at the source of the last import.
    public void listAlone(ListRow list, String page) throws IOException {
        Expression exact = new Expression(" " + expression(page).text());
        store.write(tables -> {
            long change = tables.lists().begin(new Change(0, list.id(), clock.instant(), "alice", "exact"));
            SourceRow source = tables.lists().sources(list.id()).getFirst();
            Staging staging = tables.entries().stage(list.id(), source.id());
            staging.add(exact, Optional.empty(), Optional.empty());
            staging.apply(change, false);
            return true;
        });
    }

    /// The expression of a host or URL as it is typed.
    public static Expression expression(String typed) {
        UrlExpressions url = new UrlExpressions();
        if (url.read(typed).isPresent()) {
            throw new IllegalArgumentException(typed);
        }
        return url.expression(0);
    }

    /// Adds to a source of its own, whose entries have a category.
    ImportResult add(ListRow list, String source, Category category, String... lines) throws Exception {
        byte[] body = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return importer
                .read(list,
                        new ImportJob(source, SourceKind.FEED, Optional.of(category), FeedScope.AUTO, Optional.empty(),
                                false, Optional.empty(), Optional.empty(), "alice"),
                        () -> new ByteArrayInputStream(body));
    }

    private ImportResult read(ListRow list, boolean replace, Optional<Instant> expires, String... lines)
            throws Exception {
        byte[] body = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return importer.read(list, new ImportJob("feed", SourceKind.FEED, Optional.empty(), FeedScope.AUTO,
                Optional.empty(), replace, expires, Optional.empty(), "alice"), () -> new ByteArrayInputStream(body));
    }

    /// The release of holds by a person.
    public void release(List<HoldRow> holds) throws IOException {
        HoldDecisions decisions = new HoldDecisions(new KeptImports(folder.kept()));
        HiddenEntries hidden = HiddenEntries.of(store, HoldDecisions.toBeAllowed(holds));
        store.write(tables -> decisions.decide(tables, holds, HoldState.RELEASED,
                new HoldRow.Decision("bob", clock.instant(), "meant"), hidden));
    }

    /// Makes a draft as it was at a change.
    public void revert(ListRow list, long toChange) throws IOException {
        store.write(tables -> {
            long change = tables.lists().begin(new Change(0, list.id(), clock.instant(), "alice", "back"));
            tables.entries().revert(list.id(), toChange, change);
            return change;
        });
    }

    public void allow(String expression) throws IOException {
        store.write(tables -> {
            tables.allowed()
                    .put(new AllowRow(new Expression(expression), 0, "", "ours", "alice", clock.instant(),
                            Optional.empty(), false));
            return true;
        });
    }

    /// Allows for one list, or with an end.
    ///
    /// @param list empty for every list
    public void allow(String expression, Optional<ListRow> list, Optional<Instant> end) throws IOException {
        store.write(tables -> {
            tables.allowed()
                    .put(new AllowRow(new Expression(expression), list.map(ListRow::id).orElse(0L), "", "ours", "alice",
                            clock.instant(), end, false));
            return true;
        });
    }

    public PublishOutcome publish(String... lists) throws Exception {
        return publisher.publish(new PublishJob(Set.of(lists), false, "alice", ""));
    }

    /// The digest of a draft.
    public Digest draft(ListRow list) throws IOException {
        return store.read(tables -> publishing.digests().on(tables).of(list));
    }

    /// Publishes all drafts, if this is the one of a list with review.
    public PublishOutcome publish(Digest draft) throws Exception {
        return publisher.publish(new PublishJob(Set.of(), false, "alice", "", Set.of(draft)));
    }

    public PublishOutcome publishDry() throws Exception {
        return publisher.publish(new PublishJob(Set.of(), true, "alice", ""));
    }

    public PublishOutcome.Done publishDone(String... lists) throws Exception {
        return (PublishOutcome.Done) publish(lists);
    }

    /// All files that are there, the store's and scratch apart.
    public List<Path> files() throws IOException {
        return files(folder.root()).stream()
                .filter(file -> !file.getFileName().toString().startsWith("bloomward.db"))
                .toList();
    }

    /// All files below a folder.
    public static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /// What is wrong in a folder of public files, or in a data folder.
    public List<Report.Check> problems(Path where) throws Exception {
        return Verification.verify(where, Optional.empty(), clock.instant()).problems();
    }

    @Override
    public void close() throws IOException {
        stop();
    }
}
