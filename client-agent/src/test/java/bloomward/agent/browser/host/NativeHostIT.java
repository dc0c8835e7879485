package bloomward.agent.browser.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.store.SampleSets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// The host and the agent as processes, in the way in which a browser and a machine treat them.
@Timeout(value = 600, threadMode = ThreadMode.SEPARATE_THREAD)
final class NativeHostIT {

    private static final String PROGRAM = Path.of("bin/bloomward").toAbsolutePath().toString();
    private static final String ADD_ON = "bloomward@bloomward.example";
    private static final List<String> FIREFOX = List.of("native-host", "--caller", ADD_ON, "--", "manifest.json",
            ADD_ON);
    private static final String CONNECTED = "{\"v\":1,\"event\":\"agent\",\"state\":\"connected\"}";
    private static final String ABSENT = "{\"v\":1,\"event\":\"agent\",\"state\":\"absent\",";

    @TempDir
    private Path temporary;
    private Path folder;
    private Path store;
    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void makeStore() throws Exception {
        folder = temporary.toRealPath();
        store = SampleSets.in(folder).list("phishing", "evil.example/").install().folder();
    }

    @AfterEach
    void leaveNoProcessBehind() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(List<String> arguments) throws IOException {
        return start(Map.of(), arguments);
    }

    private Process start(Map<String, String> variables, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(PROGRAM));
        command.addAll(arguments);
        ProcessBuilder program = new ProcessBuilder(command);
        program.environment()
                .putAll(Map.of("HOME", folder.toString(), "BLOOMWARD_DATA_DIR", store.toString(), "BLOOMWARD_SOCKET",
                        folder.resolve("agent.sock").toString(), "BLOOMWARD_CONFIRM", "off"));
        program.environment().putAll(variables);
        Process process = program.start();
        processes.add(process);
        return process;
    }

    private Process agent() throws IOException {
        Process agent = start(List.of("agent", "run", "--ready-json"));
        assertThat(agent.inputReader(UTF_8).readLine()).contains("\"pid\":" + agent.pid());
        return agent;
    }

    private static void signal(String name, Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", name, Long.toString(process.pid())).inheritIO().start().waitFor())
                .isZero();
    }

    /// Returns when all threads stand still: the signal alone leaves them time for another answer.
    private static void stop(Process process) throws Exception {
        signal("-STOP", process);
        while (!isStopped(process)) {
            Thread.onSpinWait();
        }
    }

    private static boolean isStopped(Process process) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        } catch (IOException _) {
            return false; // a thread has just ended
        }
    }

    private static void kill(Process process) throws Exception {
        process.destroyForcibly();
        assertThat(process.waitFor()).as("killed").isEqualTo(137);
    }

    private static void send(Process host, String line) throws IOException {
        Frames.write(host.getOutputStream(), ByteBuffer.wrap(line.getBytes(UTF_8)));
    }

    private static String next(Process host) throws IOException {
        return new String(Frames.read(host.getInputStream()).orElseThrow(), UTF_8);
    }

    private static String check(Process host, int id, String name) throws IOException {
        send(host, question(id, name));
        return next(host);
    }

    private static String question(int id, String name) {
        return "{\"op\":\"check\",\"id\":" + id + ",\"url\":\"http://" + name + "/\"}";
    }

    @Test
    void oneHostLivesThroughAllThatHappensToTheAgent() throws Exception {
        Process host = start(FIREFOX);
        assertThat(next(host)).startsWith(ABSENT).contains("no agent answers on " + folder.resolve("agent.sock"));
        assertThat(check(host, 1, "evil.example")).startsWith("{\"v\":1,\"id\":1,\"error\":\"absent\",");

        Process first = agent();
        assertThat(next(host)).as("started later").isEqualTo(CONNECTED);
        assertThat(check(host, 2, "evil.example")).contains("\"id\":2", "\"verdict\":\"listed\"");
        send(host, "nonsense");
        assertThat(next(host)).contains("\"error\":\"malformed\"");

        stop(first);
        for (int id = 3; id <= 5; id++) {
            send(host, question(id, "evil.example"));
        }
        kill(first);
        for (int id = 3; id <= 5; id++) {
            assertThat(next(host)).as("it waited").startsWith("{\"v\":1,\"id\":" + id + ",\"error\":\"absent\",");
        }
        assertThat(next(host)).startsWith(ABSENT);

        Path old = Files.move(store, folder.resolve("old"));
        Files.move(SampleSets.in(Files.createDirectory(folder.resolve("second")))
                .list("phishing", "other.example/")
                .install()
                .folder(), store);
        Process second = agent();
        assertThat(next(host)).isEqualTo(CONNECTED);
        assertThat(check(host, 6, "other.example")).as("of the new store").contains("\"verdict\":\"listed\"");
        assertThat(check(host, 7, "evil.example")).doesNotContain("\"verdict\":\"listed\"");

        Files.move(store, folder.resolve("away"));
        Files.move(old, store);
        assertThat(check(host, 8, "other.example")).as("of the store that it opened")
                .contains("\"verdict\":\"listed\"");
        stop(second);
        send(host, question(9, "other.example"));
        signal("-CONT", second);
        assertThat(next(host)).as("late, but right").contains("\"id\":9", "\"verdict\":\"listed\"");

        host.getOutputStream().close();
        assertThat(Frames.read(host.getInputStream())).isEmpty();
        assertThat(host.waitFor()).isZero();
        assertThat(host.getErrorStream().readAllBytes()).isEmpty();
    }

    /// Each class costs a host about 10 KB. 1,027 were loaded on a JDK 25.0.3, and 1,259 when it had lambdas and streams.
    @Test
    void loadsFewClassesAndItsOwnFromTheArchive() throws Exception {
        agent();
        Path log = folder.resolve("classes.log");
        Process host = start(Map.of("BLOOMWARD_JAVA_OPTS", "-Xlog:class+load=info:file=" + log), FIREFOX);
        assertThat(next(host)).isEqualTo(CONNECTED);
        assertThat(check(host, 1, "evil.example")).contains("\"verdict\":\"listed\"");
        host.getOutputStream().close();
        assertThat(host.waitFor()).isZero();
        List<String> loaded = Files.readAllLines(log).stream().filter(line -> line.contains(" source: ")).toList();
        assertThat(loaded).hasSizeBetween(450, 1_100);
        assertThat(loaded).filteredOn(line -> line.contains("] bloomward."))
                .isNotEmpty()
                .allMatch(line -> line.contains("source: shared objects file"))
                .noneMatch(line -> line.contains("] bloomward.agent.browser.") && line.contains("$$Lambda"));
        assertThat(loaded).noneMatch(line -> line.contains("java.util.regex.Pattern ")
                || line.contains("java.util.stream.ReferencePipeline "));
    }

    private record Ended(int code, String said, List<String> frames) {}

    /// Ends the input behind these bytes, and waits for the end; any output that is no frame fails.
    private Ended end(byte[] input) throws Exception {
        Process host = start(FIREFOX);
        try (OutputStream in = host.getOutputStream()) {
            in.write(input);
        } catch (IOException _) {
            // It had read enough.
        }
        return ended(host);
    }

    private static Ended ended(Process host) throws Exception {
        List<String> frames = new ArrayList<>();
        InputStream out = host.getInputStream();
        Optional<byte[]> frame = Frames.read(out);
        while (frame.isPresent()) {
            frames.add(new String(frame.get(), UTF_8));
            frame = Frames.read(out);
        }
        String said = new String(host.getErrorStream().readAllBytes(), UTF_8);
        return new Ended(host.waitFor(), said, frames);
    }

    /// [NativeHostTest] cuts a frame at each byte, without processes.
    @Test
    void endsWithItsInputAndAtWhatIsNoFrame() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Frames.write(bytes, ByteBuffer.wrap(question(1, "evil.example").getBytes(UTF_8)));
        byte[] frame = bytes.toByteArray();
        Map<String, byte[]> inputs = new LinkedHashMap<>();
        inputs.put("whole", frame);
        inputs.put("cut", Arrays.copyOf(frame, frame.length - 1));
        inputs.put("long", "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
        for (Map.Entry<String, byte[]> input : inputs.entrySet()) {
            Ended ended = end(input.getValue());
            assertThat(ended.frames()).isNotEmpty().allMatch(line -> line.startsWith("{\"v\":1,"));
            switch (input.getKey()) {
                case "whole" -> assertThat(ended.code()).as(ended.said()).isZero();
                case "cut" -> {
                    assertThat(ended.code()).isEqualTo(2);
                    assertThat(ended.said()).startsWith("bloomward native-host: the input ends after ").hasLineCount(1);
                }
                default -> {
                    assertThat(ended.code()).isEqualTo(2);
                    assertThat(ended.said()).startsWith("bloomward native-host: a frame of ").hasLineCount(1);
                }
            }
        }
    }

    @Test
    void worksForNobodyElse() throws Exception {
        List<Process> hosts = new ArrayList<>();
        for (List<String> told : List.of(List.of("manifest.json", "other@x.example"),
                List.of("chrome-extension://" + "a".repeat(32) + "/"))) {
            List<String> arguments = new ArrayList<>(List.of("native-host", "--caller", ADD_ON, "--"));
            arguments.addAll(told);
            hosts.add(start(arguments));
        }
        for (Process host : hosts) {
            Ended ended = ended(host);
            assertThat(ended.code()).as(ended.said()).isEqualTo(1);
            assertThat(ended.frames()).isEmpty();
            assertThat(ended.said()).contains("only " + ADD_ON + " may call");
        }
    }
}
