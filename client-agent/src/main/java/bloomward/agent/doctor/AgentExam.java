package bloomward.agent.doctor;

import bloomward.agent.doctor.Instruments.RunningAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Examines the running agent, and whether one will run after the next start of the machine.
final class AgentExam {

    private static final String AGENT = "agent";
    private static final String SOCKET = "socket";
    private static final String MEMORY = "memory";
    private static final String UNIT = "unit";
    private static final long PLENTY_IN_KIB = 256 * 1024;

    private static final Set<PosixFilePermission> TO_OWNER = PosixFilePermissions.fromString("rwx------");

    private final Path socket;
    private final Instruments instruments;

    AgentExam(Path socket, Instruments instruments) {
        this.socket = socket;
        this.instruments = instruments;
    }

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        try {
            Optional<RunningAgent> running = instruments.agent().ask(socket);
            findings.add(running.map(this::running)
                    .orElseGet(() -> Finding.warning(AGENT,
                            "none answers on " + socket + "; without a running agent, the lists are not updated",
                            "bloomward agent install, or bloomward agent run")));
            if (running.isPresent()) {
                findings.add(socketFile());
                memory(running.get().pid()).ifPresent(findings::add);
            }
        } catch (IOException e) {
            findings.add(Finding.problem(AGENT,
                    "the listener on " + socket + " does not answer like an agent: " + Doctor.words(e),
                    "stop it, and restart the agent"));
        }
        findings.add(unit());
        return findings;
    }

    private Finding running(RunningAgent agent) {
        String message = "process " + agent.pid() + " answers on " + socket + ", version " + agent.version();
        return agent.version().equals(instruments.version())
                ? Finding.ok(AGENT, message)
                : Finding.warning(AGENT, message + "; this program is " + instruments.version(), "restart the agent");
    }

    private Finding socketFile() {
        try {
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(socket);
            Set<PosixFilePermission> folder = Files.getPosixFilePermissions(socket.toAbsolutePath().resolveSibling(""));
            String message = socket + ": mode " + PosixFilePermissions.toString(mode) + ", in a folder of mode "
                    + PosixFilePermissions.toString(folder) + ", owned by " + Files.getOwner(socket).getName();
            boolean isPrivate = TO_OWNER.containsAll(mode) || TO_OWNER.containsAll(folder);
            return isPrivate
                    ? Finding.ok(SOCKET, message)
                    : Finding.warning(SOCKET, message + ": other users can ask this agent",
                            "chmod 600 " + socket + ", unless this is intended");
        } catch (IOException e) {
            return Finding.unknown(SOCKET, Doctor.words(e), "run this as the owner of the agent");
        } catch (UnsupportedOperationException _) {
            return Finding.ok(SOCKET, socket + ": this system has no POSIX permissions");
        }
    }

    /// @return empty if the kernel does not report it
    private Optional<Finding> memory(long pid) {
        try (Stream<String> lines = Files.lines(instruments.processes().resolve(pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .findFirst()
                    .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .map(AgentExam::memoryOf);
        } catch (IOException | NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static Finding memoryOf(long kib) {
        String message = kib / 1024 + " MiB, mapped lists included";
        return kib > PLENTY_IN_KIB
                ? Finding.warning(MEMORY, message, "large lists need memory; name fewer of them in the setting lists")
                : Finding.ok(MEMORY, message);
    }

    private Finding unit() {
        return instruments.units()
                .stream()
                .filter(Files::exists)
                .findFirst()
                .map(file -> Finding.ok(UNIT, file.toString()))
                .orElseGet(() -> Finding.warning(UNIT, "not installed: no agent will run after the machine restarts",
                        "bloomward agent install"));
    }
}
