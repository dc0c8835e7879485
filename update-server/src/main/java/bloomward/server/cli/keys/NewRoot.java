package bloomward.server.cli.keys;

import bloomward.format.release.Root;
import bloomward.server.cli.AdminSession;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A root note that nobody has signed yet, as a file for those who are to sign it.
final class NewRoot {

    private NewRoot() {}

    /// What was written.
    ///
    /// @param sha256 of the text
    record Written(String file, long version, String sha256) {}

    /// Writes it and shows it.
    ///
    /// @param out must not be there yet
    static void write(AdminSession session, Path out, Root root) throws IOException {
        if (Files.exists(out)) {
            throw new FileAlreadyExistsException(out.toString());
        }
        NoteDraft note = NoteDraft.unsigned(root.toText());
        NoteFile.write(out, note, session.random());
        Written written = new Written(out.toString(), root.version(), note.sha256());
        session.show(written, page -> RootPage.describe(page, root, written.sha256(), List.of()));
        session.say("Now each holder signs: bloomward-admin keys sign " + out + " --key FILE");
    }
}
