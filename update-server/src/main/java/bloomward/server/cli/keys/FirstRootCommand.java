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

/// `bloomward-admin keys first-root`: the root note with which a publication begins, for its holders to sign.
@Command(name = "first-root", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Writes the root note with which a publication begins: whose signatures count.",
            "Each holder signs it with 'keys sign'; the server is set up with it by 'bloomward-server init --root'."},
        footer = {"",
            "Example: bloomward-admin keys first-root --out root-1.note --origin lists.example"
                    + " --root-key KEY1 --root-key KEY2 --root-key KEY3 --root-threshold 2 --publisher KEY"
                    + " --timestamp KEY"})
final class FirstRootCommand implements Callable<Integer> {

    private final AdminSession session;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The file to make.")
    private Path out = Path.of("");

    @Option(names = "--origin", required = true, paramLabel = "NAME",
            description = "The publication's name, for ever: a host name of yours, such as lists.example.")
    private String origin = "";

    @Option(names = "--root-key", required = true, paramLabel = "VKEY",
            description = "A key whose signature on roots counts; may be repeated.")
    private List<String> roots = List.of();

    @Option(names = "--root-threshold", required = true, paramLabel = "N",
            description = "How many of them must sign: 2 of 3 survive the loss of one, and the theft of one.")
    private int rootThreshold;

    @Option(names = "--publisher", required = true, paramLabel = "VKEY",
            description = "A key whose signature on manifests counts; may be repeated.")
    private List<String> publishers = List.of();

    @Option(names = "--publisher-threshold", paramLabel = "N", defaultValue = "1",
            description = "How many of them must sign (default: ${DEFAULT-VALUE}).")
    private int publisherThreshold;

    @Option(names = "--timestamp", required = true, paramLabel = "VKEY",
            description = "The key that signs latest; the only one that must be on the server.")
    private String timestamp = "";

    @Option(names = "--address", paramLabel = "URL",
            description = "Where agents find the publication, the preferred first; may be repeated.")
    private List<String> addresses = List.of();

    @Option(names = "--expires-in", paramLabel = "SPAN", defaultValue = "365d",
            description = "How long it is valid: 52w, 365d (default: ${DEFAULT-VALUE}).")
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
                throw CommandException.error("--address " + address + ": no address");
            }
        }
        TrustedKeys ofRoots = TrustedKeys.of(rootThreshold, keys(roots));
        TrustedKeys ofPublishers = TrustedKeys.of(publisherThreshold, keys(publishers));
        VerifierKey ofLatest = VerifierKey.parse(timestamp);
        try {
            return new Root(origin, 1, now, now.plus(Expiry.span("--expires-in", expiresIn)), ofRoots, ofPublishers,
                    ofLatest, uris);
        } catch (IllegalArgumentException e) {
            throw CommandException.error("no such root is possible: " + e.getMessage());
        }
    }

    private static List<VerifierKey> keys(List<String> texts) throws FormatException {
        List<VerifierKey> keys = new ArrayList<>();
        for (String text : texts) {
            keys.add(VerifierKey.parse(text));
        }
        return keys;
    }
}
