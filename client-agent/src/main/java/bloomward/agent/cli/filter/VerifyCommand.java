package bloomward.agent.cli.filter;

import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.InputFile;
import bloomward.agent.cli.io.OutputOption;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.release.Freshness;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.release.SignedFilter;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.sign.Verified;
import bloomward.format.sign.VerifierKey;
import bloomward.program.command.CommandException;
import bloomward.program.command.CommandRun;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward filter verify`: verifies the signatures of a file, without a server or a store.
@Command(name = "verify", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Verifies a signed filter file (.bloom) with nothing but a root note, and shows its contents.",
            "The given root is trusted: compare the digest shown with one that you got from another source.",
            "Exit code: 0 verified, 1 refused or expired, 2 ROOT is not a root note or FILE is not a Bloomward file."},
        footer = {"", "Example: bloomward filter verify phishing.bloom --root root.note"})
public final class VerifyCommand implements Callable<Integer> {

    private final Io io;
    private final Clock clock;

    @Parameters(paramLabel = "FILE", description = "Signed packed or flat file.")
    private Path file = Path.of("");

    @Option(names = "--root", required = true, paramLabel = "ROOT", description = "Root note of the publication.")
    private Path rootFile = Path.of("");

    @Mixin
    private OutputOption output = new OutputOption();

    public VerifyCommand(Io io) {
        this.io = io;
        this.clock = io.clock();
    }

    @Override
    public Integer call() throws IOException, CommandException {
        byte[] rootNote = InputFile.rootNote(rootFile);
        Root root = InputFile.root(rootFile, rootNote);
        InputFile.requireRegular(file);
        try (SignedFilter signed = SignedFilter.open(file, root, clock.instant())) {
            facts(signed, root, Digest.of(rootNote)).write(io, output.format());
            return signed.freshness() == Freshness.EXPIRED ? ExitCode.REFUSED : ExitCode.DONE;
        } catch (FormatException e) {
            throw e.reason() == Reason.NOT_OUR_FILE || e.reason() == Reason.OTHER_TYPE
                    ? InputFile.bad(file, e)
                    : CommandException.refused(file + ": " + CommandRun.words(e));
        } catch (UntrustedNoteException e) {
            throw CommandException.refused(file + ": " + words(e.reason(), e));
        } catch (ReleaseException e) {
            throw CommandException.refused(file + ": " + words(e.reason(), e));
        }
    }

    private Facts facts(SignedFilter signed, Root root, Digest rootDigest) {
        Verified<Manifest> verified = signed.manifest();
        Manifest manifest = verified.value();
        ListRelease list = signed.list();
        return new Facts().put("file", file.toString())
                .put("origin", manifest.origin())
                .put("list", list.name())
                .put("version", list.version())
                .put("entries", list.entries())
                .put("kind", signed.file().filter().kind().name().toLowerCase(Locale.ROOT))
                .put("categories", list.categories().stream().map(Object::toString).collect(Collectors.joining(" ")))
                .put("sequence", manifest.sequence())
                .put("signedBy",
                        verified.signers()
                                .stream()
                                .map(VerifierKey::toString)
                                .sorted()
                                .collect(Collectors.joining(" ")))
                .put("issued", manifest.issued().toString())
                .put("expires", manifest.expires().toString())
                .put("freshness", signed.freshness().name().toLowerCase(Locale.ROOT))
                .put("root", root.version())
                .put("rootExpires", root.expires().toString())
                .put("rootDigest", rootDigest.toHex());
    }

    private static String words(Enum<?> reason, Exception e) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + e.getMessage();
    }
}
