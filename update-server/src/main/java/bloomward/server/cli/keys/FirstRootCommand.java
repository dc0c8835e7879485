package bloomward.server.cli.keys;

import bloomward.format.FormatException;
import bloomward.format.release.Root;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.VerifierKey;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.server.cli.AdminSession;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward-admin keys first-root`: the first root note of a publication, for its holders to sign.
@Command(name = "first-root", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Writes the first root note of a publication, which names the trusted keys.",
            "Each holder signs it with 'keys sign'; 'bloomward-server init --root' then sets up the server."},
        footer = {"",
            "Example: bloomward-admin keys first-root --origin lists.example --root-key KEY1"
                    + " --root-key KEY2 --root-key KEY3 --root-threshold 2 --publisher KEY"
                    + " --timestamp KEY --out root-1.note"})
final class FirstRootCommand implements Callable<Integer> {

    private final AdminSession session;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "File to write.")
    private Path out = Path.of("");

    @Option(names = "--origin", required = true, paramLabel = "NAME",
            description = "Permanent name of the publication: a host name of yours, such as lists.example.")
    private String origin = "";

    @Option(names = "--root-key", required = true, paramLabel = "VKEY",
            description = "Public key trusted to sign roots; may be repeated.")
    private List<String> roots = List.of();

    @Option(names = "--root-threshold", required = true, paramLabel = "N",
            description = "Number of root keys that must sign; with 2 of 3, one key may be lost or stolen.")
    private int rootThreshold;

    @Option(names = "--publisher", required = true, paramLabel = "VKEY",
            description = "Public key trusted to sign manifests; may be repeated.")
    private List<String> publishers = List.of();

    @Option(names = "--publisher-threshold", paramLabel = "N", defaultValue = "1",
            description = "Number of publisher keys that must sign (default: ${DEFAULT-VALUE}).")
    private int publisherThreshold;

    @Option(names = "--timestamp", required = true, paramLabel = "VKEY",
            description = "Public key that signs 'latest'; the only key that must be on the server.")
    private String timestamp = "";

    @Option(names = "--address", paramLabel = "URL",
            description = "Address for agents, the preferred one first; may be repeated.")
    private List<String> addresses = List.of();

    @Option(names = "--expires-in", paramLabel = "SPAN", defaultValue = "365d",
            description = "Validity, such as 52w or 365d (default: ${DEFAULT-VALUE}).")
    private String expiresIn = "365d";

    FirstRootCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, FormatException {
        NewRoot.write(session, out, root());
        return ExitCode.DONE;
    }

    private Root root() throws CommandException, FormatException {
        Instant now = session.io().clock().instant().truncatedTo(ChronoUnit.SECONDS);
        List<URI> uris = new ArrayList<>();
        for (String address : addresses) {
            try {
                uris.add(new URI(address));
            } catch (URISyntaxException _) {
                throw CommandException.error("--address " + address + ": not an address");
            }
        }
        TrustedKeys ofRoots = TrustedKeys.of(rootThreshold, keys("--root-key", roots));
        TrustedKeys ofPublishers = TrustedKeys.of(publisherThreshold, keys("--publisher", publishers));
        VerifierKey ofLatest = RootChange.key("--timestamp", timestamp);
        try {
            return new Root(origin, 1, now, now.plus(Expiry.span("--expires-in", expiresIn)), ofRoots, ofPublishers,
                    ofLatest, uris);
        } catch (IllegalArgumentException e) {
            throw CommandException.error("invalid root: " + e.getMessage());
        }
    }

    private static List<VerifierKey> keys(String option, List<String> texts) throws CommandException {
        List<VerifierKey> keys = new ArrayList<>();
        for (String text : texts) {
            keys.add(RootChange.key(option, text));
        }
        return keys;
    }
}
