package bloomward.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.install.CommandRunner.Ended;
import bloomward.format.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A user's installation is made for real, in a home in a temporary folder; a system's is laid out below one.
final class ServiceInstallationTest {

    @TempDir
    private Path folder;
    private Path home;
    private Path programs;
    private final List<String> ran = new ArrayList<>();
    private String missing = "";

    @BeforeEach
    void makeHome() throws IOException {
        home = Files.createDirectory(folder.resolve("a home")).toRealPath();
        programs = home.resolve(".local/share/bloomward/program");
    }

    @Test
    void installsACopyThatNothingOutsideItsFolderIsNeededFor() throws Exception {
        Path source = source("1.0", "one");
        FileTime time = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));
        Files.setLastModifiedTime(source.resolve("bin/bloomward"), time);
        assertThat(install("1.0", source)).isEmpty();
        deleteAll(source);
        assertThat(home.resolve(".local/bin/bloomward")).hasContent("one");
        assertThat(Files.getLastModifiedTime(home.resolve(".local/bin/bloomward"))).isEqualTo(time);
        assertThat(home.resolve(".local/share/man/man1/bloomward.1")).hasContent("page");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(".local/bin/bloomward"))))
                .isEqualTo("rwxr-xr-x");
        assertThat(unit()).contains("ExecStart=\"" + programs.resolve("current/bin/bloomward") + "\" agent run")
                .doesNotContain(source.toString())
                .doesNotContain("@comm")
                .doesNotContain("@env");
        assertThat(home.resolve(".config/systemd/user/bloomward-agent.service.d/hardening.conf")).content()
                .contains("ReadWritePaths=\"" + home.resolve(".local/share/bloomward/agent") + "\"");
        assertThat(ran).containsExactly("unshare --user true",
                "sh -c 'umask 022; exec \"$0\" --version' '" + programs.resolve("1.0/bin/bloomward") + "'",
                "sh -c 'umask 022; exec \"$0\" native-host --caller none --' '" + programs.resolve("1.0/bin/bloomward")
                        + "'",
                "systemctl --user daemon-reload", "systemctl --user enable bloomward-agent.service",
                "systemctl --user restart bloomward-agent.service");
    }

    @Test
    void showsInADryRunWhatItWouldDoAndDoesNothing() throws Exception {
        Plan plan = installation(Audience.USER, Path.of("/")).install(program("1.0", source("1.0", "one")));
        assertThat(files()).isEmpty();
        assertThat(ran).containsExactly("unshare --user true");
        String shown = plan.shown();
        plan.carryOut();
        for (Path file : files()) {
            assertThat(shown).contains(home.resolve(file).toString());
        }
        unit().lines().forEach(line -> assertThat(shown).contains("        | " + line + "\n"));
        ran.stream().skip(1).forEach(command -> assertThat(shown).contains("run     " + command + "\n"));
        assertThat(shown).as("without manual pages and the record")
                .doesNotContain("        | page", "        | folder");
    }

    @Test
    void removesExactlyWhatItWrote() throws Exception {
        Files.createDirectories(home.resolve(".local/bin"));
        Files.createDirectories(home.resolve(".config/systemd/user"));
        Files.writeString(home.resolve(".config/systemd/user/other.service"), "not ours");
        List<Path> before = files();
        install("1.0", source("1.0", "one"));
        Files.writeString(programs.resolve("1.0/cds/bloomward-1-2.jsa"), "made by the launcher");
        Files.writeString(home.resolve(".local/share/bloomward/agent/state"), "the store");
        ran.clear();
        Plan plan = installation(Audience.USER, Path.of("/")).uninstall(false);
        assertThat(plan.carryOut()).isEmpty();
        assertThat(ran).containsExactly("systemctl --user disable --now bloomward-agent.service",
                "systemctl --user daemon-reload");
        assertThat(plan.notes()).containsExactly("kept: " + home.resolve(".local/share/bloomward/agent"));
        List<Path> left = new ArrayList<>(files());
        left.removeAll(before);
        assertThat(left).containsExactly(Path.of(".local/share"), Path.of(".local/share/bloomward"),
                Path.of(".local/share/bloomward/agent"), Path.of(".local/share/bloomward/agent/state"));
        assertThatThrownBy(() -> installation(Audience.USER, Path.of("/")).uninstall(false))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("nothing is installed");
    }

    @Test
    void purgesSettingsAndStoreButNothingThatALinkLeadsTo() throws Exception {
        List<Path> before = files();
        install("1.0", source("1.0", "one"));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("kept"), "");
        Files.createSymbolicLink(home.resolve(".local/share/bloomward/agent/files"), elsewhere);
        Files.createDirectories(home.resolve(".config/bloomward"));
        Files.writeString(home.resolve(".config/bloomward/agent.toml"), "stale = \"clean\"");
        installation(Audience.USER, Path.of("/")).uninstall(true).carryOut();
        assertThat(elsewhere.resolve("kept")).exists();
        assertThat(home.resolve(".local/share/bloomward/agent")).doesNotExist();
        assertThat(home.resolve(".config/bloomward")).doesNotExist();
        assertThat(files()).containsAll(before);
    }

    @Test
    void upgradesAndKeepsTheStoreAndTheVersionThatMayBeRunning() throws Exception {
        install("1.0", source("1.0", "one"));
        Files.writeString(home.resolve(".local/share/bloomward/agent/state"), "the store");
        install("1.1", source("1.1", "two"));
        assertThat(home.resolve(".local/bin/bloomward")).hasContent("two");
        assertThat(programs.resolve("1.0/bin/bloomward")).hasContent("one");
        install("1.2", source("1.2", "three"));
        assertThat(programs.resolve("1.0")).doesNotExist();
        assertThat(programs.resolve("1.1/bin/bloomward")).hasContent("two");
        assertThat(home.resolve(".local/share/bloomward/agent/state")).hasContent("the store");
        installation(Audience.USER, Path.of("/")).uninstall(true).carryOut();
        assertThat(programs).doesNotExist();
    }

    @Test
    void installsTheSameVersionBesideTheOneThatMayBeRunning() throws Exception {
        install("1.0", source("1.0", "one"));
        install("1.0", source("1.0", "again"));
        assertThat(programs.resolve("1.0/bin/bloomward")).hasContent("one");
        assertThat(home.resolve(".local/bin/bloomward")).hasContent("again");
        assertThat(Files.readSymbolicLink(programs.resolve("current"))).isEqualTo(Path.of("1.0.2"));
    }

    @Test
    void writesOverNoFileThatIsNotItsOwn() throws Exception {
        Path command = Files.createDirectories(home.resolve(".local/bin")).resolve("bloomward");
        Files.writeString(command, "somebody's");
        List<Path> before = files();
        assertThatThrownBy(() -> install("1.0", source("1.0", "one"))).isInstanceOf(InstallException.class)
                .hasMessageContaining(command + " already exists");
        assertThat(files()).isEqualTo(before);
        assertThat(command).hasContent("somebody's");
    }

    @Test
    void saysWhatIsLeftToRunWhereSystemdIsNot() throws Exception {
        missing = "systemctl";
        assertThat(install("1.0", source("1.0", "one"))).containsExactly("systemctl --user daemon-reload",
                "systemctl --user enable bloomward-agent.service", "systemctl --user restart bloomward-agent.service");
        assertThat(home.resolve(".local/bin/bloomward")).hasContent("one");
    }

    @Test
    void leavesOutTheHardeningThatNeedsNamespacesWhereThereAreNone() throws Exception {
        missing = "unshare";
        Plan plan = installation(Audience.USER, Path.of("/")).install(program("1.0", source("1.0", "one")));
        assertThat(plan.notes()).singleElement().asString().contains("namespaces", "hardening.conf");
        assertThat(plan.shown()).doesNotContain("PrivateUsers");
    }

    @Test
    void hardensTheSystemService() throws Exception {
        Path root = Files.createDirectory(folder.resolve("root"));
        installation(Audience.SYSTEM, root).install(program("1.0", source("1.0", "one"))).carryOut();
        assertThat(ran).isEmpty();
        assertThat(Files.readString(root.resolve("etc/systemd/system/bloomward-agent.service")).lines())
                .contains("ExecStart=\"/usr/local/lib/bloomward/current/bin/bloomward\" agent run", "DynamicUser=yes",
                        "StateDirectory=bloomward", "RuntimeDirectoryMode=0755", "UMask=0077", "NoNewPrivileges=yes",
                        "ProtectSystem=strict", "ProtectHome=yes", "CapabilityBoundingSet=",
                        "SystemCallFilter=@system-service", "SystemCallFilter=~@privileged @resources",
                        "Environment=BLOOMWARD_SOCKET_ACCESS=everyone")
                .noneMatch(line -> line.startsWith("MemoryDenyWriteExecute"));
        assertThat(Files.readSymbolicLink(root.resolve("usr/local/bin/bloomward")))
                .isEqualTo(Path.of("/usr/local/lib/bloomward/current/bin/bloomward"));
        installation(Audience.SYSTEM, root).uninstall(false).carryOut();
        try (Stream<Path> left = Files.list(root)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void writesUnitsThatSystemdUnderstands() throws Exception {
        Needs.programs("systemd-analyze");
        install("1.0", source("1.0", "#!/bin/sh\n"));
        assertThat(analyzed("verify", "--man=no", home.resolve(".config/systemd/user/bloomward-agent.service")).words())
                .doesNotContain("bloomward");
        Path root = folder.resolve("root");
        installation(Audience.SYSTEM, root).install(program("1.0", source("1.0", "#!/bin/sh\n"))).carryOut();
        Path system = root.resolve("etc/systemd/system/bloomward-agent.service");
        Ended exposed = analyzed("security", "--offline=true", "--threshold=15", system);
        assertThat(exposed.words()).contains("Overall exposure level");
        assertThat(exposed.exitCode()).as(exposed.words()).isZero();
        Files.writeString(system,
                Files.readString(system)
                        .replace("\"/usr/local/lib/bloomward/current/bin/bloomward\"",
                                "\"" + programs.resolve("1.0/bin/bloomward") + "\""));
        assertThat(analyzed("verify", "--man=no", system).words()).doesNotContain("bloomward");
    }

    private static Ended analyzed(Object... words) throws IOException {
        return CommandRunner.ofProcesses()
                .run(Stream.concat(Stream.of("systemd-analyze"), Stream.of(words).map(Object::toString)).toList());
    }

    @Test
    void tellsAServiceWhereAVariableSaysTheJdkIs() throws Exception {
        Path jdk = Files.createDirectory(folder.resolve("jdk 100%"));
        Program program = new Program(source("1.0", "one"), "1.0", new TreeMap<>(), jdk);
        Machine machine = new Machine(Path.of("/"), Map.of("HOME", home.toString(), "JAVA_HOME", jdk.toString()),
                this::run);
        assertThat(ServiceInstallation.of(Audience.USER, machine).install(program).shown())
                .contains("Environment=\"BLOOMWARD_JAVA_HOME=" + folder.toString().replace("%", "%%") + "/jdk 100%%\"");
    }

    @Test
    void refusesASystemServiceThatCouldNotSeeItsJdk() throws Exception {
        Program program = new Program(source("1.0", "one"), "1.0", new TreeMap<>(), Path.of("/home/somebody/jdk"));
        assertThatThrownBy(() -> installation(Audience.SYSTEM, Path.of("/")).install(program))
                .isInstanceOf(InstallException.class)
                .hasMessageMatching(".*(cannot access the JDK in /home/somebody/jdk|cannot be written by this user).*");
    }

    @Test
    void takesNothingForAProgramThatIsNotLaidOut() throws Exception {
        Path source = source("1.0", "one");
        Files.delete(source.resolve("classpath"));
        assertThatThrownBy(() -> install("1.0", source)).isInstanceOf(InstallException.class)
                .hasMessageContaining("classpath is missing");
    }

    @Test
    void refusesARecordThatNoInstallationWrote() throws Exception {
        for (String line : new String[] {"file etc/passwd", "file /a/../b", "folder /", "archives /a/b", "sink /a/b",
            "/a/b"}) {
            Files.createDirectories(programs);
            Files.writeString(programs.resolve("installed"), line + "\n");
            assertThatThrownBy(() -> installation(Audience.USER, Path.of("/"))).as(line)
                    .isInstanceOf(InstallException.class)
                    .hasMessageStartingWith(programs.resolve("installed") + ": ");
        }
    }

    @Test
    void hasTemplatesForOtherSystems() throws Exception {
        ServiceInstallation installation = installation(Audience.USER, Path.of("/"));
        assertThat(installation.template("launchd")).contains("never tried")
                .contains("<string>" + programs.resolve("current/bin/bloomward") + "</string>");
        assertThat(installation.template("windows")).contains("never tried").contains("bloomward.agent.Main agent run");
    }

    private List<String> install(String version, Path source) throws IOException, InstallException {
        return installation(Audience.USER, Path.of("/")).install(program(version, source)).carryOut();
    }

    private ServiceInstallation installation(Audience audience, Path root) throws IOException, InstallException {
        return ServiceInstallation.of(audience, new Machine(root, Map.of("HOME", home.toString()), this::run));
    }

    private Ended run(List<String> command) throws IOException {
        if (command.getFirst().equals(missing)) {
            throw new IOException("no such program");
        }
        ran.add(new InstallStep.Run(command, true).words());
        return new Ended(0, "");
    }

    private static Program program(String version, Path source) {
        return new Program(source, version, new TreeMap<>(Map.of("man/man1/bloomward.1", "page")),
                Path.of("/usr/lib/jvm/25"));
    }

    /// A program as the build lays it out, whose launcher has this content.
    private Path source(String version, String content) throws IOException {
        Path source = Files.createTempDirectory(folder, "source-" + version);
        Files.createDirectories(source.resolve("bin"));
        Files.createDirectories(source.resolve("lib"));
        Files.createDirectories(source.resolve("cds"));
        Files.writeString(source.resolve("bin/bloomward"), content);
        assertThat(source.resolve("bin/bloomward").toFile().setExecutable(true)).isTrue();
        for (String file : List.of("lib/launch.sh", "lib/client-agent-" + version + ".jar", "classpath",
                "cds/old.jsa")) {
            Files.writeString(source.resolve(file), file);
        }
        return source;
    }

    private String unit() throws IOException {
        return Files.readString(home.resolve(".config/systemd/user/bloomward-agent.service"));
    }

    /// All that is in the home, links not followed.
    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            return files.filter(file -> !file.equals(home)).map(home::relativize).sorted().toList();
        }
    }

    private static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
