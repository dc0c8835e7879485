package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.LockedKey;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.VerifierKey;
import bloomward.format.sign.WrongPassPhraseException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The private keys that lie on the server: at least the timestamp key, and for automatic feeds the publisher's. Immutable.
public final class ServerKeys {

    private final List<SigningKey> keys;

    private ServerKeys(List<SigningKey> keys) {
        this.keys = List.copyOf(keys);
    }

    /// Reads all `*.key` files of a folder.
    ///
    /// @param passPhrase of those that are locked; not changed here
    /// @throws FormatException if one is no key, or a locked one has no or another pass phrase
    public static ServerKeys open(Path folder, Optional<char[]> passPhrase) throws IOException, FormatException {
        List<SigningKey> keys = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.key")) {
            for (Path file : files) {
                keys.add(read(file, passPhrase));
            }
        }
        return new ServerKeys(keys);
    }

    /// The public halves of the keys in a folder; no pass phrase is needed for them.
    ///
    /// @throws FormatException if one is no key
    public static Map<Path, VerifierKey> publicHalves(Path folder) throws IOException, FormatException {
        Map<Path, VerifierKey> halves = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.key")) {
            for (Path file : files) {
                try {
                    halves.put(file, KeyFile.read(file).verifierKey());
                } catch (FormatException e) {
                    throw new FormatException(e.reason(), file + ": " + e.getMessage());
                }
            }
        }
        return halves;
    }

    private static SigningKey read(Path file, Optional<char[]> passPhrase) throws IOException, FormatException {
        try {
            return switch (KeyFile.read(file)) {
                case SigningKey open -> open;
                case LockedKey locked -> locked.unlock(passPhrase.orElseThrow(
                        () -> new IOException(file + ": locked, and no pass phrase was given (--passphrase-file)")));
            };
        } catch (WrongPassPhraseException e) {
            throw new IOException(file + ": the pass phrase does not open it", e);
        } catch (FormatException e) {
            throw new FormatException(e.reason(), file + ": " + e.getMessage());
        }
    }

    /// The keys here that are among those trusted.
    public List<SigningKey> among(TrustedKeys trusted) {
        return keys.stream().filter(key -> trusted.keys().stream().anyMatch(key.verifierKey()::equals)).toList();
    }

    /// The private half of a key, if it is here.
    public Optional<SigningKey> find(VerifierKey key) {
        return keys.stream().filter(here -> here.verifierKey().equals(key)).findFirst();
    }

    /// The public halves of all keys here.
    public List<VerifierKey> all() {
        return keys.stream().map(SigningKey::verifierKey).toList();
    }
}
