package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.store.SampleSets;
import bloomward.program.testing.Run;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Behaviour that scripts rely on: exit codes, order, ends of lines, pipes. Nothing is confirmed here, as nothing may
/// be sent.
final class CheckCommandTest {

    @TempDir
    private Path folder;
    private CheckRun check = CheckRun.in(Path.of(""));

    @BeforeEach
    void install() throws Exception {
        check = CheckRun.in(folder);
        SampleSets.in(folder)
                .list("malware", "evil.example/", "good.example/")
                .list("phishing", "evil.example/login", "other.example/")
                .allow("good.example/")
                .install();
    }

    @Test
    void exitCodeSaysTheWorst() {
        assertThat(exitCode("clean.example")).isZero();
        assertThat(exitCode("good.example")).isZero();
        assertThat(exitCode("clean.example", "evil.example", "good.example")).isEqualTo(1);
        assertThat(exitCode("evil.example", "mailto:someone")).isEqualTo(2);
        assertThat(exitCode("mailto:someone", "clean.example")).isEqualTo(2);
        assertThat(exitCode("--unconfirmed", "unknown", "evil.example")).isEqualTo(2);
        assertThat(check.withInput("", "--offline").exitCode()).isZero();
    }

    @Test
    void exitCodeSaysHowOldTheListsAre() {
        CheckRun stale = check.at(SampleSets.ISSUED.plus(Duration.ofDays(2)));
        assertThat(stale.of("--offline", "clean.example").exitCode()).isZero();
        assertThat(stale.of("--offline", "clean.example").out()).isEqualTo("clean    clean.example  (stale lists)\n");
        assertThat(stale.of("--offline", "--stale", "unknown", "clean.example").exitCode()).isEqualTo(2);
        CheckRun expired = check.at(SampleSets.ISSUED.plus(Duration.ofDays(8)));
        assertThat(expired.of("--offline", "clean.example").exitCode()).isEqualTo(2);
        assertThat(expired.of("--offline", "evil.example").exitCode()).isEqualTo(1);
        assertThat(expired.of("--offline", "good.example").exitCode()).isZero();
    }

