package bloomward.agent.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict;
import bloomward.agent.config.AgentSetting;
import bloomward.agent.config.Config;
import bloomward.agent.doctor.Finding.Outcome;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.publisher.SharedPublisher;
import bloomward.format.Digest;
import bloomward.format.testing.SetClock;
import bloomward.format.url.Expression;
import bloomward.program.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Findings about this machine; [ServerExamTest] has those about the server, [AgentExamTest] those about the process.
@ExtendWith(SharedPublisher.class)
final class DoctorTest {

    private static final SetClock CLOCK = new SetClock();

    @TempDir
    private Path folder;
    private Publisher publisher;
    private Patient patient;

    @BeforeEach
    void begin(Publisher shared) {
        publisher = shared;
        patient = new Patient(folder, CLOCK);
    }

    private void assertIs(String check, Outcome outcome, String message) throws Exception {
        Finding finding = patient.one(check);
        assertThat(finding.outcome()).as(finding.toString()).isEqualTo(outcome);
        assertThat(finding.message()).contains(message);
        assertThat(finding.advice().isEmpty()).isEqualTo(outcome == Outcome.OK);
    }

    @Test
    void findsNothingWrongWithAnAgentThatIsWell() throws Exception {
        patient.install(publisher);
        Files.createFile(patient.unit);
        patient.agent = _ -> Optional.of(new Instruments.RunningAgent(Patient.VERSION, 1, List.of()));
        Path socket = Files.createFile(patient.store.folder().resolve("agent.sock"));
        patient.options.put(AgentSetting.SOCKET, socket.toString());
        List<Finding> findings = patient.findings();
        assertThat(findings).extracting(Finding::check)
                .containsExactly("settings", "policy", "store-folder", "enrolled", "root", "files", "disk-space",
                        "freshness", "test-entries", "server", "clock", "news", "agent", "socket", "unit", "browsers");
        assertThat(findings).allMatch(finding -> finding.outcome() == Outcome.OK)
                .allMatch(finding -> finding.advice().isEmpty());
    }

    @Test
    void oneCauseIsOneFinding() throws Exception {
        assertThat(patient.findings()).extracting(Finding::check)
                .containsExactly("settings", "policy", "enrolled", "agent", "unit", "browsers");
        assertIs("enrolled", Outcome.PROBLEM, "every URL is unknown");
        assertThat(patient.one("enrolled").advice()).startsWith("bloomward agent enroll");
        patient.options.putAll(Map.of(AgentSetting.SERVER, "http://a.example", AgentSetting.ROOT, "/root"));
        assertThat(patient.one("enrolled").advice()).contains("enrols automatically");
    }

    @Test
    void tellsThatTheSettingsNameAnotherPublication() throws Exception {
        patient.install(publisher);
        patient.options.put(AgentSetting.SERVER, publisher.address().toString());
        patient.options.put(AgentSetting.ROOT, publisher.rootFile().toString());
        assertIs("publication", Outcome.OK, "the one that the settings name");
        String unknown = "sha256:" + "0".repeat(64);
        patient.options.put(AgentSetting.ROOT, unknown);
        assertIs("publication", Outcome.PROBLEM, "stays in use: " + publisher.address() + ": none of its roots");
        assertThat(patient.one("publication").advice())
                .contains("bloomward agent enroll " + publisher.address() + " --root " + unknown + " --replace");
        patient.options.put(AgentSetting.SERVER, "http://127.0.0.1:1");
        assertThat(patient.all("publication")).as("which server answers is another finding").isEmpty();
        assertThat(patient.all("server")).extracting(Finding::outcome).containsExactly(Outcome.WARNING, Outcome.OK);
    }

