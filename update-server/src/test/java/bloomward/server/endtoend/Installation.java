package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.SetClock;
import bloomward.format.wire.PublicPath;
import bloomward.program.testing.Run;
import bloomward.server.cli.admin.AdminProgram;
import bloomward.server.cli.server.ServerProgram;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.serve.Server;
import bloomward.server.store.TestedStore;
import bloomward.server.store.postgres.TestPostgres;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A server with its folder, and people with their command lines.
final class Installation implements AutoCloseable {

    private final Path folder;
    private final SetClock clock;
    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable Server server;
    /// Further settings of the next start.
    private final Map<ServerSetting, String> settings = new EnumMap<>(ServerSetting.class);
    /// The answers of a person at a terminal to the questions of the next command.
    private Optional<String> answer = Optional.empty();
    /// Of its folder, which it deletes at the end.
    private boolean isOwner;

    private Installation(Path folder, SetClock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /// Starts one with trial keys, in a folder that is deleted with it.
    static Installation startAnywhere() throws Exception {
        Installation made = start(Files.createTempDirectory("bloomward-office"));
        made.isOwner = true;
        return made;
    }

    /// Starts one with trial keys.
    static Installation start(Path folder) throws Exception {
        return start(TestedStore.ofThisRun(), folder);
    }

    /// The same with a kind of store, which the settings file in the data folder names.
    static Installation start(TestedStore kind, Path folder) throws Exception {
        return start(kind == TestedStore.POSTGRES ? Optional.of(TestPostgres.shared()) : Optional.empty(), folder);
    }

    /// The same in a new database of a server.
    ///
    /// @param server empty for SQLite
    static Installation start(Optional<TestPostgres> server, Path folder) throws Exception {
        Installation made = new Installation(folder, new SetClock());
        SetUp.of(server).copyTo(made.data());
        made.start();
        return made;
    }

    /// Another machine on the same database, with copies of the settings and of these keys. It is not started yet.
    Installation beside(Path elsewhere, String... keys) throws IOException {
        Installation other = new Installation(elsewhere, clock);
        other.settings.putAll(settings);
        Files.createDirectories(other.data().resolve("keys"));
        for (String name : List.of("server.toml", "admin.token", "root.note")) {
            Files.copy(data().resolve(name), other.data().resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }
        for (String key : keys) {
            String name = "keys/" + key + ".key";
            Files.copy(data().resolve(name), other.data().resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }
        return other;
    }

    void start() throws Exception {
        server = another();
    }

    /// Has one more setting from the next start on.
    Installation with(ServerSetting setting, String value) {
        settings.put(setting, value);
        return this;
    }

    /// A server on the same folder.
    Server another() throws Exception {
        Map<ServerSetting, String> options = new EnumMap<>(settings);
        options.put(ServerSetting.DATA_DIR, data().toString());
        options.put(ServerSetting.LISTEN, "127.0.0.1:0");
        options.put(ServerSetting.ADMIN_LISTEN, "127.0.0.1:0");
        return Server.start(Settings.resolve(options, Optional.empty(), Map.of()), Optional.empty(), clock);
    }

    /// Stops the server if it runs.
    void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    @Override
    public void close() throws IOException {
        stop();
        http.close();
        if (isOwner) {
            DataFolder.deleteTree(folder);
        }
    }

    private Server server() {
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        return server;
    }

    SetClock clock() {
        return clock;
    }

    Path data() {
        return folder.resolve("data");
    }

    /// The name of the PostgreSQL database that the settings name.
    String database() throws IOException {
        return Files.readString(data().resolve("server.toml")).replaceAll("(?s).*127.0.0.1:\\d+/([a-z0-9]+)'.*", "$1");
    }

    /// A file of a person, not of the server.
    Path file(String name) {
        return folder.resolve(name);
    }

    Path file(String name, String... lines) throws IOException {
        return Files.writeString(file(name), String.join("\n", lines) + "\n");
    }

    Path adminToken() {
        return data().resolve("admin.token");
    }

    URI publicUri() {
        return server().publicUri();
    }

    URI adminUri() {
        return server().adminUri();
    }

    /// Runs `bloomward-server`.
    Told program(String... args) {
        return run("bloomward-server", ServerProgram::run, "", Map.of(), args);
    }

    /// Runs `bloomward-admin` with the first token.
    Told admin(String... args) {
        return as(adminToken(), args);
    }

    /// Runs `bloomward-admin` for somebody else.
    Told as(Path token, String... args) {
        return with("", token, args);
    }

    /// The same with something on standard input.
    Told with(String input, Path token, String... args) {
        return alone(input,
                Map.of("BLOOMWARD_ADMIN_URL", adminUri().toString(), "BLOOMWARD_TOKEN_FILE", token.toString()), args);
    }

    /// Runs `bloomward-admin` with nothing but this around it.
    Told alone(String input, Map<String, String> environment, String... args) {
        return run("bloomward-admin", AdminProgram::run, input, environment, args);
    }

    /// The output of a command with `-o json`, which must succeed.
    JsonNode json(String... args) {
        return asJson(args).done().json();
    }

    /// The output of a command with `-o json` that does not do all of it: something is held, or signatures are missing.
    JsonNode refusedJson(String... args) {
        return asJson(args).refused().json();
    }

    private Told asJson(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "-o";
        all[args.length + 1] = "json";
        return admin(all);
    }

    /// The highest number of the open holds.
    String lastHold() {
        return json("holds", "list").get("upTo").asText();
    }

    /// Makes a token for somebody, on the machine.
    Path token(String name, String role) {
        Path file = file(name + ".token");
        program("token", name, "--role", role, "--out", file.toString(), "--data-dir", data().toString()).done();
        return file;
    }

    /// Makes a token with somebody else's.
    Path token(Path maker, String name, String role) throws IOException {
        Path file = file(name + ".token");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, as(maker, "token", "create", name, "--role", role).done().out());
    }

    /// The next command has a terminal, at which somebody answers so.
    Installation answering(String words) {
        answer = Optional.of(words);
        return this;
    }

    private Told run(String program, Run.Program main, String input, Map<String, String> environment, String... args) {
        Run.Setting setting = new Run.Setting().with(environment).input(input).at(clock);
        answer.ifPresent(setting::answering);
        answer = Optional.empty();
        Run run = setting.run(main, args);
        return new Told(program + " " + List.of(args), run.exitCode(), run.out(), run.err());
    }

    /// Asks the public side.
    HttpResponse<byte[]> ask(PublicPath path) throws IOException, InterruptedException {
        URI uri = server().publicUri().resolve(path.toString());
        return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray());
    }

    /// Whether it tells a balancer that it serves what is newest.
    boolean isHealthy() throws IOException, InterruptedException {
        URI health = server().publicUri().resolve("/healthz");
        return http.send(HttpRequest.newBuilder(health).build(), BodyHandlers.discarding()).statusCode() == 200;
    }

    /// The file that the public side has there.
    byte[] get(PublicPath path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = ask(path);
        assertThat(answer.statusCode()).as(path.toString()).isEqualTo(200);
        return answer.body();
    }

    /// Asks the administration, with a token or without.
    HttpResponse<String> askAdmin(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(adminUri().resolve(path)).build());
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, BodyHandlers.ofString());
    }
}
