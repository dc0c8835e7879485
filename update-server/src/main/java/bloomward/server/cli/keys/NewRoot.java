package bloomward.server.cli.keys;

import bloomward.format.release.Root;
import bloomward.server.cli.AdminSession;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes an unsigned root note to a file for its signers.
final class NewRoot {

    private NewRoot() {}

    /// The file written.
    ///
    /// @param sha256 digest of the text
    record Written(String file, long version, String sha256) {}

    /// Writes the note and shows it.
    ///
    /// @param out a file that does not exist yet
    static void write(AdminSession session, Path out, Root root) throws IOException {
        if (Files.exists(out)) {
            throw new FileAlreadyExistsException(out.toString());
        }
        NoteToSign note = NoteToSign.unsigned(root.toText());
        NoteFile.write(out, note, session.random());
        Written written = new Written(out.toString(), root.version(), note.sha256());
        session.show(written, page -> RootPage.describe(page, root, written.sha256(), List.of()));
        session.say("Next, each holder signs: bloomward-admin keys sign " + out + " --key FILE");
    }
}