    @Test
    void tellsOfSettingsThatHaveNoEffect() throws Exception {
        assertIs("settings", Outcome.OK, "all valid");
        write(patient.places.policy(), "[enforced]\nstale = 'unknown'\n[default]\nconfirm = 'off'\n");
        assertIs("policy", Outcome.OK, "1 enforced, 1 default");
        patient.environment.put("BLOOMWARD_STALE", "clean");
        assertIs("settings", Outcome.WARNING, "environment BLOOMWARD_STALE: stale has no effect");
        write(patient.places.policy(), "[enforced]\nstale = 'unknwon'\n");
        assertIs("policy", Outcome.PROBLEM, patient.places.policy() + " line 2: stale: 'unknwon'");
        assertIs("settings", Outcome.OK, "");
    }

    @Test
    void tellsWhyThereAreNoSettings() throws Exception {
        write(folder.resolve("agent.toml"), "stael = 'clean'\n");
        try {
            Config.resolve(patient.options, Optional.of(folder.resolve("agent.toml")), patient.environment,
                    patient.places);
        } catch (SettingException e) {
            assertThat(Doctor.withoutSettings(e)).singleElement().satisfies(finding -> {
                assertThat(finding.outcome()).isEqualTo(Outcome.PROBLEM);
                assertThat(finding.message()).contains("line 1: unknown setting stael");
            });
            return;
        }
        throw new AssertionError("was not refused");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @ParameterizedTest
    @CsvSource({"rwx------, OK, accessible only to its owner", "rwxr-x---, WARNING, other users can see",
        "rwx---rwx, PROBLEM, other users can write", "rwxrwx---, PROBLEM, other users can write"})
    void tellsWhoCanReachTheStore(String mode, Outcome outcome, String message) throws Exception {
        patient.enrol(publisher);
        Files.setPosixFilePermissions(patient.store.folder(), PosixFilePermissions.fromString(mode));
        assertIs("store-folder", outcome, message);
    }

    @Test
    void tellsOfAStateThatCannotBeRead() throws Exception {
        patient.install(publisher);
        byte[] state = Files.readAllBytes(patient.store.folder().resolve("state"));
        Files.writeString(patient.store.folder().resolve("state"), "nonsense\n");
        assertIs("files", Outcome.WARNING, "state file");
        Files.writeString(patient.store.folder().resolve("state.copy"), "nonsense\n");
        assertIs("state", Outcome.PROBLEM, "neither state file can be used");
        assertThat(patient.one("state").advice()).startsWith("bloomward agent enroll ADDRESS --root FILE --replace");
        assertThat(patient.findings()).extracting(Finding::check).doesNotContain("files", "server");
        Files.write(patient.store.folder().resolve("state"), state);
        assertIs("files", Outcome.WARNING, "copy of the state file");
    }

    @Test
    void tellsOfAStoreOfANewerProgram() throws Exception {
        patient.install(publisher);
        Path state = patient.store.folder().resolve("state");
        String first = Files.readAllLines(state).getFirst();
        Files.writeString(state, first.replaceAll("\\d+$", "9") + "\n");
        Files.writeString(patient.store.folder().resolve("state.copy"), first.replaceAll("\\d+$", "9") + "\n");
        assertIs("state", Outcome.PROBLEM, "made by a newer version");
        assertThat(patient.one("state").advice()).isEqualTo("install the newer program again");
    }

    @Test
    void tellsHowLongTheRootHolds() throws Exception {
        patient.install(publisher);
        assertIs("root", Outcome.OK, "version 1, valid until ");
        patient.own = Clock.offset(patient.clock, Duration.ofDays(345));
        assertIs("root", Outcome.WARNING, "expires soon");
        patient.own = Clock.offset(patient.clock, Duration.ofDays(400));
        assertIs("root", Outcome.PROBLEM, "expired, so no URL is clean");
    }

    @Test
    void tellsOfEachFileThatIsNotWhatWasSigned() throws Exception {
        patient.enrol(publisher);
        assertIs("files", Outcome.PROBLEM, "no list is installed yet");
        patient.install(publisher);
        assertIs("files", Outcome.OK, "phishing 1 (1 entry)");
        var protection = patient.store.open(List.of()).orElseThrow();
        Digest packed = protection.protection().lists().getFirst().release().packed().digest();
        Digest flat = protection.protection().lists().getFirst().release().flat().digest();
        protection.close();
        flip(packed);
        assertIs("files", Outcome.WARNING, "list phishing, packed file: its digest is");
        assertIs("files", Outcome.WARNING, "the flat file answers alone");
        Files.delete(patient.store.folder().resolve("files").resolve(flat.toHex()));
        assertIs("files", Outcome.PROBLEM, "not there, so the list cannot be asked");
    }

    private void flip(Digest file) throws IOException {
        Path path = patient.store.folder().resolve("files").resolve(file.toHex());
        byte[] bytes = Files.readAllBytes(path);
        bytes[bytes.length / 2] ^= 1;
        Files.write(path, bytes);
    }

    @Test
    void tellsOfAListThatThePublicationDoesNotHave() throws Exception {
        patient.install(publisher);
        patient.options.put(AgentSetting.LISTS, "phishing,malware");
        assertIs("files", Outcome.WARNING, "the publication has no list malware");
    }

    @Test
    void tellsWhetherAWholeDownloadFits() throws Exception {
        patient.install(publisher);
        assertIs("disk-space", Outcome.OK, "MiB free, twice the size of the lists is 1 MiB");
        patient.disk = _ -> 1;
        assertIs("disk-space", Outcome.WARNING, "a full download may not fit");
        patient.disk = _ -> {
            throw new IOException("no such device");
        };
        assertIs("disk-space", Outcome.UNKNOWN, "no such device");
    }

    @Test
    void tellsHowFreshTheListsAre() throws Exception {
        patient.install(publisher);
        assertIs("freshness", Outcome.OK, "fresh: ");
        patient.own = Clock.offset(patient.clock, Duration.ofDays(2));
        assertIs("freshness", Outcome.WARNING, "stale: ");
        patient.own = Clock.offset(patient.clock, Duration.ofDays(8));
        assertIs("freshness", Outcome.PROBLEM, "expired: ");
    }

    @Test
    void triesWhatEachListMustFindAndNoneMay() throws Exception {
        patient.install(publisher);
        assertIs("test-entries", Outcome.OK, "1 found as expected");
        patient.judge = (_, _) -> new Verdict.Clean();
        assertIs("test-entries", Outcome.PROBLEM, "list phishing does not find phishing.listed.bloomward.test/");
        patient.judge = (_, _) -> new Verdict.Unknown(Verdict.Reason.UNCONFIRMED, "nobody asked");
        assertIs("test-entries", Outcome.PROBLEM, "never.unlisted.bloomward.test/ is found");
        patient.judge = (_, url) -> url.contains("never")
                ? new Verdict.Clean()
                : new Verdict.Unknown(Verdict.Reason.UNCONFIRMED, "nobody asked");
        assertIs("test-entries", Outcome.OK, "");
        patient.judge = (_, _) -> new Verdict.Allowed(new Expression("phishing.listed.bloomward.test/"));
        assertIs("test-entries", Outcome.PROBLEM, "does not find");
    }

    @Test
    void theWorstCounts() {
        Finding ok = Finding.ok("a", "");
        Finding warning = Finding.warning("a", "", "b");
        Finding unknown = Finding.unknown("a", "", "b");
        Finding problem = Finding.problem("a", "", "b");
        assertThat(Finding.worst(List.of(ok))).isEqualTo(Outcome.OK);
        assertThat(Finding.worst(List.of(ok, warning))).isEqualTo(Outcome.WARNING);
        assertThat(Finding.worst(List.of(unknown, warning))).isEqualTo(Outcome.UNKNOWN);
        assertThat(Finding.worst(List.of(unknown, warning, problem))).isEqualTo(Outcome.PROBLEM);
    }
}
