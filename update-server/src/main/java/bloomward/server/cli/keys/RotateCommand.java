package bloomward.server.cli.keys;

import bloomward.format.FormatException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.server.cli.AdminSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin keys rotate`: the next root note, for others to sign.
@Command(name = "rotate", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Writes the successor of the root note ROOT, with the given changes; the rest stays the same.",
            "Without changes, it is a renewal. Each holder then signs it with 'keys sign', and 'keys submit' sends it.",
            "The thresholds of both the old and the new root keys must be met."},
        footer = {"", "Example: bloomward-admin keys rotate root-1.note --out root-2.note --remove-publisher OLDKEY"
                + " --add-publisher NEWKEY"})
final class RotateCommand implements Callable<Integer> {

    private final AdminSession session;

    @Parameters(paramLabel = "ROOT", description = "The current root note.")
    private Path current = Path.of("");

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "File to write.")
    private Path out = Path.of("");

    @Option(names = "--add-publisher", paramLabel = "VKEY", description = "Public key to trust for manifests.")
    private List<String> addPublishers = List.of();

    @Option(names = "--remove-publisher", paramLabel = "VKEY",
            description = "Key no longer trusted, given in full or by name.")
    private List<String> removePublishers = List.of();

    @Option(names = "--publisher-threshold", paramLabel = "N", description = "Number of publisher keys that must sign.")
    private Optional<Integer> publisherThreshold = Optional.empty();

    @Option(names = {"--root-key", "--add-root"}, paramLabel = "VKEY", description = "Public key to trust for roots.")
    private List<String> addRoots = List.of();

    @Option(names = "--remove-root", paramLabel = "VKEY",
            description = "Key no longer trusted, given in full or by name.")
    private List<String> removeRoots = List.of();

    @Option(names = "--root-threshold", paramLabel = "N", description = "Number of root keys that must sign.")
    private Optional<Integer> rootThreshold = Optional.empty();

    @Option(names = "--timestamp", paramLabel = "VKEY", description = "New public key for signing 'latest'.")
    private Optional<String> timestamp = Optional.empty();

    @Option(names = "--address", paramLabel = "URL",
            description = "Address for agents, replacing all earlier ones; may be repeated.")
    private List<String> addresses = List.of();

    @Option(names = "--expires-in", paramLabel = "SPAN", defaultValue = "365d",
            description = "Validity, such as 52w or 365d (default: ${DEFAULT-VALUE}).")
    private String expiresIn = "365d";

    RotateCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, FormatException, UntrustedNoteException {
        byte[] bytes = SmallFile.bytes(current, session.io().in(), Root.MAX_SIZE_IN_BYTES);
        Root root = Root.first(SignedNote.parse(bytes, Root.MAX_SIZE_IN_BYTES)).value();
        RootChange change = new RootChange(root, session.io().clock().instant().truncatedTo(ChronoUnit.SECONDS));
        change.roots(addRoots, removeRoots, rootThreshold);
        change.publishers(addPublishers, removePublishers, publisherThreshold);
        change.timestamp(timestamp);
        change.addresses(addresses);
        change.validFor(Expiry.span("--expires-in", expiresIn));
        NewRoot.write(session, out, change.next());
        return ExitCode.DONE;
    }
}
