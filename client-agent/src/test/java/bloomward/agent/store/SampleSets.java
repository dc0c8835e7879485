package bloomward.agent.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.store.StoreState.Installed;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.Floor;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.release.TestEntries;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Sets of given expressions in a store, for tests that need no server: `SampleSets.in(folder).list("malware",
/// "evil.example/").load()`.
public final class SampleSets {

    public static final URI SERVER = URI.create("http://127.0.0.1:1");
    public static final Instant ISSUED = Instant.parse("2026-11-18T12:00:00Z");

    private static final String ORIGIN = "example.org/bloomward";

    private final Store store;
    private final Path workshop;
    private final Map<String, List<String>> lists = new TreeMap<>();
    private List<String> allowed = List.of();
    private Optional<AllowList> allowV2 = Optional.empty();
    private Keys keys = Keys.made();
    private long rootVersion = 1;
    private long sequence = ISSUED.getEpochSecond();
    private int canonical = 1;

    /// The keys that sign.
    record Keys(SigningKey root, SigningKey publisher, SigningKey timestamp) {

        static Keys made() {
            return new Keys(key("root"), key("publisher"), key("timestamp"));
        }
    }

    private SampleSets(Path folder) {
        this.store = Store.at(folder.resolve("store"));
        this.workshop = folder.resolve("workshop");
    }

    /// A publication whose agent keeps its lists in a store below this folder.
    public static SampleSets in(Path folder) {
        return new SampleSets(folder);
    }

    /// Has a list hold exactly these expressions; its one category is called like it.
    public SampleSets list(String name, String... expressions) {
        lists.put(name, List.of(expressions));
        return this;
    }

    /// Takes a list away.
    public SampleSets without(String name) {
        lists.remove(name);
        return this;
    }

    public SampleSets allow(String... expressions) {
        allowed = List.of(expressions);
        return this;
    }

    /// Has a file named as the allow file of version 2.
    SampleSets allowV2(AllowList file) {
        allowV2 = Optional.of(file);
        return this;
    }

    /// Has the manifests to come follow other rules for URLs.
    SampleSets canonical(int number) {
        canonical = number;
        return this;
    }

    /// Has a new root with new keys for all but roots.
    SampleSets rotate() {
        keys = new Keys(keys.root(), key("publisher" + rootVersion), key("timestamp" + rootVersion));
        rootVersion++;
        return this;
    }

    public Store store() {
        return store;
    }

    /// Publishes the lists as they are, under the next sequence, and installs them.
    public Store install() throws IOException, FormatException {
        Release release = release();
        try (StoreWriter writer = store.tryWrite().orElseThrow()) {
            for (Path file : release.files()) {
                keep(writer, file);
            }
            writer.commit(release.state());
        }
        return store;
    }

    /// The set that is installed then, to be closed.
    public LoadedSet load() throws IOException, FormatException {
        return install().open(List.of()).orElseThrow();
    }

    /// A published set.
    ///
    /// @param files all that the manifest names
    record Release(Manifest manifest, StoreState state, List<Path> files) {

        FileRef packed(String list) {
            return manifest.list(list).orElseThrow().packed();
        }

        FileRef flat(String list) {
            return manifest.list(list).orElseThrow().flat();
        }
    }

    /// Publishes the lists as they are, and installs nothing.
    Release release() throws IOException, FormatException {
        Files.createDirectories(workshop);
        sequence++;
        List<Path> files = new ArrayList<>();
        Path allow = write(
                AllowList.of(canonical, allowed.stream().map(text -> text.getBytes(UTF_8)).toList()).toBytes());
        files.add(allow);
        Optional<FileRef> second = allowV2.map(list -> FileRef.of(list.toBytes()));
        if (allowV2.isPresent() && !second.equals(Optional.of(FileRef.of(allow)))) {
            files.add(Files.write(workshop.resolve(sequence + ".v2.allow"), allowV2.get().toBytes()));
        }
        List<ListRelease> releases = new ArrayList<>();
        for (Map.Entry<String, List<String>> list : lists.entrySet()) {
            releases.add(list(list.getKey(), list.getValue(), files));
        }
        Manifest manifest = new Manifest(ORIGIN, sequence, rootVersion, ISSUED, ISSUED.plus(Duration.ofDays(7)),
                canonical, FileRef.of(allow), releases, second);
        SignedNote note = SignedNote.sign(manifest.toText(), List.of(keys.publisher()));
        Instant now = ISSUED.plusSeconds(60);
        Latest latest = new Latest(ORIGIN, Digest.of(note.toBytes()), sequence, rootVersion, now,
                now.plus(Duration.ofDays(1)));
        SignedNote latestNote = SignedNote.sign(latest.toText(), List.of(keys.timestamp()));
        StoreState state = new StoreState(SERVER, root(), new Floor(rootVersion, sequence, now),
                Optional.of(new Installed(root(), note, latestNote, now)));
        return new Release(manifest, state, files);
    }

    /// The newest root.
    public SignedNote root() throws FormatException {
        Root root = new Root(ORIGIN, rootVersion, ISSUED, ISSUED.plus(Duration.ofDays(365)), one(keys.root()),
                one(keys.publisher()), keys.timestamp().verifierKey(), List.of());
        return SignedNote.sign(root.toText(), List.of(keys.root()));
    }

    /// Brings a file where a writer takes it from, and has it kept.
    static boolean keep(StoreWriter writer, Path file) throws IOException {
        FileRef ref = FileRef.of(file);
        if (!writer.has(ref)) {
            Files.copy(file, writer.partial(ref.digest()));
            return writer.keep(ref);
        }
        return true;
    }

    private ListRelease list(String name, List<String> expressions, List<Path> files)
            throws IOException, FormatException {
        Category category = new Category(name);
        KeySpec spec = new KeySpec(canonical, 36, name.hashCode());
        KeyHash hash = spec.keyHash();
        long[] all = Stream.concat(expressions.stream(), Stream.of(TestEntries.listed(category)))
                .mapToLong(expression -> spec.keyOf(hash.of(expression)))
                .sorted()
                .distinct()
                .toArray();
        PackedFilter filter = PackedFilter.of(spec, FlatSizing.blocksFor(spec, all.length, 1e-3), all, all.length);
        Path packed = workshop.resolve(sequence + name + ".packed");
        Path flat = workshop.resolve(sequence + name + ".flat");
        try (FileChannel out = FileChannel.open(packed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            FilterFile.writePacked(out, filter);
        }
        try (FileChannel out = FileChannel.open(flat, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            FilterFile.writeFlat(out, filter);
        }
        files.addAll(List.of(packed, flat));
        return new ListRelease(name, sequence, spec, all.length, 1000, FileRef.of(packed), FileRef.of(flat),
                new ConfirmRoot(Digest.of(name.getBytes(UTF_8))), new BucketBits(0), List.of(category));
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(workshop.resolve(sequence + ".allow"), bytes);
    }

    private static TrustedKeys one(SigningKey key) throws FormatException {
        return TrustedKeys.of(1, List.of(key.verifierKey()));
    }

    private static SigningKey key(String name) {
        try {
            return SigningKey.generate(name, new SecureRandom());
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }
}
