package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.format.release.Root;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.url.UrlExpressions;
import bloomward.server.draft.ImportJob;
import bloomward.server.draft.ImportResult;
import bloomward.server.draft.Importer;
import bloomward.server.draft.KeptImports;
import bloomward.server.feed.FeedScope;
import bloomward.server.guard.Guards;
import bloomward.server.guard.HostList;
import bloomward.server.store.ListRow;
import bloomward.server.store.SourceKind;
import bloomward.server.store.SqliteStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A publisher's office for tests: a real store, real keys and files, and a clock that is set by hand.
public final class Office implements AutoCloseable {

    public static final Category MALWARE = new Category("malware");

    private final DataFolder folder;
    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-01T00:00:00Z"));
    private final SecureRandom random = new SecureRandom();
    private final SigningKey rootKey;
    private final SigningKey publisherKey;
    private final Guards guards;
    private SqliteStore store;
    private Signatory signatory;
    private Publisher publisher;
    private Importer importer;

    public Office(Path root) throws Exception {
        this(root, true);
    }

    /// @param holdsPublisherKey whether the server can sign manifests
    public Office(Path root, boolean holdsPublisherKey) throws Exception {
        this.folder = new DataFolder(root).create();
        this.rootKey = SigningKey.generate("example.org/root", random);
        this.publisherKey = SigningKey.generate("example.org/publisher", random);
        SigningKey timestampKey = SigningKey.generate("example.org/timestamp", random);
        KeyFile.write(folder.keys().resolve("timestamp.key"), timestampKey);
        if (holdsPublisherKey) {
            KeyFile.write(folder.keys().resolve("publisher.key"), publisherKey);
        }
        RootHistory.begin(folder, SignedNote.sign(root(1, timestampKey).toText(), List.of(rootKey)));
        this.guards = standardGuards();
        open();
    }

    /// An office in a data folder that is there, with the keys in it.
    public static Office reopen(Path root) throws Exception {
        return new Office(new DataFolder(root));
    }

    private Office(DataFolder folder) throws Exception {
        this.folder = folder;
        this.rootKey = SigningKey.generate("example.org/root", random);
        this.publisherKey = (SigningKey) KeyFile.read(folder.keys().resolve("publisher.key"));
        this.guards = standardGuards();
        open();
    }

    /// Opens everything, as a start of the server does.
    public void open() throws Exception {
        store = SqliteStore.open(folder.database());
        signatory = Signatory.open(folder, store, ServerKeys.open(folder.keys(), Optional.empty()), clock);
        publisher = new Publisher(folder, store, signatory, () -> guards);
        importer = new Importer(store, () -> guards, new KeptImports(folder.kept()), clock);
    }

    private static Guards standardGuards() throws Exception {
        return Guards.of(Guards.standardSuffixes(), HostList.of(List.of("popular.example")), HostList.of(List.of(
                "protected.example")), HostList.empty());
    }

    private Root root(long version, SigningKey timestampKey) throws FormatException {
        return new Root("example.org/test", version, clock.instant(), clock.instant().plus(Duration.ofDays(365)),
                TrustedKeys.of(1, List.of(rootKey.verifierKey())),
                TrustedKeys.of(1, List.of(publisherKey.verifierKey())), timestampKey.verifierKey(), List.of());
    }

    public DataFolder folder() {
        return folder;
    }

    public SettableClock clock() {
        return clock;
    }

    public SqliteStore store() {
        return store;
    }

    public Signatory signatory() {
        return signatory;
    }

    public SigningKey publisherKey() {
        return publisherKey;
    }

    public ListRow list(String name) throws Exception {
        return store.write(tables -> tables.lists().create(new ListRow(0, name, MALWARE,
                new KeySpec(UrlExpressions.CANONICAL, 36, name.hashCode()), 1_000_000, false, 1, clock.instant())));
    }

    public ImportResult replace(ListRow list, String... lines) throws Exception {
        return read(list, true, lines);
    }

    public ImportResult add(ListRow list, String... lines) throws Exception {
        return read(list, false, lines);
    }

    private ImportResult read(ListRow list, boolean replace, String... lines) throws Exception {
        byte[] body = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return importer.read(list, new ImportJob("feed", SourceKind.FEED, Optional.empty(), FeedScope.AUTO, Optional
                .empty(), replace, Optional.empty(), Optional.empty(), "alice"), () -> new ByteArrayInputStream(body));
    }

    public PublishOutcome publish(String... lists) throws Exception {
        return publisher.publish(new PublishJob(Set.of(lists), false, "alice", ""));
    }

    public PublishOutcome.Done publishDone(String... lists) throws Exception {
        return (PublishOutcome.Done) publish(lists);
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
