package bloomward.agent.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.PostgresCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Both archives as people without a JDK get them: unpacked into an empty folder, and run with an environment in which
/// no Java can be found. Only with `-Pdist`, which makes them.
@Tag("dist")
@Timeout(300)
final class DistIT {

    private static final Path MODULE = Path.of("").toAbsolutePath();
    /// The tools that the programs need on the machine; java is not among them.
    private static final List<String> TOOLS = List.of("sh", "readlink", "locale", "stat", "cksum", "mkdir", "ln", "rm",
            "mv", "cat", "unshare", "true");

    @TempDir
    private static Path archives;
    private static Path bloomward;
    private static Path server;
    private static Path admin;

    @TempDir
    private Path folder;
    private Path home;
    private Path tools;

    private record Ended(int code, String out, String err) {}

    @BeforeAll
    static void unpackBoth() throws Exception {
        bloomward = unpacked(MODULE, "bloomward").resolve("bin/bloomward");
        Path bin = unpacked(MODULE.resolveSibling("update-server"), "bloomward-server").resolve("bin");
        server = bin.resolve("bloomward-server");
        admin = bin.resolve("bloomward-admin");
    }

    @BeforeEach
    void makeHomeWithoutJava() throws Exception {
        home = Files.createDirectory(folder.resolve("home")).toRealPath();
        tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin").resolve(tool));
        }
    }

    @Test
    void protectsFromTheArchivesAlone() throws Exception {
        List<Path> before = files();
        Path data = folder.resolve("server");
        assertThat(run(server, "init", "--data-dir", data, "--origin", "lists.example").code()).isZero();
        Process serving = process(server, "serve", "--data-dir", data, "--listen", "127.0.0.1:0", "--admin-listen",
                "127.0.0.1:0", "--ready-json").start();
        try (BufferedReader out = serving.inputReader(UTF_8)) {
            String ready = String.valueOf(out.readLine());
            publish(address(ready, "admin"), data.resolve("admin.token"));
            Ended enrolled = run(bloomward, "agent", "enroll", address(ready, "public"), "--root",
                    data.resolve("root.note"));
            assertThat(enrolled.code()).as(enrolled.err()).isZero();
            assertThat(run(bloomward, "agent", "update").code()).isZero();
            Ended listed = run(bloomward, "check", "http://www.evil.example/login");
            assertThat(listed.code()).as(listed.out() + listed.err()).isOne();
            Ended clean = run(bloomward, "check", "http://good.example/");
            assertThat(clean.code()).as(clean.out() + clean.err()).isZero();
        } finally {
            serving.destroy();
            assertThat(serving.waitFor()).isIn(0, 143);
        }
        assertThat(files()).as("nothing is written where it was unpacked").isEqualTo(before);
    }

    /// The archive has the driver and the migrations of both kinds of stores.
    @Test
    void servesFromADatabaseAndMovesItsStore() throws Exception {
        Path data = folder.resolve("server");
        try (PostgresCluster database = PostgresCluster.start(Files.createDirectory(folder.resolve("database")))) {
            List<Object> store = List.of("--data-dir", data, "--store", database.address(PostgresCluster.DATABASE),
                    "--store-password-file", database.passwordFile());
            Ended made = run(server, with(store, "init", "--origin", "lists.example"));
            assertThat(made.code()).as(made.err()).isZero();
            Process serving = process(server,
                    with(store, "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--ready-json"))
                    .start();
            try (BufferedReader out = serving.inputReader(UTF_8)) {
                String address = address(String.valueOf(out.readLine()), "admin");
                publish(address, data.resolve("admin.token"));
                Ended servers = run(admin, List.of("BLOOMWARD_ADMIN_URL=" + address,
                        "BLOOMWARD_TOKEN_FILE=" + data.resolve("admin.token")), "servers");
                assertThat(servers.code()).as(servers.out() + servers.err()).isZero();
            } finally {
                serving.destroy();
                assertThat(serving.waitFor()).isIn(0, 143);
            }
            assertThat(data.resolve("bloomward.db")).doesNotExist();
            Ended moved = run(server, with(store, "store", "move", "--to", "sqlite"));
            assertThat(moved.code()).as(moved.err()).isZero();
            assertThat(data.resolve("bloomward.db")).isNotEmptyFile();
        }
        Ended verified = run(server, "verify", "--data-dir", data);
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
    }

    /// The words of a command, then options.
    private static Object[] with(List<Object> options, Object... words) {
        return Stream.concat(Stream.of(words), options.stream()).toArray();
    }

    @Test
    void isFastFromTheFirstStartOn() throws Exception {
        for (Path program : List.of(bloomward, server, admin)) {
            Path log = folder.resolve("classes.log");
            Ended ended = run(program, List.of("BLOOMWARD_JAVA_OPTS=-Xlog:class+load=info:file=" + log), "--version");
            assertThat(ended.out()).startsWith(program.getFileName() + " ");
            assertThat(ended.err()).isEmpty();
            assertThat(Files.readString(log)).containsPattern("bloomward\\S+Main source: shared objects file");
        }
        Path log = folder.resolve("classes.log");
        Ended host = run(bloomward, List.of("BLOOMWARD_JAVA_OPTS=-Xlog:class+load=info:file=" + log), "native-host",
                "--caller", "none", "--");
        assertThat(host.code()).isEqualTo(1);
        assertThat(log).content().contains("bloomward.agent.Main source: shared objects file");
        assertThat(bloomward.resolve("../../cds").normalize()).doesNotExist();
    }

    @Test
    void isTheSourceOfAnInstallation() throws Exception {
        Files.writeString(tools.resolve("systemctl"), "#!/bin/sh\nexit 0\n");
        assertThat(tools.resolve("systemctl").toFile().setExecutable(true)).isTrue();
        Path app = bloomward.resolve("../..").normalize();
        Ended shown = run(bloomward, "agent", "install", "--dry-run");
        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(shown.out()).contains("copy    " + app.resolve("runtime/bin/java") + " -> ");
        assertThat(home).isEmptyDirectory();
        assertThat(run(bloomward, "agent", "install").code()).isZero();
        Path gone = Files.move(app, archives.resolve("gone"));
        try {
            Path installed = home.resolve(".local/share/bloomward/program/current");
            Path log = folder.resolve("classes.log");
            Ended ended = run(home.resolve(".local/bin/bloomward"),
                    List.of("BLOOMWARD_JAVA_OPTS=-Xlog:class+load=info:file=" + log), "--version");
            assertThat(ended.out()).startsWith("bloomward ");
            assertThat(log).content().contains("bloomward.agent.Main source: shared objects file");
            assertThat(installed.resolve("cds")).as("the archive came along").isEmptyDirectory();
            assertThat(run(home.resolve(".local/bin/bloomward"), "agent", "uninstall").code()).isZero();
            assertThat(installed).doesNotExist();
        } finally {
            Files.move(gone, app);
        }
    }

    @Test
    void saysWhatItHoldsAndHowItIsInstalled() throws Exception {
        for (Path program : List.of(bloomward, server)) {
            Path app = program.resolve("../..").normalize();
            assertThat(app.resolve("README.md")).content().contains("Upgrade").doesNotContain("@");
            assertThat(app.resolve("NOTICE")).content()
                    .contains("org.bouncycastle:bcprov-jdk18on ")
                    .doesNotContainPattern("(?m): $");
            assertThat(app.resolve("NOTICE")).content().startsWith(Files.readString(Path.of("../NOTICE")));
            assertThat(app.resolve("LICENSE")).isNotEmptyFile();
            assertThat(app.resolve("runtime/legal/java.base/LICENSE")).isNotEmptyFile();
            try (Stream<Path> units = Files.list(app.resolve("share/systemd"))) {
                assertThat(units).hasSize(1)
                        .allSatisfy(unit -> assertThat(unit).content()
                                .contains("/current/bin/" + program.getFileName() + " ")
                                .doesNotContain("@command@"));
            }
        }
    }

    /// A list of parts that names the published jars would send its readers after the wrong bytes.
    @Test
    void listsTheTwoJarsThatAreMadeAnewByTheirOwnDigests() throws Exception {
        for (Path program : List.of(bloomward, server)) {
            Path app = program.resolve("../..").normalize();
            String list = Files.readString(app.resolve("bom.xml"));
            for (String name : List.of("bcprov-jdk18on", "picocli")) {
                Matcher part = Pattern
                        .compile("(?s)<name>" + name + "</name>\\s*<version>([^<]+)<.*?alg=\"SHA-256\">"
                                + "([0-9a-f]{64})<.*?<pedigree>\\s*<ancestors>.*?</ancestors>\\s*<notes>[^<]+</notes>")
                        .matcher(list);
                assertThat(part.find()).as(name).isTrue();
                byte[] jar = Files.readAllBytes(app.resolve("lib/" + name + "-" + part.group(1) + ".jar"));
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(jar);
                assertThat(HexFormat.of().formatHex(digest)).as(name).isEqualTo(part.group(2));
            }
        }
    }

    @Test
    void carriesTheExtensionAndNamesIt() throws Exception {
        Path app = bloomward.resolve("../..").normalize();
        byte[] extension = Files.readAllBytes(app.resolve("extension/bloomward.xpi"));
        String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(extension));
        assertThat(Files.readString(app.resolve("bom.xml"))).containsPattern("(?s)<name>extension</name>.*" + digest);
        assertThat(server.resolve("../../extension").normalize()).doesNotExist();
    }

    @Test
    void hasManualAndCompletionOfEveryProgram() {
        for (Path program : List.of(bloomward, server, admin)) {
            Path share = program.resolve("../../share").normalize();
            String name = String.valueOf(program.getFileName());
            assertThat(share.resolve("man/man1/" + name + "-completion.1")).isNotEmptyFile();
            assertThat(List.of("bash-completion/completions/" + name, "zsh/site-functions/_" + name,
                    "fish/vendor_completions.d/" + name + ".fish"))
                    .allSatisfy(file -> assertThat(share.resolve(file)).content().contains(name));
        }
    }

    private void publish(String adminAddress, Path token) throws IOException, InterruptedException {
        List<String> variables = List.of("BLOOMWARD_ADMIN_URL=" + adminAddress, "BLOOMWARD_TOKEN_FILE=" + token);
        for (List<String> line : List.of(List.of("list", "create", "trial", "--category", "phishing"),
                List.of("add", "trial", "evil.example"), List.of("publish", "trial", "--yes"))) {
            Ended ended = run(admin, variables, line.toArray());
            assertThat(ended.code()).as(line + ended.err() + ended.out()).isZero();
        }
    }

    private static String address(String ready, String listener) {
        Matcher matcher = Pattern.compile("\"" + listener + "\":\"([^\"]+)\"").matcher(ready);
        assertThat(matcher.find()).as(ready).isTrue();
        return matcher.group(1);
    }

    private static Path unpacked(Path module, String program) throws IOException, InterruptedException {
        List<Path> packed;
        try (Stream<Path> files = Files.list(module.resolve("target"))) {
            packed = files.filter(file -> file.toString().endsWith(".tar.gz")).toList();
        }
        assertThat(packed).hasSize(1);
        Process tar = new ProcessBuilder("tar", "-xzf", packed.getFirst().toString()).directory(archives.toFile())
                .inheritIO()
                .start();
        assertThat(tar.waitFor()).isZero();
        try (Stream<Path> folders = Files.list(archives)) {
            return folders.filter(file -> file.getFileName().toString().matches(program + "-\\d.*"))
                    .findFirst()
                    .orElseThrow()
                    .toRealPath();
        }
    }

    /// All that was unpacked.
    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(archives)) {
            return all.sorted().toList();
        }
    }

    private Ended run(Path program, Object... words) throws IOException, InterruptedException {
        return run(program, List.of(), words);
    }

    private Ended run(Path program, List<String> variables, Object... words) throws IOException, InterruptedException {
        ProcessBuilder builder = process(program, words);
        variables.forEach(variable -> builder.environment()
                .put(variable.replaceFirst("=.*", ""), variable.replaceFirst("[^=]*=", "")));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        int code = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }

    private ProcessBuilder process(Path program, Object... words) {
        ProcessBuilder builder = new ProcessBuilder(program.toString()).directory(folder.toFile());
        for (Object word : words) {
            builder.command().add(word.toString());
        }
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", tools.toString(), "HOME", home.toString()));
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
