package bloomward.server.cli.server;

import bloomward.format.FormatException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.server.config.Settings;
import bloomward.server.setup.Initialisation;
import bloomward.server.setup.Wanted;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward-server init`.
@Command(name = "init", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {"Sets up the server's data folder and keys.",
            "By default the server makes all keys itself, for a trial: anyone who gets access to it can replace"
                    + " everything. In production the root keys stay offline: see bloomward-admin keys, and --root.",
            "Exit code: 0 on success; 1 if the folder already contains a server; 2 on errors."},
        footer = {"", "Example: bloomward-server init --data-dir /srv/bloomward --origin lists.example"
                + " --address https://lists.example"})
final class InitCommand extends ServerCommand {

    private static final int MAX_ORIGIN_LENGTH = 255;

    @Option(names = "--origin", paramLabel = "NAME",
            description = "Permanent name of the publication: a host name of yours, such as lists.example"
                    + " (default: a name for trials).")
    private Optional<String> origin = Optional.empty();

    @Option(names = "--address", paramLabel = "URL",
            description = "Address for agents, the preferred one first; may be repeated.")
    private List<String> addresses = List.of();

    @Option(names = "--no-trial-keys", description = "Make only the timestamp key.")
    private boolean noTrialKeys;

    @Option(names = "--root", paramLabel = "FILE", description = "Root note signed offline.")
    private Optional<Path> root = Optional.empty();

    @Option(names = "--timestamp-key", paramLabel = "FILE",
            description = "Private timestamp key, whose public half is in the root note.")
    private Optional<Path> timestampKey = Optional.empty();

    InitCommand(ServerSession session) {
        super(session, PLACE);
    }

    @Override
    public Integer call() throws IOException, CommandException, SettingException, FormatException {
        Wanted wanted = wanted();
        Settings settings = settings();
        Initialisation.Made made = new Initialisation(session().io().clock()).run(settings.dataDir(), place(settings),
                wanted, passPhrase(settings));
        Fields said = new Fields();
        said.put("origin", made.root().origin());
        said.put("rootSha256", made.rootSha256().toHex());
        said.put("rootNote", made.rootNote().toString());
        said.put("adminToken", made.tokenFile().toString());
        say(String.join("\n", explained(made)), said);
        return ExitCode.DONE;
    }

    private Wanted wanted() throws CommandException {
        boolean isName = origin.isEmpty() || origin.get().matches("[!-~]{1," + MAX_ORIGIN_LENGTH + "}");
        if (!isName) {
            throw CommandException
                    .error("--origin: not 1 to " + MAX_ORIGIN_LENGTH + " printable ASCII characters without a space");
        }
        if (root.isPresent() && !addresses.isEmpty()) {
            throw CommandException.error("--address cannot be combined with --root, whose note contains the addresses");
        }
        if (root.isPresent() && timestampKey.isEmpty()) {
            throw CommandException.error("--root without --timestamp-key\nThe server needs the private timestamp key"
                    + " whose public half is in the root note.");
        }
        List<URI> where = new ArrayList<>();
        for (String address : addresses) {
            where.add(address(address));
        }
        return new Wanted(origin, where, !noTrialKeys && root.isEmpty(), root, timestampKey);
    }

    private static URI address(String text) throws CommandException {
        try {
            URI uri = new URI(text.replaceAll("/+$", ""));
            boolean isWeb = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (isWeb && uri.getHost() != null && uri.getRawUserInfo() == null && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // reported below
        }
        throw CommandException.error("--address " + text + ": not an http:// or https:// address");
    }

    private static List<String> explained(Initialisation.Made made) {
        List<String> lines = new ArrayList<>();
        lines.add("Publication " + made.root().origin());
        lines.add("Root note " + made.rootNote() + ", SHA-256:");
        lines.add(made.rootSha256().toHex());
        lines.add("Use this note, or its SHA-256, to enrol agents.");
        lines.add("Admin token: " + made.tokenFile() + " (for its owner only; create others with 'token create')");
        if (!made.trialKeys().isEmpty()) {
            lines.add("");
            lines.add("These are trial keys. Anyone who gets access to this machine can replace everything that agents"
                    + " trust.");
            lines.add("Before you enrol agents in production:");
            lines.add("- " + made.trialKeys().getFirst() + " must go offline: move it to a medium kept in a safe"
                    + " place. It signs roots, once a year or when a key is lost. Two of three such keys are better.");
            lines.add("- " + made.trialKeys().get(1) + " should go to the machine of the publisher. It signs every"
                    + " publication; it has to stay here only for automatic publication of feeds.");
            lines.add("- the timestamp key in " + made.rootNote().resolveSibling("keys") + " stays.");
        }
        return lines;
    }
}
