package bloomward.server.cli;

import bloomward.format.FormatException;
import bloomward.server.config.ActionException;
import bloomward.server.config.ServerActions.Init;
import bloomward.server.config.SettingException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bloomward-server init`.
@Command(name = "init", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Sets up a server's folder and keys.",
    "Without more it makes all keys itself, for trying out: whoever gets at the server can then replace everything."
            + " In earnest the root's keys stay offline: bloomward-admin keys, and --root.",
    "Exit code: 0 done; 1 refused, as there is a server in the folder already; 2 on errors."},
        footer = {"", "Example: bloomward-server init --data-dir /srv/bloomward --origin lists.example"
                + " --address https://lists.example"})
final class InitCommand implements Callable<Integer> {

    private static final int MAX_ORIGIN_LENGTH = 255;

    private final ServerSession session;

    @Option(names = "--origin", paramLabel = "NAME",
            description = "The publication's name, for ever: a host name of yours, such as lists.example"
                    + " (default: a name for trying out).")
    private Optional<String> origin = Optional.empty();

    @Option(names = "--address", paramLabel = "URL",
            description = "Where agents find it, the preferred first; may be repeated.")
    private List<String> addresses = List.of();

    @Option(names = "--no-trial-keys", description = "Make no keys but the one for timestamps.")
    private boolean noTrialKeys;

    @Option(names = "--root", paramLabel = "FILE", description = "A root note that was signed offline.")
    private Optional<Path> root = Optional.empty();

    @Option(names = "--timestamp-key", paramLabel = "FILE",
            description = "The private key that the root names for timestamps.")
    private Optional<Path> timestampKey = Optional.empty();

    @Mixin
    private SettingOptions.Place place = new SettingOptions.Place();

    InitCommand(ServerSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, SettingException, ActionException, FormatException,
            InterruptedException {
        boolean isName = origin.isEmpty() || origin.get().matches("[!-~]{1," + MAX_ORIGIN_LENGTH + "}");
        if (!isName) {
            throw CommandException.error("--origin: not 1 to " + MAX_ORIGIN_LENGTH
                    + " printable ASCII characters without a space");
        }
        if (root.isPresent() && !addresses.isEmpty()) {
            throw CommandException.error("--address: with --root the addresses are those that stand in it");
        }
        if (root.isPresent() && timestampKey.isEmpty()) {
            throw CommandException.error("--root without --timestamp-key\nThe server needs the private key that the"
                    + " root names for timestamps.");
        }
        List<URI> where = new ArrayList<>();
        for (String address : addresses) {
            where.add(address(address));
        }
        session.actions().init(new Init(place.resolve(session.io()), origin, where, !noTrialKeys && root.isEmpty(),
                root, timestampKey), session.output());
        return ExitCodes.DONE;
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
            // said below
        }
        throw CommandException.error("--address " + text + ": no http:// or https:// address");
    }
}
