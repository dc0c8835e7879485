package bloomward.server.cli.keys;

import bloomward.format.FormatException;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.LockedKey;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.StoredKey;
import bloomward.format.sign.WrongPassPhraseException;
import bloomward.program.command.CommandException;
import bloomward.server.admin.view.PublishReports.PublishReport;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// Options for the keys that sign on this machine, and their pass phrases.
public final class SigningOptions {

    @Option(names = "--key", paramLabel = "FILE",
            description = "Private key to sign with on this machine; may be repeated.")
    private List<Path> keys = List.of();

    @Option(names = "--passphrase-file", paramLabel = "FILE",
            description = "File with the pass phrase of the keys. Without it, the terminal asks.")
    private Optional<Path> passPhraseFile = Optional.empty();

    public boolean isEmpty() {
        return keys.isEmpty();
    }

    /// Detects a missing or damaged key before any request or question.
    public void requireReadable() throws IOException, FormatException {
        for (Path key : keys) {
            KeyFile.read(key);
        }
    }

    /// Signs the publication, if it waits for signatures and there are keys here.
    ///
    /// @param yes whether to sign without asking
    public PublishReport finish(AdminSession session, AdminApi api, PublishReport report, boolean yes)
            throws IOException, CommandException, ServerProblemException, InterruptedException, FormatException,
            WrongPassPhraseException {
        PublishReport last = report.pending() && !isEmpty() ? new PendingSigner(session, api).sign(this, yes) : report;
        if (last.pending()) {
            session.say("A signature is needed: bloomward-admin sign-pending --key FILE");
        }
        return last;
    }

    /// The decrypted keys.
    List<SigningKey> unlock(AdminSession session)
            throws IOException, FormatException, CommandException, WrongPassPhraseException {
        List<SigningKey> unlocked = new ArrayList<>();
        for (Path file : keys) {
            StoredKey stored = KeyFile.read(file);
            unlocked.add(switch (stored) {
                case SigningKey open -> open;
                case LockedKey locked -> unlock(locked, file, session);
            });
        }
        return unlocked;
    }

    private SigningKey unlock(LockedKey locked, Path file, AdminSession session)
            throws IOException, FormatException, CommandException, WrongPassPhraseException {
        char[] passPhrase = PassPhrase.forOpening(file, passPhraseFile, session);
        try {
            return locked.unlock(passPhrase);
        } finally {
            Arrays.fill(passPhrase, '\0');
        }
    }
}
