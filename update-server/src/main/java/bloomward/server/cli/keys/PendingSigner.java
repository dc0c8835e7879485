package bloomward.server.cli.keys;

import bloomward.format.FormatException;
import bloomward.format.release.Manifest;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.WrongPassPhraseException;
import bloomward.program.command.CommandException;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Table;
import bloomward.server.admin.view.PublishReports.PendingView;
import bloomward.server.admin.view.PublishReports.PublishReport;
import bloomward.server.admin.view.PublishReports.SignedText;
import bloomward.server.admin.view.PublishReports.VersionView;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Signs the server's pending manifest on the publisher's own machine. The private key stays here.
///
/// The server is not trusted with the text to sign: the digest is computed here over that text, and shown beside its
/// content, so that people compare the text itself and not a claim about it.
public final class PendingSigner {

    private final AdminSession session;
    private final AdminApi api;

    public PendingSigner(AdminSession session, AdminApi api) {
        this.session = session;
        this.api = api;
    }

    /// @param yes whether to sign without asking
    /// @return the server's report after the last signature
    public PublishReport sign(SigningOptions keys, boolean yes) throws IOException, CommandException,
            ServerProblemException, InterruptedException, FormatException, WrongPassPhraseException {
        PendingView pending = api.pending();
        NoteToSign note = NoteToSign.parse(pending.note().getBytes(StandardCharsets.UTF_8), Manifest.MAX_SIZE_IN_BYTES);
        if (!note.sha256().equals(pending.sha256())) {
            throw CommandException.error("not signed: the server names digest " + pending.sha256()
                    + " for a manifest with digest " + note.sha256());
        }
        Manifest manifest = Manifest.parse(note.text());
        if (yes) {
            session.say(page -> describe(page, manifest, note, pending));
        } else {
            session.confirm("Sign this?", page -> describe(page, manifest, note, pending));
        }
        NoteToSign signed = note;
        for (SigningKey key : keys.unlock(session)) {
            signed = signed.with(key);
        }
        return api.sendSigned(new SignedText(signed.toText()));
    }

    private static void describe(Page page, Manifest manifest, NoteToSign note, PendingView pending) {
        ManifestPage.describe(page, manifest, note.sha256());
        Table table = new Table("list", "version", "entries", "added", "removed", "packed");
        for (VersionView list : pending.diff().lists()) {
            table.row(list.name(), list.version(), list.entries(), Figures.signed(list.added(), '+'),
                    Figures.signed(list.removed(), '-'), Figures.bytes(list.packedBytes()));
        }
        if (table.isEmpty()) {
            page.line("no changes to lists: the current publication is signed again");
        } else {
            page.line("changes as counted by the server, without test entries:").table(table);
        }
        RootPage.signatures(page, note.signatures());
        page.line(Figures.amount(pending.needed(), "signature is", "signatures are") + " needed");
    }
}
