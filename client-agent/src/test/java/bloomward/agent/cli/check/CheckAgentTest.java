package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict;
import bloomward.agent.socket.Access;
import bloomward.agent.socket.BrowserApi;
import bloomward.agent.socket.HeardFaults;
import bloomward.agent.socket.LocalApi;
import bloomward.agent.socket.NoBrowsers;
import bloomward.agent.socket.SocketServer;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.store.SampleSets;
import bloomward.format.confirm.Category;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import bloomward.program.testing.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent runs: it is asked where it can answer, and the lists are mapped where it cannot or takes longer.
final class CheckAgentTest {

    @TempDir
    private Path folder;
    private CheckRun check = CheckRun.in(Path.of(""));
    private final Agent agent = new Agent();
    private Optional<SocketServer> server = Optional.empty();

    /// Lists every host that begins with `agent`.
    private static final class Agent implements LocalApi {

        @Override
        public BrowserApi browsers() {
            return new NoBrowsers();
        }

        private volatile boolean isBusy;
        private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

        @Override
        public Checks checks(CheckOptions options) throws RequestException {
            if (isBusy) {
                throw new RequestException(RequestException.Code.BUSY, "ask again");
            }
            assertThat(options).isEqualTo(CheckOptions.DEFAULT);
            return url -> {
                asked.add(url);
                UrlExpressions read = new UrlExpressions();
                Optional<Unjudgeable> problem = read.read(url);
                if (problem.isPresent()) {
                    return new CheckAnswer(url, Optional.empty(),
                            new Verdict.Unknown(Verdict.Reason.UNJUDGEABLE, problem.get().reason()),
                            Optional.of(Freshness.STALE), 41);
                }
                Verdict verdict = read.canonical().startsWith("http://agent")
                        ? new Verdict.Listed(new Verdict.Match("live", 9, new Expression("agent.example/"),
                                Optional.of(new Category("malware")), true), List.of())
                        : new Verdict.Clean();
                return new CheckAnswer(url, Optional.of(read.canonical()), verdict, Optional.of(Freshness.STALE), 42);
            };
        }

        @Override
        public AgentStatus status() {
            throw new UnsupportedOperationException();
        }

        @Override
        public AgentStatus.PastPoll update() {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeEach
    void start() throws Exception {
        check = CheckRun.in(folder);
        server = Optional.of(SocketServer.listen(check.socket(), Access.OWNER, agent, HeardFaults.telling(_ -> {})));
    }

    @AfterEach
    void stop() throws Exception {
        if (server.isPresent()) {
            server.get().close();
        }
    }

    private void install() throws Exception {
        SampleSets.in(folder).list("malware", "evil.example/").install();
    }

    @Test
    void asksTheRunningAgentThoughNothingIsInstalledHere() {
        Run run = check.withInput("AGENT.example\nhttp://b\u00fccher.example\nmailto:x\n", "-o", "jsonl");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(agent.asked).containsExactly("AGENT.example", "http://b\u00fccher.example", "mailto:x");
        assertThat(run.lines().getFirst()).isEqualTo("""
                {"input":"AGENT.example","canonical":"http://agent.example/","verdict":"listed","list":"live",\
                "category":"malware","expression":"agent.example/","scope":"host","confirmed":true,"reason":null,\
                "freshness":"stale","version":9,"elapsedMicros":42,"matches":[]}""");
        assertThat(run.lines().get(1)).contains("\"canonical\":\"http://xn--bcher-kva.example/\"");
        assertThat(run.lines().getLast()).contains("\"canonical\":null", "unjudgeable: scheme",
                "\"freshness\":null,\"version\":null,\"elapsedMicros\":0,");
    }

    @Test
    void readsHereOnlyWhatTheAgentCannotBeSentAsItIs() {
        byte[] notUtf8 = "agent.example/\u00e9\n".getBytes(ISO_8859_1);
        Run run = check.withInput(notUtf8, "-o", "jsonl");
        assertThat(run.lines().getFirst()).contains("\"canonical\":\"http://agent.example/%E9\"",
                "\"verdict\":\"listed\"");
        assertThat(agent.asked).containsExactly("agent.example/%E9");
        run = check.withInput("agent.example/" + "a".repeat(200_000) + "\n", "-o", "jsonl");
        assertThat(run.lines().getFirst()).contains("\"canonical\":null", "\"verdict\":\"listed\"");
        assertThat(agent.asked).as("its host").containsExactly("agent.example/%E9", "http://agent.example/");
        run = check.withInput("good.example/" + "a".repeat(200_000) + "\n", "-o", "jsonl");
        assertThat(run.lines().getFirst()).contains("\"canonical\":null", "unjudgeable: longer than");
        run = check.withInput("a".repeat(200_000) + "\n", "-o", "jsonl");
        assertThat(run.lines().getFirst()).contains("\"canonical\":null", "unjudgeable: longer than");
        assertThat(agent.asked).hasSize(3);
    }

    @Test
    void mapsTheListsWhereTheCommandLineSaysHowToJudge() throws Exception {
        install();
        for (List<String> options : List.of(List.of("--offline"), List.of("--explain", "--confirm", "off"),
                List.of("--list", "malware", "--offline"), List.of("--confirm", "off"),
                List.of("--stale", "unknown", "--confirm", "off"))) {
            List<String> args = new ArrayList<>(options);
            args.addAll(List.of("evil.example", "agent.example"));
            Run run = check.of(args.toArray(String[]::new));
            assertThat(run.out()).as("%s", options).contains("LISTED   evil.example", "clean    agent.example");
            assertThat(run.exitCode()).isEqualTo(1);
        }
        assertThat(agent.asked).isEmpty();
    }

    @Test
    void asksTheAgentAThousandTimesAndThenMapsTheLists() throws Exception {
        install();
        Run run = check.withInput("agent.example\n".repeat(1500), "-o", "tsv");
        assertThat(agent.asked).hasSize(1000);
        assertThat(run.lines().stream().filter(line -> line.contains("\tlisted\t"))).hasSize(1000);
        assertThat(run.lines()).hasSize(1501);
    }

    @Test
    void goesOnAskingTheAgentWhereNothingCanBeMapped() {
        Run run = check.withInput("agent.example\n".repeat(1500), "-o", "tsv");
        assertThat(agent.asked).hasSize(1500);
        assertThat(run.err()).isEmpty();
        assertThat(run.lines().stream().filter(line -> line.contains("\tlisted\t"))).hasSize(1500);
    }

    @Test
    void asksTheListsWhereTheAgentIsBusy() throws Exception {
        agent.isBusy = true;
        Run alone = check.of("evil.example");
        assertThat(alone.exitCode()).isEqualTo(2);
        assertThat(alone.out()).isEmpty();
        assertThat(alone.err()).contains("ask again");
        install();
        assertThat(check.of("evil.example").out()).contains("LISTED   evil.example");
    }

    @Test
    void asksNobodyButTheListsWhereThereIsNoAgent() throws Exception {
        install();
        server.orElseThrow().close();
        Run run = check.of("--confirm", "off", "evil.example");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(agent.asked).isEmpty();
    }
}
