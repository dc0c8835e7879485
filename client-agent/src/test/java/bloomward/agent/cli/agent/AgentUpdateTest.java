package bloomward.agent.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Cli;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.publisher.SharedPublisher;
import bloomward.format.Digest;
import bloomward.format.testing.SetClock;
import bloomward.program.testing.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// `bloomward agent enroll` and `update`, against the real server.
@ExtendWith(SharedPublisher.class)
final class AgentUpdateTest {

    private static final SetClock CLOCK = new SetClock();

    @TempDir
    private static Path servers;

    private static Publisher publisher;

    @TempDir
    private Path folder;

    @BeforeAll
    static void publish() throws Exception {
        publisher = Publisher.start(servers.resolve("server"), CLOCK);
        publisher.list("phishing").add("phishing", "evil.example").publish();
    }

    @AfterAll
    static void stop() {
        publisher.close();
    }

    private Run agent(String... args) {
        List<String> all = new ArrayList<>(List.of("agent"));
        all.addAll(List.of(args));
        all.addAll(List.of("--data-dir", folder.resolve("agent").toString()));
        return new Run.Setting().with("HOME", folder.toString()).at(CLOCK).run(Cli::run, all.toArray(String[]::new));
    }

    private Run enroll(String... more) {
        List<String> args = new ArrayList<>(List.of("enroll", publisher.address().toString()));
        args.addAll(List.of(more));
        return agent(args.toArray(String[]::new));
    }

    private String rootFile() {
        return publisher.rootFile().toString();
    }

    @Test
    void leavesAServerAloneThatWasAskedJustNow() {
        enroll("--root", rootFile());
        assertThat(agent("update").out()).matches("the server was asked at \\S+; pass --now to ask again\\R");
        assertThat(agent("update", "--now").out()).isEqualTo("nothing newer is published\n");
        CLOCK.advance(Duration.ofMinutes(5));
        assertThat(agent("update").out()).isEqualTo("nothing newer is published\n");
    }

    @Test
    void saysWhomItTrustsAndWhatThatBrought() throws Exception {
        Run run = enroll("--root", rootFile());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("enrolled at " + publisher.address() + "\norigin trial-")
                .contains(", root version 1, valid until ")
                .contains("one key must sign each new root: trial-")
                .contains("one key must sign each publication: trial-")
                .containsPattern(
                        "\nlist phishing, version [12]: ([1] entry|[2] entries)\nprotected by ([1] entry|[2] entries) in [0-9.]+ s\n");
    }

    @Test
    void enrollsByTheDigestOfARoot() throws Exception {
        Run run = enroll("--root-sha256", Digest.ofFile(publisher.rootFile()).toHex(), "-o", "json");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\"wasEnrolled\":false,\"root\":1,")
                .contains("\"rootThreshold\":1,")
                .contains("\"protected\":true,")
                .containsPattern("\"lists\":\\[\\{\"list\":\"phishing\",\"version\":[12],\"entries\":[12]}]");
    }

    @Test
    void takesADigestAsSettingsSayIt() throws Exception {
        Run run = enroll("--root", "sha256:" + Digest.ofFile(publisher.rootFile()).toHex());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("enrolled at " + publisher.address());
    }

    @Test
    void refusesARootThatTheServerDoesNotHave() {
        Run run = enroll("--root-sha256", Digest.of(new byte[0]).toHex());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("none of its roots, 1 to 1, has the digest").hasLineCount(1);
    }

    @Test
    void refusesAnotherPublicationUnlessItIsToReplace(Publisher other) throws Exception {
        assertThat(enroll("--root", rootFile()).exitCode()).isZero();
        String[] args = {"enroll", other.address().toString(), "--root", other.rootFile().toString()};
        Run refused = agent(args);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("already enrolled: origin trial-")
                .contains("server " + publisher.address())
                .contains("root version 1")
                .contains("--replace");
        Run replaced = agent("enroll", args[1], "--root", args[3], "--replace");
        assertThat(replaced.exitCode()).isZero();
        assertThat(replaced.out()).contains("enrolled at " + other.address(), "list phishing, version 1");
    }

    @Test
    void isNoErrorTwice() throws Exception {
        enroll("--root", rootFile());
        Run again = enroll("--root", rootFile());
        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).startsWith("was already enrolled, now at " + publisher.address() + "\n");
    }

    @Test
    void saysWhatIsWrongWithTheCommandLine() throws Exception {
        Run without = enroll();
        assertThat(without.exitCode()).isEqualTo(2);
        assertThat(without.err()).contains("--root is missing").hasLineCount(1);
        assertThat(enroll("--root", "sha256:12").err()).contains("--root: not 64 hex digits");
        assertThat(enroll("--root-sha256", "12").err()).contains("not 64 hex digits");
        assertThat(agent("enroll", "lists.example", "--root", rootFile()).err())
                .contains("lists.example: not the address");
        Path page = Files.writeString(folder.resolve("page.html"), "<html>\n");
        Run noRoot = enroll("--root", page.toString());
        assertThat(noRoot.exitCode()).isEqualTo(2);
        assertThat(noRoot.err()).contains("page.html: malformed");
        assertThat(enroll("--root", rootFile(), "--lists", "other").err())
                .contains("this publication has no list other");
    }

    @Test
    void updatesAndSaysHow() throws Exception {
        enroll("--root", rootFile());
        assertThat(agent("update", "--now").out()).isEqualTo("nothing newer is published\n");
        CLOCK.advance(Duration.ofMinutes(5));
        publisher.add("phishing", "worse.example").publish();
        Run run = agent("update", "--now");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("updated to sequence ").contains("\nphishing: version 1 to version 2, ");
        assertThat(agent("update", "--now", "-o", "json").out()).isEqualTo("{\"outcome\":\"unchanged\"}\n");
    }

    @Test
    void tellsAServerThatIsNotReached() throws Exception {
        enroll("--root", rootFile());
        publisher.stop();
        Run run;
        Run json;
        try {
            run = agent("update", "--now");
            json = agent("update", "--now", "-o", "json");
        } finally {
            publisher.start();
        }
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("bloomward agent update: not reached: " + publisher.address())
                .containsOnlyOnce(publisher.address().toString())
                .hasLineCount(1);
        assertThat(json.out()).startsWith("{\"outcome\":\"failed\",\"failure\":\"unreachable\",\"message\":\"");
    }

    @Test
    void saysWhereNobodyEnrolled() {
        Run run = agent("update", "--now");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("not enrolled");
    }
}
