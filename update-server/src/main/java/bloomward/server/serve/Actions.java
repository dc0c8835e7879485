package bloomward.server.serve;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.server.admin.OtherReports.TokenView;
import bloomward.server.config.ActionException;
import bloomward.server.config.ServerActions;
import bloomward.server.config.Settings;
import bloomward.server.guard.GuardDataException;
import bloomward.server.publish.DataFolder;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// Carries out the commands of `bloomward-server`.
public final class Actions implements ServerActions {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Clock clock;

    public Actions(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void init(Init options, Output output) throws ActionException, IOException, FormatException {
        Initialisation.Made made = new Initialisation(clock).run(options, passPhrase(options.settings()));
        if (output.json()) {
            Map<String, Object> said = new LinkedHashMap<>();
            said.put("origin", made.root().origin());
            said.put("rootSha256", made.rootSha256().toHex());
            said.put("rootNote", made.rootNote().toString());
            said.put("adminToken", made.tokenFile().toString());
            output.out().println(JSON.writeValueAsString(said));
        } else {
            explain(made, output.out());
        }
    }

    private static void explain(Initialisation.Made made, PrintStream out) {
        out.println("Publication " + made.root().origin());
        out.println("Root note " + made.rootNote() + ", SHA-256:");
        out.println(made.rootSha256().toHex());
        out.println("Agents are enrolled with that note, or with its SHA-256.");
        out.println("Admin token: " + made.tokenFile() + " (for its owner only; make others with 'token create')");
        if (!made.trialKeys().isEmpty()) {
            out.println();
            out.println("These are trial keys. Whoever gets at this machine can replace everything that agents trust.");
            out.println("In earnest, before you enrol the first agent:");
            out.println("- " + made.trialKeys().getFirst() + " must go offline: move it to a medium that is kept"
                    + " locked away. It signs roots, once a year or when a key is lost. Better two of three such keys.");
            out.println("- " + made.trialKeys().get(1)
                    + " should go to the machine of whoever publishes. It signs every"
                    + " publication; only for feeds that publish by themselves it has to stay here.");
            out.println("- the timestamp key in " + made.rootNote().resolveSibling("keys") + " stays.");
        }
    }

    @Override
    public void serve(Serve options, Output output)
            throws ActionException, IOException, FormatException, InterruptedException {
        Settings settings = options.settings();
        Logging.configure(settings.logsJson(), settings.logLevel());
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch stop = new CountDownLatch(1);
        Thread hook = new Thread(() -> {
            stop.countDown();
            try {
                stopped.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "stop");
        try (Server server = Server.start(settings, passPhrase(settings), clock)) {
            Runtime.getRuntime().addShutdownHook(hook);
            announce(server, settings, output);
            stop.await();
        } catch (UntrustedNoteException | ReleaseException | GuardDataException e) {
            throw ActionException.refused(settings.dataDir() + ": " + e.getMessage());
        } finally {
            stopped.countDown();
        }
    }

    private static void announce(Server server, Settings settings, Output output) throws IOException {
        if (settings.readyJson()) {
            Map<String, String> addresses = new LinkedHashMap<>();
            addresses.put("public", server.publicUri().toString());
            addresses.put("admin", server.adminUri().toString());
            output.out().println(JSON.writeValueAsString(addresses));
            output.out().flush();
        } else {
            output.err().println("Agents are answered at " + server.publicUri() + ", administrators at " + server
                    .adminUri() + "; Ctrl-C stops.");
        }
    }

    @Override
    public void export(Export options, Output output) throws ActionException, IOException, FormatException {
        Settings settings = options.settings();
        DataFolder folder = existing(settings);
        try {
            PublishedFolder there = PublishedFolder.open(folder);
            int files = bloomward.server.serve.Export.write(folder, there.published(), there.confirm(), options
                    .folder());
            say(output, options.folder() + ": " + Amount.of(files, "file", "files") + " written", Map.of("folder",
                    options.folder()
                            .toString(), "files", files));
        } catch (UntrustedNoteException | ReleaseException e) {
            throw ActionException.refused(settings.dataDir() + ": " + e.getMessage());
        }
    }

    @Override
    public void verify(Verify options, Output output) throws ActionException, IOException {
        Report report = Verification.verify(options.settings().dataDir(), Optional.empty(), clock.instant());
        if (output.json()) {
            output.out().println(JSON.writeValueAsString(report));
        } else {
            output.out().print(report.toText());
        }
        if (!report.isSound()) {
            throw ActionException.refused(Amount.of(report.problems().size(), "problem", "problems") + " in " + options
                    .settings().dataDir());
        }
    }

    @Override
    public void backup(Backup options, Output output) throws ActionException, IOException {
        var written = bloomward.server.serve.Backup.write(existing(options.settings()), options.file(), clock
                .instant());
        say(output, options.file() + ": " + written.files() + " files, " + written.sizeInBytes()
                + " bytes. It holds the private keys: keep it like them.", Map.of("file", options.file().toString(),
                        "files", written.files(), "bytes", written.sizeInBytes()));
    }

    @Override
    public void restore(Restore options, Output output) throws ActionException, IOException {
        DataFolder folder = new DataFolder(options.settings().dataDir());
        var restored = bloomward.server.serve.Restore.read(options.file(), folder, clock.instant());
        Files.copy(folder.file(new PublicPath.RootNote(1)), folder.root().resolve("root.note"));
        say(output, folder.root() + ": " + restored.files() + " files, " + Amount.of(restored.lists(), "list", "lists")
                + ". "
                + restored.advice(), Map.of("folder", folder.root().toString(), "files", restored.files(), "lists",
                        restored.lists()));
    }

    @Override
    public void token(Token options, Output output) throws ActionException, IOException {
        TokenView made = MachineToken.make(existing(options.settings()).database(), options, clock);
        say(output, options.file() + ": token " + made.id() + " of " + made.name() + ", " + made.role()
                + "; for its owner only", Map.of("file", options.file().toString(), "id", made.id(), "name", made
                        .name(), "role", made.role()));
    }

    private static DataFolder existing(Settings settings) throws ActionException {
        DataFolder folder = new DataFolder(settings.dataDir());
        if (!Files.exists(folder.database())) {
            throw ActionException.error(settings.dataDir() + ": no server there; run 'bloomward-server init'");
        }
        return folder;
    }

    private static void say(Output output, String words, Map<String, Object> json) throws IOException {
        output.out().println(output.json() ? JSON.writeValueAsString(json) : words);
    }

    private static Optional<char[]> passPhrase(Settings settings) throws IOException {
        Optional<Path> file = settings.passPhraseFile();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        String text = Files.readString(file.get(), StandardCharsets.UTF_8);
        return Optional.of(text.replaceAll("[\r\n]+$", "").toCharArray());
    }
}
