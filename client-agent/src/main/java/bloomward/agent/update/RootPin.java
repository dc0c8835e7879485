package bloomward.agent.update;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The reason for trusting a first root: a person has it, or its digest, from elsewhere than the server.
public sealed interface RootPin {

    /// The start of a digest, which tells it from the name of a file.
    String SHA256 = "sha256:";

    /// Reads a pin as people write it: a file, or `sha256:` and 64 hexadecimal digits.
    static RootPin read(String root) throws IOException, FormatException {
        if (root.startsWith(SHA256)) {
            return new Sha256(Digest.parse(root.substring(SHA256.length())));
        }
        try (InputStream in = Files.newInputStream(Path.of(root))) {
            return new Note(SignedNote.parse(in.readNBytes(Root.MAX_SIZE_IN_BYTES + 1), Root.MAX_SIZE_IN_BYTES));
        }
    }

    /// Whether it is this root.
    default boolean names(SignedNote root) {
        return switch (this) {
            case Note(SignedNote note) -> note.unverifiedText().equals(root.unverifiedText());
            case Sha256(Digest digest) -> Digest.of(root.toBytes()).equals(digest);
        };
    }

    /// The root itself.
    record Note(SignedNote note) implements RootPin {}

    /// The digest of a root note, signature lines included: of the first root or any later one.
    record Sha256(Digest digest) implements RootPin {}
}
