package bloomward.server.admin;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.VerifierKey;
import bloomward.format.wire.PublicPath;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.PublishReports.SignedText;
import bloomward.server.admin.view.RootView;
import bloomward.server.publish.PublishRefusedException;
import bloomward.server.publish.Publishing;
import bloomward.server.publish.folder.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Roots: whose keys count.
public final class RootAdmin {

    private final DataFolder folder;
    private final Publishing publishing;
    private final Optional<char[]> passPhrase;

    /// @param passPhrase of the server's own key files, if they have one
    public RootAdmin(DataFolder folder, Publishing publishing, Optional<char[]> passPhrase) {
        this.folder = folder;
        this.publishing = publishing;
        this.passPhrase = passPhrase;
    }

    /// All roots, the first one first.
    public List<RootView> roots() throws IOException {
        List<RootView> views = new ArrayList<>();
        for (Root root : publishing.commits().roots()) {
            views.add(view(root));
        }
        return views;
    }

    /// Takes the next root.
    public RootView accept(Principal who, SignedText signed) throws IOException, Refusal {
        try {
            SignedNote note = SignedNote.parse(signed.note().getBytes(StandardCharsets.UTF_8), Root.MAX_SIZE_IN_BYTES);
            return view(publishing.roots().accept(note, passPhrase, who.name()));
        } catch (FormatException e) {
            throw new Refusal(Code.BAD_SIGNATURE, String.valueOf(e.getMessage()));
        } catch (PublishRefusedException e) {
            throw Desk.refused(e);
        }
    }

    private RootView view(Root root) throws IOException {
        byte[] note = Files.readAllBytes(folder.file(new PublicPath.RootNote(root.version())));
        return new RootView(root.version(), new String(note, StandardCharsets.UTF_8), Digest.of(note).toHex(),
                root.expires(), texts(root.roots().keys()), root.roots().threshold(), texts(root.publishers().keys()),
                root.publishers().threshold(), root.timestamp().toString(),
                root.version() == publishing.commits().current().root().version(),
                texts(publishing.commits().keys().all()));
    }

    private static List<String> texts(Collection<VerifierKey> keys) {
        return keys.stream().map(VerifierKey::toString).sorted().toList();
    }
}