    @Test
    void aWrongCommandLineIsAnErrorAndNotAListing() {
        for (List<String> args : List.of(List.of("-o", "xml", "x.example"), List.of("--root", "r", "x.example"),
                List.of("--unsigned"), List.of("--file", "f"), List.of("--file", "f", "--root", "r", "--unsigned"),
                List.of("--file", "f", "--unsigned", "--list", "malware"), List.of("--defang", "-o", "json", "x"),
                List.of("--explain", "-o", "csv", "x"), List.of("--offline", "--list", "nosuch", "x.example"))) {
            Run run = check.of(args.toArray(String[]::new));
            assertThat(run.exitCode()).as("%s", args).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).startsWith("bloomward check: ");
        }
        assertThat(check.of("--offline", "--list", "nosuch", "x").err()).contains("available: malware, phishing");
    }

    @Test
    void saysHowToGetLists() {
        Run run = CheckRun.in(folder.resolve("empty")).of("x.example");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).containsOnlyOnce("no agent is enrolled")
                .containsOnlyOnce("bloomward agent enroll")
                .hasLineCount(1);
    }

    @Test
    void refusesAStoreThatIsDamagedAsAWhole() throws IOException {
        for (String name : List.of("state", "state.copy")) {
            Files.write(check.store().resolve(name), new byte[100]);
        }
        assertThat(check.of("--offline", "x.example").exitCode()).isEqualTo(2);
    }

    @Test
    void asksOnlyTheListsThatWereNamed() {
        assertThat(exitCode("--list", "phishing", "evil.example")).isZero();
        assertThat(exitCode("--list", "phishing", "evil.example/login")).isEqualTo(1);
        assertThat(check.of("--offline", "--list", "phishing", "--list", "malware", "-o", "jsonl", "evil.example/login")
                .out()).contains("\"list\":\"malware\"", "\"matches\":[{\"list\":\"phishing\"");
        assertThat(check.of("--offline", "--lists", "phishing", "evil.example").exitCode()).isZero();
    }

    @Test
    void keepsTheOrderAndLosesNoLine() {
        List<String> inputs = IntStream.range(0, 5000)
                .mapToObj(i -> (i % 7 == 0 ? "evil" : "clean") + i % 3 + ".example/" + i)
                .toList();
        Run run = check.withInput(String.join("\n", inputs), "--offline", "-o", "tsv");
        assertThat(run.lines().stream().skip(1).map(line -> line.split("\t")[0])).isEqualTo(inputs);
        assertThat(check.withInput("\0\0", "--offline", "-0", "-o", "jsonl").lines()).hasSize(2)
                .allMatch(line -> line.contains("\"reason\":\"unjudgeable: empty\""));
    }

    @Test
    void readsLinesHoweverTheyEnd() {
        Run run = check.withInput("\uFEFFa.example\r\nevil.example\r\nb.example", "--offline", "-o", "jsonl");
        assertThat(run.lines()).hasSize(3);
        assertThat(run.lines().get(0)).startsWith("{\"input\":\"a.example\",\"canonical\":\"http://a.example/\"");
        assertThat(run.lines().get(1)).startsWith("{\"input\":\"evil.example\",").contains("listed");
        assertThat(run.lines().get(2)).startsWith("{\"input\":\"b.example\",");
        assertThat(check.withInput("a.example\n", "--offline", "-").lines()).hasSize(1);
    }

    @Test
    void readsRawBytesBetweenNuls() {
        byte[] input = {'a', '\n', '.', 't', 'e', 's', 't', 0, 'b', (byte) 0xff, '.', 't', 'e', 's', 't', 0};
        Run run = check.withInput(input, "--offline", "-0", "-o", "jsonl");
        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0)).startsWith("{\"input\":\"a\\n.test\",\"canonical\":\"http://a.test/\"");
        assertThat(run.lines().get(1))
                .startsWith("{\"input\":\"b\uFFFD.test\",\"canonical\":null,\"verdict\":\"unknown\"");
    }

    @Test
    void answersBeforeItWaitsForMore() {
        for (String form : List.of("human", "json", "jsonl", "csv", "tsv")) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            InputStream asking = new InputStream() {
                private int asked;

                @Override
                public int read() {
                    throw new AssertionError("read in pieces");
                }

                @Override
                public int read(byte[] to, int offset, int length) {
                    for (int i = 0; i < asked; i++) {
                        assertThat(out.toString(UTF_8)).as(form).contains("x" + i + ".example");
                    }
                    byte[] line = ("x" + asked++ + ".example\n").getBytes(UTF_8);
                    System.arraycopy(line, 0, to, offset, line.length);
                    return asked < 5 ? line.length : -1;
                }
            };
            assertThat(check.run(asking, out, new ByteArrayOutputStream(), "--offline", "-o", form)).isZero();
        }
    }

    /// Lines without end, until the reader of the answers has enough of them.
    @Test
    void needsNoMoreMemoryForEndlessInputAndStopsAtAClosedPipe() {
        byte[] lines = "https://www.clean.example/a/b?c\n".repeat(100).getBytes(UTF_8);
        for (String form : List.of("json", "jsonl")) {
            long bytesWanted = 60_000_000; // three times what a start alone may allocate
            OutputStream reader = new OutputStream() {
                private long count;

                @Override
                public void write(int b) {
                    throw new AssertionError("written in pieces");
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    count += length;
                    if (count > bytesWanted) {
                        throw new IOException("Broken pipe");
                    }
                }
            };
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThat(check.run(new Endless(lines), reader, err, "--offline", "-o", form)).isZero();
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(bytesWanted / 3);
            assertThat(err.toString(UTF_8)).isEmpty();
        }
    }

    private static final class Endless extends InputStream {

        private final byte[] lines;

        Endless(byte[] lines) {
            this.lines = lines;
        }

        @Override
        public int read() {
            throw new AssertionError("read in pieces");
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            int count = Math.min(length, lines.length);
            System.arraycopy(lines, 0, to, offset, count);
            return count / 32 * 32;
        }
    }

    @Test
    void remembersTheListingsThatWereSeenBeforeThePipeWasClosed() {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(check.run(InputStream.nullInputStream(), closed, err, "--offline", "evil.example")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    @Test
    void reportsAnyOtherFailureToWrite() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        for (String form : List.of("human", "json", "jsonl", "csv", "tsv")) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            assertThat(check.run(InputStream.nullInputStream(), full, err, "--offline", "-o", form, "x.example"))
                    .isEqualTo(2);
            assertThat(err.toString(UTF_8)).isEqualTo("bloomward check: No space left on device\n");
        }
    }

    @Test
    void writesAFileWholeOrNotAtAll() throws IOException {
        Path file = Files.writeString(folder.resolve("results"), "before");
        Run run = check.of("--offline", "--out", file.toString(), "-o", "csv", "evil.example");
        assertThat(run).isEqualTo(new Run(1, "", ""));
        assertThat(file).content().startsWith("input,canonical,").contains("\r\nevil.example,http://evil.example/,");

        InputStream failing = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("read in pieces");
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                throw new IOException("Input/output error");
            }
        };
        String whole = Files.readString(file);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(check.run(failing, OutputStream.nullOutputStream(), err, "--offline", "--out", file.toString()))
                .isEqualTo(2);
        assertThat(file).content().isEqualTo(whole);
        try (var files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
        }
    }

    private int exitCode(String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "--offline";
        System.arraycopy(args, 0, all, 1, args.length);
        return check.of(all).exitCode();
    }
}
