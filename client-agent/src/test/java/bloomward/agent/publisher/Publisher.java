package bloomward.agent.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.sign.KeyFile;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.StoredKey;
import bloomward.format.testing.AddressTable;
import bloomward.program.testing.Ports;
import bloomward.program.testing.Run;
import bloomward.server.cli.admin.AdminProgram;
import bloomward.server.cli.server.ServerProgram;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.serve.Server;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A publication: the server with its folder, and an administrator. It keeps its ports over a restart.
public final class Publisher implements Closeable {

    private final Path data;
    private final Clock clock;
    private final String listen;
    private final String adminListen;
    private @Nullable Server server;
    private final Map<ServerSetting, String> more = new EnumMap<>(ServerSetting.class);
    private int roots = 1;

    private Publisher(Path data, Clock clock) throws IOException {
        this.data = data;
        this.clock = clock;
        this.listen = "127.0.0.1:" + Ports.free();
        this.adminListen = "127.0.0.1:" + Ports.free();
    }

    /// Sets one up, with trial keys, and starts it; nothing is published yet.
    ///
    /// @param folder the server's, which is not there yet
    public static Publisher start(Path folder, Clock clock, String... initOptions) throws Exception {
        Publisher made = new Publisher(folder, clock);
        List<String> args = new ArrayList<>(List.of("init", "--data-dir", folder.toString()));
        args.addAll(List.of(initOptions));
        made.run(ServerProgram::run, Map.of(), args);
        made.start();
        return made;
    }

    /// Starts the server, unless it runs.
    public void start() throws Exception {
        if (server != null) {
            return;
        }
        Map<ServerSetting, String> options = new EnumMap<>(ServerSetting.class);
        options.put(ServerSetting.DATA_DIR, data.toString());
        options.put(ServerSetting.LISTEN, listen);
        options.put(ServerSetting.ADMIN_LISTEN, adminListen);
        options.putAll(more);
        server = Server.start(Settings.resolve(options, Optional.empty(), Map.of()), Optional.empty(), clock);
    }

    public void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    @Override
    public void close() {
        stop();
    }

    /// The base address at which agents ask.
    public URI address() {
        return URI.create("http://" + listen);
    }

    /// The base address at which administrators ask, and at which the console is.
    public URI adminAddress() {
        return URI.create("http://" + adminListen);
    }

    /// A setting of the server from its next start on.
    public Publisher with(ServerSetting setting, String value) {
        more.put(setting, value);
        return this;
    }

    /// The server's folder; private keys lie in `keys`, public files in `public`.
    public Path data() {
        return data;
    }

    /// The first root, as a file.
    public Path rootFile() {
        return data.resolve("public/v1/root/1");
    }

    public SignedNote root() throws Exception {
        return SignedNote.parse(Files.readAllBytes(rootFile()), SignedNote.MAX_SIZE_IN_BYTES);
    }

    /// A note as the holder of one of the keys could make it: `keys/timestamp.key`, `keys/publisher.key` or
    /// `offline/root.key`.
    public SignedNote signed(String text, String keyFile) throws Exception {
        StoredKey key = KeyFile.read(data.resolve(keyFile));
        return SignedNote.sign(text, List.of((SigningKey) key));
    }

    /// Runs `bloomward-admin`, which must succeed.
    ///
    /// @return its output
    public String admin(String... args) throws Exception {
        Server running = server;
        if (running == null) {
            throw new IllegalStateException("not started");
        }
        Map<String, String> environment = Map.of("BLOOMWARD_ADMIN_URL", running.adminUri().toString(),
                "BLOOMWARD_TOKEN_FILE", data.resolve("admin.token").toString());
        return run(AdminProgram::run, environment, List.of(args));
    }

    /// Runs a command of `bloomward-server` on this server's folder, which must succeed.
    ///
    /// @return its output
    public String server(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--data-dir", data.toString()));
        return run(ServerProgram::run, Map.of(), all);
    }

    /// Makes a list; its one category is called like it.
    public Publisher list(String name) throws Exception {
        admin("list", "create", name, "--category", name);
        return this;
    }

    /// Lists these in the draft of a list; see [#publish].
    public Publisher add(String list, String... urls) throws Exception {
        for (String url : urls) {
            admin("add", list, url);
        }
        return this;
    }

    /// Lists these in the draft of a list, one a line.
    public Publisher importing(String list, String urls) throws Exception {
        Path file = Files.writeString(Files.createTempFile(data, "import", ".txt"), urls);
        admin("import", list, file.toString());
        return this;
    }

    /// Lists the entries of a table in the draft of a list, and allows what it allows.
    public Publisher listing(String list, List<AddressTable.Row> rows) throws Exception {
        List<String> lines = rows.stream().filter(row -> !row.isAlone()).map(AddressTable.Row::listed).toList();
        importing(list, String.join("\n", lines) + "\n");
        for (AddressTable.Row row : rows) {
            if (row.isAlone()) {
                admin("add", list, row.listed(), "--scope", "exact");
            }
            if (row.allowed().isPresent()) {
                admin("allow", "add", row.allowed().get(), "--reason", "ours");
            }
        }
        return this;
    }

    /// Makes the next root, with the key of the first one and these changes, and submits it.
    public Publisher rotate(String... changes) throws Exception {
        String current = roots == 1 ? data.resolve("root.note").toString() : rootNote(roots);
        String next = rootNote(++roots);
        List<String> args = new ArrayList<>(List.of("keys", "rotate", current, "--out", next));
        args.addAll(List.of(changes));
        admin(args.toArray(String[]::new));
        admin("keys", "sign", next, "--key", data.resolve("offline/root.key").toString(), "--yes");
        admin("keys", "submit", next);
        return this;
    }

    private String rootNote(int version) {
        return data.resolve("root-" + version + ".note").toString();
    }

    /// Publishes the drafts of these lists, or else all.
    public Publisher publish(String... lists) throws Exception {
        List<String> args = new ArrayList<>(List.of("publish", "--yes"));
        args.addAll(lists.length == 0 ? List.of("--all") : List.of(lists));
        admin(args.toArray(String[]::new));
        return this;
    }

    private String run(Run.Program main, Map<String, String> environment, List<String> args) {
        Run run = new Run.Setting().with(environment).at(clock).run(main, args.toArray(String[]::new));
        assertThat(run.exitCode()).as("%s%nsaid: %s%ncomplained: %s", args, run.out(), run.err()).isZero();
        return run.out();
    }
}
