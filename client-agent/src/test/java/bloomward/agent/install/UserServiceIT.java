package bloomward.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The service of a user under a real systemd: an instance of its own (`systemd --user`), in a mount namespace in which `/run` is
/// empty, so that neither the machine's systemd nor a session is asked, and the home is not below `/tmp`, which the service does
/// not see. The steps of the test are a unit of it, and it ends with them.
@Timeout(300)
final class UserServiceIT {

    private static final Path PROGRAM = Path.of("").toAbsolutePath().resolve("bin/bloomward");
    private static final Path SYSTEMD = Path.of("/usr/lib/systemd/systemd");

    /// A user manager only starts where the machine was booted with systemd, which is told by a folder; and it hides files of
    /// the kernel behind empty ones that the machine's systemd has made.
    private static final String OWN_RUN = "mount -t tmpfs tmpfs /run && cd /run && mkdir -p systemd/system user/test && "
            + "mkdir -p systemd/inaccessible/dir && touch systemd/inaccessible/reg && "
            + "mount --bind \"$FOLDER\" /mnt && export HOME=/mnt/home XDG_RUNTIME_DIR=/run/user/test && ";

    private static final String STEPS = """
            exec >"$HOME/said" 2>&1
            agent=bloomward-agent.service
            bloomward="$HOME/.local/bin/bloomward"
            running() {
              until "$bloomward" agent status | grep 'running, process'; do
                case $(systemctl --user show -p SubState $agent) in SubState=start | SubState=running) ;; *) return ;; esac
              done
            }
            PROGRAM agent install
            systemctl --user is-enabled $agent
            running
            systemctl --user show -p ActiveState $agent
            "$bloomward" agent doctor | grep ' unit '
            PROGRAM agent install
            running
            systemctl --user stop $agent
            systemctl --user show -p ActiveState -p Result $agent
            systemctl --user start $agent
            running
            "$bloomward" agent uninstall
            systemctl --user show -p LoadState -p ActiveState $agent
            "$HOME/.local/bin/bloomward" --version || echo gone
            """;

    @TempDir
    private Path folder;

    @Test
    void runsTheAgentStopsAndIsRemoved() throws Exception {
        Needs.programs("unshare", "systemctl");
        Path home = Files.createDirectory(folder.resolve("home"));
        requireOwnSystemd();
        Files.writeString(folder.resolve("steps"), STEPS.replace("PROGRAM", "'" + PROGRAM + "'"));
        Path units = Files.createDirectories(home.resolve(".config/systemd/user"));
        Files.writeString(units.resolve("steps.service"), """
                [Unit]
                SuccessAction=exit-force
                FailureAction=exit-force
                [Service]
                Type=oneshot
                ExecStart=/bin/sh /mnt/steps
                """);

        Process systemd = own(OWN_RUN + "exec " + SYSTEMD + " --user --unit=steps.service --log-target=null");
        try {
            assertThat(systemd.waitFor()).as(said(systemd)).isZero();
        } finally {
            systemd.destroy(); // it ends its units
        }

        String said = Files.readString(home.resolve("said"));
        assertThat(said.lines()
                .map(line -> line.replaceFirst("process [0-9]+, version .*", "process")
                        .replaceFirst("/mnt/home", "~")
                        .replaceAll(" +", " ")))
                .as(said)
                .containsSubsequence("Installed.", "enabled", "agent running, process", "ActiveState=active",
                        "ok unit ~/.config/systemd/user/bloomward-agent.service", "Installed.",
                        "agent running, process", "Result=success", "ActiveState=inactive", "agent running, process",
                        "Uninstalled.", "LoadState=not-found", "ActiveState=inactive", "gone");
    }

    /// Needs the right to mount, which a container may lack.
    private void requireOwnSystemd() throws Exception {
        Process probe = own(OWN_RUN + "true");
        String said = said(probe);
        Needs.mounting(probe.waitFor() == 0, "a systemd of its own needs the right to mount: " + said);
        Needs.require(Files.isExecutable(SYSTEMD), SYSTEMD + " is missing");
    }

    private Process own(String line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                List.of("unshare", "--mount", "--propagation", "private", "sh", "-c", line)).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_") || name.startsWith("DBUS_"));
        builder.environment().put("FOLDER", folder.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    private static String said(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
