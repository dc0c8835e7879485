package bloomward.server.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.Root;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.StoredKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.server.admin.OtherReports.NewToken;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Refusal;
import bloomward.server.admin.Role;
import bloomward.server.admin.TokenAdmin;
import bloomward.server.config.ActionException;
import bloomward.server.config.ServerActions.Init;
import bloomward.server.publish.DataFolder;
import bloomward.server.publish.RootHistory;
import bloomward.server.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Sets up a data folder: store, keys, the first root, and a token for its owner.
final class Initialisation {

    private static final Duration ROOT_VALIDITY = Duration.ofDays(365);
    private static final int NAME_IN_BYTES = 6;

    private final SecureRandom random = new SecureRandom();
    private final Clock clock;

    Initialisation(Clock clock) {
        this.clock = clock;
    }

    /// What was made.
    ///
    /// @param root the note in `root.note`
    /// @param rootSha256 of that note, by which agents are enrolled
    /// @param trialKeys private keys that were made here and must not stay, if this is in earnest
    record Made(Root root, Path rootNote, Digest rootSha256, Path tokenFile, List<Path> trialKeys) {}

    /// Sets it up.
    Made run(Init wanted, Optional<char[]> passPhrase) throws IOException, FormatException, ActionException {
        Path data = wanted.settings().dataDir();
        DataFolder folder = new DataFolder(data);
        if (Files.exists(folder.database()) || Files.exists(data.resolve("root.note"))) {
            throw ActionException.refused(data + ": there is a server already");
        }
        folder.create();
        Made made = wanted.root().isPresent()
                ? take(folder, wanted.root().get(), wanted.timestampKey().orElseThrow())
                : makeAll(folder, wanted, passPhrase);
        try (SqliteStore store = SqliteStore.open(folder.database())) {
            String token = new TokenAdmin(store, random, clock).createHere(new Principal("init", Role.ADMIN),
                    new NewToken(
                            "admin", Role.ADMIN.label())).token();
            writePrivately(made.tokenFile(), token + "\n");
        } catch (Refusal e) {
            throw new IllegalStateException("the first token of a new store", e);
        }
        return made;
    }

    private Made makeAll(DataFolder folder, Init wanted, Optional<char[]> passPhrase)
            throws IOException, FormatException, ActionException {
        if (!wanted.trialKeys()) {
            throw ActionException.error("without trial keys a root note must be given: --root and --timestamp-key");
        }
        String origin = wanted.origin().orElseGet(this::trialOrigin);
        SigningKey root = SigningKey.generate(origin + "/root", random);
        SigningKey publisher = SigningKey.generate(origin + "/publisher", random);
        SigningKey timestamp = SigningKey.generate(origin + "/timestamp", random);
        // The root's key lies apart: it is the one that must go first.
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
            throws IOException, FormatException, ActionException {
        SignedNote note = SignedNote.parse(Files.readAllBytes(rootFile), Root.MAX_SIZE_IN_BYTES);
        StoredKey key = KeyFile.read(timestampKey);
        Root root = Root.parse(note.unverifiedText());
        if (!key.verifierKey().equals(root.timestamp())) {
            throw ActionException.refused(timestampKey + " is not the timestamp key of " + rootFile + ", which is "
                    + root.timestamp());
        }
        // A note that is refused leaves nothing behind, so that the next try with a good one works.
        Made made = keep(folder, note, List.of());
        writePrivately(folder.keys().resolve("timestamp.key"), Files.readString(timestampKey, UTF_8));
        return made;
    }

    private static Made keep(DataFolder folder, SignedNote note, List<Path> trialKeys)
            throws IOException, FormatException, ActionException {
        try {
            Root root = RootHistory.begin(folder, note).current();
            Path copy = folder.root().resolve("root.note");
            DurableFiles.write(copy, note.toBytes());
            return new Made(root, copy, Digest.of(note.toBytes()), folder.root().resolve("admin.token"), trialKeys);
        } catch (UntrustedNoteException e) {
            throw ActionException.refused("the root note: " + e.getMessage());
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
        boolean isPosix = Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix");
        if (isPosix) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, text, UTF_8);
    }

    private String trialOrigin() {
        byte[] name = new byte[NAME_IN_BYTES];
        random.nextBytes(name);
        return "trial-" + HexFormat.of().formatHex(name) + ".bloomward.test";
    }

}
