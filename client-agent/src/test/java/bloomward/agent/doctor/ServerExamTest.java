package bloomward.agent.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.doctor.Finding.Outcome;
import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.Reply;
import bloomward.agent.fetch.Transport;
import bloomward.agent.publisher.Publisher;
import bloomward.format.testing.SetClock;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ServerExamTest {

    private static final String DEAD = "http://127.0.0.1:1";

    private static final String IN_CLEAR = "http://lists.example";
    private static final SetClock CLOCK = new SetClock();

    @TempDir
    private static Path ofServers;
    private static Publisher publisher;
    /// Another publication, whose root names two addresses.
    private static Publisher other;

    @TempDir
    private Path folder;
    private Patient patient;

    /// Once, as a server takes a while to start.
    @BeforeAll
    static void publish() throws Exception {
        publisher = Publisher.start(ofServers.resolve("server"), CLOCK)
                .list("phishing")
                .add("phishing", "evil.example")
                .publish();
        other = Publisher.start(ofServers.resolve("other"), CLOCK, "--address", DEAD, "--address", IN_CLEAR)
                .list("phishing")
                .publish();
    }

    @AfterAll
    static void stop() {
        publisher.close();
        other.close();
    }

    @BeforeEach
    void begin() throws Exception {
        patient = new Patient(folder, CLOCK);
        patient.install(publisher);
    }

    private static Reply latest(Transport from, Publisher of) throws FetchException {
        return from.get(of.address(), new PublicPath.Latest(), 1 << 16, Optional.empty());
    }

    private void assertIs(String check, Outcome outcome, String message) throws Exception {
        Finding finding = patient.one(check);
        assertThat(finding.outcome()).as(finding.toString()).isEqualTo(outcome);
        assertThat(finding.message()).contains(message);
        assertThat(finding.advice().isEmpty()).isEqualTo(outcome == Outcome.OK);
    }

    @Test
    void tellsWhetherTheServerAnswers() throws Exception {
        assertIs("server", Outcome.OK, publisher.address() + ": answers with a valid signature");
        patient.proxy = _ -> Optional.of("proxy.example:3128");
        assertIs("server", Outcome.OK, publisher.address() + " by proxy proxy.example:3128: answers");
        publisher.stop();
        try {
            assertIs("server", Outcome.PROBLEM, publisher.address().toString());
            assertThat(patient.all("clock")).isEmpty();
            assertThat(patient.all("news")).isEmpty();
        } finally {
            publisher.start();
        }
    }

    /// Loopback is nobody's to listen to.
    @Test
    void asksEachAddressOfTheRootAndThatOfTheEnrolment() throws Exception {
        Patient another = new Patient(folder.resolve("another"), CLOCK);
        another.install(other);
        Transport real = another.transport.open();
        another.transport = () -> transport(address -> {
            if (address.toString().equals(DEAD)) {
                throw new FetchException(FetchException.Reason.NOT_REACHED, "nobody is there");
            }
            return latest(real, other);
        });
        List<Finding> servers = another.all("server");
        assertThat(servers).extracting(Finding::outcome).containsExactly(Outcome.WARNING, Outcome.WARNING, Outcome.OK);
        assertThat(servers).extracting(Finding::message)
                .containsExactly(DEAD + ": nobody is there; another address answers",
                        IN_CLEAR + ": answers unencrypted: eavesdroppers see which buckets are requested",
                        other.address() + ": answers with a valid signature");
    }

    @Test
    void tellsOfAnotherPublication() throws Exception {
        Reply reply = latest(patient.transport.open(), other);
        patient.transport = () -> answering(reply);
        assertIs("server", Outcome.PROBLEM, "is not signed with a key this agent trusts");
    }

    private interface Asked {

        Reply reply(URI address) throws FetchException;
    }

    private static Transport answering(Reply reply) {
        return transport(_ -> reply);
    }

    private static Transport transport(Asked asked) {
        return new Transport() {
            @Override
            public Reply get(URI address, PublicPath path, int maxLength, Optional<String> etag) throws FetchException {
                return asked.reply(address);
            }

            @Override
            public boolean download(URI address, PublicPath path, long length, Path to) {
                throw new AssertionError("nothing is downloaded");
            }
        };
    }

    @Test
    void tellsWhatElseAnswers() throws Exception {
        patient.transport = () -> answering(new Reply.Missing());
        assertIs("server", Outcome.PROBLEM, "has no publication");
        patient.transport = () -> answering(new Reply.NotModified());
        assertIs("server", Outcome.PROBLEM, "a question that was not asked");
        patient.transport = () -> answering(
                new Reply.Content("<html>".getBytes(StandardCharsets.UTF_8), Optional.empty()));
        assertIs("server", Outcome.PROBLEM, "not a latest note");
    }

    @ParameterizedTest
    @EnumSource(FetchException.Reason.class)
    void knowsWhatHelpsWhateverFails(FetchException.Reason reason) throws Exception {
        patient.transport = () -> transport(_ -> {
            throw new FetchException(reason, "what happened");
        });
        assertIs("server", Outcome.PROBLEM, "what happened");
    }

    @Test
    void tellsThatNoServerCanBeAsked() throws Exception {
        patient.transport = () -> {
            throw new IOException("ca.pem: no certificate");
        };
        assertIs("server", Outcome.PROBLEM, "no server can be asked: ca.pem");
        patient.transport = () -> {
            throw new IllegalArgumentException("https_proxy must be");
        };
        assertIs("server", Outcome.PROBLEM, "no server can be asked: https_proxy");
    }

    @Test
    void comparesTheClockWithTheSignedTime() throws Exception {
        assertIs("clock", Outcome.OK, "the server's latest was signed at 2026-11-01T00:0");
        patient.own = Clock.offset(CLOCK, Duration.ofMinutes(-4));
        assertIs("clock", Outcome.OK, "");
        patient.own = Clock.offset(CLOCK, Duration.ofMinutes(-30));
        assertIs("clock", Outcome.WARNING, "at least 30 minutes slow");
        patient.own = Clock.offset(CLOCK, Duration.ofMinutes(119));
        assertIs("clock", Outcome.OK, "");
        patient.own = Clock.offset(CLOCK, Duration.ofHours(3));
        assertIs("clock", Outcome.WARNING, "this clock is fast");
    }

    @Test
    void comparesWhatIsInstalledWithWhatIsThere() throws Exception {
        Patient newcomer = new Patient(folder.resolve("new"), CLOCK);
        newcomer.enrol(publisher);
        assertThat(newcomer.one("news").message()).endsWith(", installed none");
        assertIs("news", Outcome.OK, "program 1.2.3, newest set ");
        Reply before = latest(patient.transport.open(), publisher);
        CLOCK.advance(Duration.ofSeconds(1));
        publisher.add("phishing", "worse.example").publish();
        assertIs("news", Outcome.WARNING, ", installed ");
        patient.install(publisher);
        assertIs("news", Outcome.OK, "which is installed");
        patient.transport = () -> answering(before);
        assertIs("news", Outcome.PROBLEM, "the server has older lists");
    }

    @Test
    void changesNothing() throws Exception {
        List<String> before = files();
        patient.findings();
        assertThat(files()).isEqualTo(before).isNotEmpty();
    }

    private List<String> files() throws IOException {
        try (var all = Files.walk(patient.store.folder())) {
            return all.map(file -> file + " " + file.toFile().lastModified() + " " + file.toFile().length())
                    .sorted()
                    .toList();
        }
    }
}
