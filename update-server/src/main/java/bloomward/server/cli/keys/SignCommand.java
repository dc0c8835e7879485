package bloomward.server.cli.keys;

import bloomward.format.FormatException;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.WrongPassPhraseException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.server.cli.AdminSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin keys sign`: signs a note in a file, on a machine without a network if desired.
@Command(name = "sign", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Shows a root or manifest note with its digest, asks for confirmation, and adds your signature.",
            "Compare the digest with the other signers. Only roots and manifests can be signed."},
        footer = {"", "Example: bloomward-admin keys sign root-2.note --key root-1.key"})
final class SignCommand implements Callable<Integer> {

    private static final String ROOT = "bloomward root ";

    private final AdminSession session;

    @Parameters(paramLabel = "NOTE", description = "The note, unsigned or partly signed.")
    private Path note = Path.of("");

    @Option(names = "--out", paramLabel = "FILE", description = "File to write (default: NOTE itself).")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--yes", description = "Do not ask for confirmation.")
    private boolean yes;

    @Mixin
    private SigningOptions signing = new SigningOptions();

    SignCommand(AdminSession session) {
        this.session = session;
    }

    /// The signed note.
    ///
    /// @param sha256 digest of the text
    /// @param missing number of signatures still missing from the root keys named in a root note; 0 for a manifest,
    ///     whose signers only the root names
    record Signed(String file, String sha256, int signatures, int missing) {}

    @Override
    public Integer call() throws IOException, CommandException, FormatException, WrongPassPhraseException {
        if (signing.isEmpty()) {
            throw CommandException.error("no key given\nUse --key FILE.");
        }
        signing.requireReadable();
        NoteToSign draft = NoteToSign.parse(SmallFile.bytes(note, session.io().in(), Manifest.MAX_SIZE_IN_BYTES),
                Manifest.MAX_SIZE_IN_BYTES);
        Consumer<Page> content = content(draft);
        if (yes) {
            session.say(content);
        } else {
            session.confirm("Sign this?", content);
        }
        for (SigningKey key : signing.unlock(session)) {
            draft = draft.with(key);
        }
        Path file = out.orElse(note);
        NoteFile.write(file, draft, session.random());
        Signed signed = new Signed(file.toString(), draft.sha256(), draft.signatures().size(), missing(draft));
        String remark = remark(draft, signed.missing());
        session.show(signed, page -> page
                .line(signed.file() + ": " + Figures.amount(signed.signatures(), "signature", "signatures") + remark));
        return ExitCode.DONE;
    }

    private static boolean isRoot(NoteToSign draft) {
        return draft.text().startsWith(ROOT);
    }

    private static int missing(NoteToSign draft) throws FormatException {
        if (!isRoot(draft)) {
            return 0;
        }
        TrustedKeys keys = Root.parse(draft.text()).roots();
        long there = keys.keys()
                .stream()
                .filter(key -> draft.signatures()
                        .stream()
                        .anyMatch(signature -> signature.name().equals(key.name()) && signature.keyId() == key.keyId()))
                .count();
        return (int) Math.max(0, keys.threshold() - there);
    }

    /// A root also needs the signatures required by the previous root, which this note does not tell.
    private static String remark(NoteToSign draft, int missing) throws FormatException {
        if (!isRoot(draft)) {
            return "";
        }
        String own = missing == 0
                ? "; the threshold of its own root keys is met"
                : "; " + missing + " more needed from its own root keys";
        long version = Root.parse(draft.text()).version();
        return version == 1 ? own : own + "; the signatures required by root " + (version - 1) + " are needed too";
    }

    /// Reads the note with the parser of the agents, so that it cannot mean something else there.
    private static Consumer<Page> content(NoteToSign draft) throws FormatException, CommandException {
        if (isRoot(draft)) {
            Root root = Root.parse(draft.text());
            return page -> RootPage.describe(page, root, draft.sha256(), draft.signatures());
        }
        if (draft.text().startsWith("bloomward manifest ")) {
            Manifest manifest = Manifest.parse(draft.text());
            return page -> {
                ManifestPage.describe(page, manifest, draft.sha256());
                RootPage.signatures(page, draft.signatures());
            };
        }
        throw CommandException.refused("not signed: neither a root nor a manifest");
    }
}
