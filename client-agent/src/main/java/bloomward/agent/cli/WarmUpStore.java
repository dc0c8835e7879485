package bloomward.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.agent.store.Store;
import bloomward.agent.store.StoreState;
import bloomward.agent.store.StoreState.Installed;
import bloomward.agent.store.StoreWriter;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.PackedFilter;
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
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// A store with one list of one entry, for [WarmUpCommand]: opening it loads the classes that open any store. Its keys
/// are generated for it and discarded, so nothing can be published with them.
///
/// @param store to be filled
/// @param now the time of everything in it
record WarmUpStore(Store store, Instant now) {

    private static final String ORIGIN = "warm-up.example/none";
    private static final URI NOWHERE = URI.create("http://127.0.0.1:1");

    static WarmUpStore in(Path folder, Instant now) {
        return new WarmUpStore(Store.at(folder), now.truncatedTo(ChronoUnit.SECONDS));
    }

    void fill() throws IOException, FormatException {
        try (StoreWriter writer = store.tryWrite().orElseThrow(() -> new IOException("another process is writing"))) {
            SigningKey key = SigningKey.generate("warm-up", new SecureRandom());
            SigningKey timestamp = SigningKey.generate("warm-up-timestamp", new SecureRandom());
            TrustedKeys keys = TrustedKeys.of(1, List.of(key.verifierKey()));
            Instant end = now.plus(Duration.ofDays(1));
            Root root = new Root(ORIGIN, 1, now, end, keys, keys, timestamp.verifierKey(), List.of());
            FileRef allow = kept(writer, AllowList.of(UrlExpressions.CANONICAL, List.of()).toBytes());
            Manifest manifest = new Manifest(ORIGIN, now.getEpochSecond(), 1, now, end, UrlExpressions.CANONICAL, allow,
                    List.of(list(writer)));
            SignedNote rootNote = SignedNote.sign(root.toText(), List.of(key));
            SignedNote note = SignedNote.sign(manifest.toText(), List.of(key));
            Latest latest = new Latest(ORIGIN, Digest.of(note.toBytes()), manifest.sequence(), 1, now, end);
            SignedNote latestNote = SignedNote.sign(latest.toText(), List.of(timestamp));
            writer.commit(new StoreState(NOWHERE, rootNote, new Floor(1, manifest.sequence(), now),
                    Optional.of(new Installed(rootNote, note, latestNote, now))));
        }
    }

    private static ListRelease list(StoreWriter writer) throws IOException, FormatException {
        Category category = new Category("warm-up");
        KeySpec spec = new KeySpec(UrlExpressions.CANONICAL, 36, 0);
        long[] keys = {spec.keyOf(spec.keyHash().of(TestEntries.listed(category)))};
        PackedFilter filter = PackedFilter.of(spec, 1, keys, keys.length);
        FileRef packed = kept(writer, out -> FilterFile.writePacked(out, filter));
        FileRef flat = kept(writer, out -> FilterFile.writeFlat(out, filter));
        return new ListRelease("warm-up", 1, spec, keys.length, 1000, packed, flat,
                ConfirmRoot.ofDigest(Digest.of(new byte[0]).toBytes()), new BucketBits(0), List.of(category));
    }

    @FunctionalInterface
    private interface Content {
        void writeTo(FileChannel out) throws IOException;
    }

    private static FileRef kept(StoreWriter writer, byte[] bytes) throws IOException {
        return kept(writer, out -> out.write(ByteBuffer.wrap(bytes)));
    }

    /// Under another name first: the name of a file is known only when it is written.
    private static FileRef kept(StoreWriter writer, Content content) throws IOException {
        Path unnamed = writer.partial(Digest.of("unnamed".getBytes(UTF_8)));
        try (FileChannel out = FileChannel.open(unnamed, CREATE_NEW, WRITE)) {
            content.writeTo(out);
        }
        FileRef file = FileRef.of(unnamed);
        Files.move(unnamed, writer.partial(file.digest()));
        if (!writer.keep(file)) {
            throw new IOException(unnamed + ": changed while it was kept");
        }
        return file;
    }
}
