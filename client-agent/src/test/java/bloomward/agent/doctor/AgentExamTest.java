package bloomward.agent.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.config.AgentSetting;
import bloomward.agent.doctor.Finding.Outcome;
import bloomward.agent.doctor.Instruments.RunningAgent;
import bloomward.format.testing.SetClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AgentExamTest {

    @TempDir
    private Path folder;
    private Patient patient;
    private Path socket;

    @BeforeEach
    void begin() throws IOException {
        patient = new Patient(folder, new SetClock());
        socket = Files.createDirectory(folder.resolve("run")).resolve("agent.sock");
        patient.options.put(AgentSetting.SOCKET, socket.toString());
    }

    private void assertIs(String check, Outcome outcome, String message) throws Exception {
        Finding finding = patient.one(check);
        assertThat(finding.outcome()).as(finding.toString()).isEqualTo(outcome);
        assertThat(finding.message()).contains(message);
        assertThat(finding.advice().isEmpty()).isEqualTo(outcome == Outcome.OK);
    }

    @Test
    void tellsWhetherAnAgentAnswers() throws Exception {
        assertIs("agent", Outcome.WARNING, "none answers on " + socket);
        Files.createFile(socket);
        patient.agent = path -> Optional
                .of(new RunningAgent(path.equals(socket) ? Patient.VERSION : "", 42, List.of()));
        assertIs("agent", Outcome.OK, "process 42 answers on " + socket + ", version 1.2.3");
        patient.agent = _ -> Optional.of(new RunningAgent("1.2.2", 42, List.of()));
        assertIs("agent", Outcome.WARNING, "version 1.2.2; this program is 1.2.3");
        patient.agent = _ -> {
            throw new IOException("no JSON");
        };
        assertIs("agent", Outcome.PROBLEM, "does not answer like an agent: IO: no JSON");
    }

    @ParameterizedTest
    @CsvSource({"rw-------, rwx------, OK", "rw-rw-rw-, rwx------, OK", "rw-------, rwxr-xr-x, OK",
        "rw-rw-rw-, rwxr-xr-x, WARNING"})
    void tellsWhoCanAskIt(String mode, String ofFolder, Outcome outcome) throws Exception {
        patient.agent = _ -> Optional.of(new RunningAgent(Patient.VERSION, 42, List.of()));
        Files.setPosixFilePermissions(Files.createFile(socket), PosixFilePermissions.fromString(mode));
        Files.setPosixFilePermissions(socket.getParent(), PosixFilePermissions.fromString(ofFolder));
        assertIs("socket", outcome, "mode " + mode + ", in a folder of mode " + ofFolder);
    }

    @Test
    void tellsOfASocketThatCannotBeSeen() throws Exception {
        patient.agent = _ -> Optional.of(new RunningAgent(Patient.VERSION, 42, List.of()));
        assertIs("socket", Outcome.UNKNOWN, "NoSuchFile");
    }

    @Test
    void tellsHowMuchMemoryItTakes() throws Exception {
        Files.createFile(socket);
        patient.agent = _ -> Optional.of(new RunningAgent(Patient.VERSION, 42, List.of()));
        assertThat(patient.all("memory")).isEmpty();
        Path status = Files.createDirectories(patient.processes.resolve("42")).resolve("status");
        Files.writeString(status, "Name:\tjava\nVmRSS:\t   71680 kB\n");
        assertIs("memory", Outcome.OK, "70 MiB, mapped lists included");
        Files.writeString(status, "VmRSS:\t  1048576 kB\n");
        assertIs("memory", Outcome.WARNING, "1024 MiB");
        Files.writeString(status, "VmRSS:\t  unknown\n");
        assertThat(patient.all("memory")).isEmpty();
    }

    @Test
    void tellsWhetherItIsInstalled() throws Exception {
        assertIs("unit", Outcome.WARNING, "not installed");
        Files.createFile(patient.unit);
        assertIs("unit", Outcome.OK, patient.unit.toString());
    }
}
