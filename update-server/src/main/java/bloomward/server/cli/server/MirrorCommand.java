package bloomward.server.cli.server;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.command.Version;
import bloomward.program.http.EnvironmentProxy;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.tls.TlsFiles;
import bloomward.server.mirror.Mirror;
import bloomward.server.mirror.MirrorSettings;
import bloomward.server.serve.Logging;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-server mirror`.
@Command(name = "mirror", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = "Serves a verified copy of another server's publication, until it is stopped.",
        footer = {"", "Example: bloomward-server mirror https://lists.example --root root.note --data-dir /srv/mirror"
                + " --listen 0.0.0.0:8480"})
final class MirrorCommand extends ServerCommand {

    private static final Pattern ADDRESS = Pattern.compile("https?://[^/?#@\\s]+(?:/[^?#\\s]*)?");
    private static final int MOST_SECONDS = 3600;

    @Parameters(paramLabel = "ADDRESS", description = "Address of the publication, or of another mirror of it.")
    private String address = "";

    @Option(names = "--root", paramLabel = "NOTE", required = true,
            description = "File with a root note of the publication that came over a trusted way.")
    private Path root = Path.of("");

    @Option(names = "--every", paramLabel = "SECONDS", defaultValue = "30",
            description = "Pause between two polls (default: ${DEFAULT-VALUE}).")
    private int every = 30;

    MirrorCommand(ServerSession session) {
        super(session,
                EnumSet.of(ServerSetting.DATA_DIR, ServerSetting.LISTEN, ServerSetting.ADMIN_LISTEN,
                        ServerSetting.TRUSTED_PROXIES, ServerSetting.TLS_CERT, ServerSetting.TLS_KEY,
                        ServerSetting.READY_JSON, ServerSetting.LOG_FORMAT, ServerSetting.LOG_LEVEL));
    }

    @Override
    public Integer call()
            throws IOException, CommandException, SettingException, FormatException, InterruptedException {
        Settings settings = settings();
        Logging.configure(settings.logsJson(), settings.logLevel());
        MirrorSettings mirrored = mirrored(settings);
        UntilStopped.run(session(), settings, () -> {
            try {
                Mirror mirror = Mirror.start(mirrored, session().io().clock());
                return new UntilStopped.Listening(mirror, mirror.publicUri(), mirror.adminUri());
            } catch (UntrustedNoteException | ReleaseException e) {
                throw CommandException.refused(root + ": " + e.getMessage());
            }
        });
        return ExitCode.DONE;
    }

    private MirrorSettings mirrored(Settings settings) throws IOException, CommandException, FormatException {
        if (!ADDRESS.matcher(address).matches()) {
            throw CommandException.error(address + ": not the http or https address of a publication");
        }
        if (every < 1 || every > MOST_SECONDS) {
            throw CommandException.error("--every: " + every + ", not in 1.." + MOST_SECONDS);
        }
        SignedNote note = SignedNote.parse(Files.readAllBytes(root), Root.MAX_SIZE_IN_BYTES);
        return new MirrorSettings(URI.create(address.replaceFirst("/+$", "")), note, settings.dataDir(),
                settings.listen(), settings.adminListen(),
                settings.tls().map(files -> new TlsFiles(files.certificate(), files.key())),
                HttpLimits.DEFAULT.withProxies(settings.trustedProxies()), Duration.ofSeconds(every),
                EnvironmentProxy.of(session().io().environment()), "bloomward-mirror/" + Version.number());
    }
}
