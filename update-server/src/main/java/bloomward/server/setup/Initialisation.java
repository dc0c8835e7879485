package bloomward.server.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.io.PrivateFiles;
import bloomward.format.release.Root;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.StoredKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.program.command.CommandException;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Refusal;
import bloomward.server.admin.Role;
import bloomward.server.admin.TokenAdmin;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.RootHistory;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.place.StorePlace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Sets up a data folder: store, keys, the first root, and a token for its owner.
public final class Initialisation {

    private static final Duration ROOT_VALIDITY = Duration.ofDays(365);
    private static final int NAME_IN_BYTES = 6;

    private final SecureRandom random = new SecureRandom();
    private final Clock clock;

    public Initialisation(Clock clock) {
        this.clock = clock;
    }

    /// The results of the set-up.
    ///
    /// @param root the note in `root.note`
    /// @param rootSha256 digest of that note, for enrolling agents
    /// @param trialKeys private keys made here, to be replaced before production use
    public record Made(Root root, Path rootNote, Digest rootSha256, Path tokenFile, List<Path> trialKeys) {}

    /// Sets up the data folder with a SQLite store.
    public Made run(Path data, Wanted wanted, Optional<char[]> passPhrase)
            throws IOException, FormatException, CommandException {
        return run(data, StorePlace.sqlite(new DataFolder(data).database()), wanted, passPhrase);
    }

    /// Sets up the data folder.
    ///
    /// @param data the folder
    /// @param place of the store, where none is yet
    /// @param passPhrase for the new keys
    public Made run(Path data, StorePlace place, Wanted wanted, Optional<char[]> passPhrase)
            throws IOException, FormatException, CommandException {
        DataFolder folder = new DataFolder(data);
        if (Files.exists(folder.database()) || Files.exists(data.resolve("root.note"))) {
            throw CommandException.refused(data + ": already contains a server");
        }
        if (place.isThere()) {
            throw CommandException.refused(place + ": already contains the store of a server");
        }
        folder.create();
        Made made = wanted.root().isPresent()
                ? take(folder, wanted.root().get(), wanted.timestampKey().orElseThrow())
                : makeAll(folder, wanted, passPhrase);
        try (PublisherStore store = place.open()) {
            String token = new TokenAdmin(store, random, clock)
                    .createHere(new Principal("init", Role.ADMIN), new NewToken("admin", Role.ADMIN.label()))
                    .token();
            writePrivately(made.tokenFile(), token + "\n");
        } catch (Refusal e) {
            throw new IllegalStateException("the first token of a new store", e);
        }
        return made;
    }

    private Made makeAll(DataFolder folder, Wanted wanted, Optional<char[]> passPhrase)
            throws IOException, FormatException, CommandException {
        if (!wanted.trialKeys()) {
            throw CommandException.error("no root note given: use --root and --timestamp-key");
        }
        String origin = wanted.origin().orElseGet(this::trialOrigin);
        SigningKey root = SigningKey.generate(origin + "/root", random);
        SigningKey publisher = SigningKey.generate(origin + "/publisher", random);
        SigningKey timestamp = SigningKey.generate(origin + "/timestamp", random);
        // The root key has its own folder: it is the first to be moved away.
        Path rootKey = Files.createDirectories(folder.root().resolve("offline")).resolve("root.key");
        Path publisherKey = folder.keys().resolve("publisher.key");
        write(rootKey, root, passPhrase);
        write(publisherKey, publisher, passPhrase);
        write(folder.keys().resolve("timestamp.key"), timestamp, passPhrase);
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Root first = new Root(origin, 1, now, now.plus(ROOT_VALIDITY), TrustedKeys.of(1, List.of(root.verifierKey())),
                TrustedKeys.of(1, List.of(publisher.verifierKey())), timestamp.verifierKey(), wanted.addresses());
        return keep(folder, SignedNote.sign(first.toText(), List.of(root)), List.of(rootKey, publisherKey));
    }

    private Made take(DataFolder folder, Path rootFile, Path timestampKey)
            throws IOException, FormatException, CommandException {
        SignedNote note = SignedNote.parse(Files.readAllBytes(rootFile), Root.MAX_SIZE_IN_BYTES);
        StoredKey key = KeyFile.read(timestampKey);
        Root root = Root.parse(note.unverifiedText());
        if (!key.verifierKey().equals(root.timestamp())) {
            throw CommandException.refused(
                    timestampKey + " is not the timestamp key of " + rootFile + ", which is " + root.timestamp());
        }
        // A refused note leaves nothing behind, so that another try with a valid one works.
        Made made = keep(folder, note, List.of());
        writePrivately(folder.keys().resolve("timestamp.key"), Files.readString(timestampKey, UTF_8));
        return made;
    }

    private static Made keep(DataFolder folder, SignedNote note, List<Path> trialKeys)
            throws IOException, FormatException, CommandException {
        try {
            Root root = RootHistory.begin(folder, note).current();
            Path copy = folder.root().resolve("root.note");
            DurableFiles.write(copy, note.toBytes());
            return new Made(root, copy, Digest.of(note.toBytes()), folder.root().resolve("admin.token"), trialKeys);
        } catch (UntrustedNoteException e) {
            throw CommandException.refused("the root note: " + e.getMessage());
        }
    }

    private void write(Path file, SigningKey key, Optional<char[]> passPhrase) throws IOException {
        if (passPhrase.isPresent()) {
            KeyFile.write(file, key, passPhrase.get(), random);
        } else {
            KeyFile.write(file, key);
        }
    }

    private static void writePrivately(Path file, String text) throws IOException {
        try (OutputStream out = PrivateFiles.create(file)) {
            out.write(text.getBytes(UTF_8));
        }
    }

    private String trialOrigin() {
        byte[] name = new byte[NAME_IN_BYTES];
        random.nextBytes(name);
        return "trial-" + HexFormat.of().formatHex(name) + ".bloomward.test";
    }

}
