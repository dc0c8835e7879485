package bloomward.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.io.Inputs;
import bloomward.program.testing.Run;
import org.junit.jupiter.api.Test;

final class UrlCommandTest {

    @Test
    void writesOneJsonObjectForEachUrl() {
        Run run = Bloomward.of("url", "-o", "jsonl", "HTTP://User@Ex%61mple.test:80/a/%2e%2e/b?c#d");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                {"input":"HTTP://User@Ex%61mple.test:80/a/%2e%2e/b?c#d","canonical":"http://example.test/b?c",\
                "error":null,"expressions":["example.test/b?c","example.test/b","example.test/"],\
                "exact":" example.test/b?c","hashes":[\
                "834b27f9e63508b5d29e972e0c9b85ef8305ee2971148f0bd9086408732c1a02",\
                "70811ffd6bbe9f00e74eba9897cfe0a79b667b57339cd1e82232a719fa2c2c33",\
                "2fc5ff4b19faef20653393a743ad494ff875ec56a7d2bb8b10d61957306b0448"]}
                """);
    }

    @Test
    void saysWhyAUrlCannotBeJudgedAndGoesOn() {
        Run run = Bloomward.withInput("mailto:a@b.example\n\nb.example\n", "url", "-o", "jsonl");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.lines()).as("a blank line is no URL").hasSize(2);
        assertThat(run.lines().get(0)).isEqualTo("""
                {"input":"mailto:a@b.example","canonical":null,"error":"scheme is not http, https, ws, wss or ftp",\
                "expressions":[],"exact":null,"hashes":[]}""");
        assertThat(run.lines().get(1)).contains("\"canonical\":\"http://b.example/\"");
    }

    /// Safe Browsing's page gives a canonical form to hosts that no browser opens.
    @Test
    void showsTheDocumentedFormOfAHostThatCannotBeJudged() {
        Run run = Bloomward.of("url", "-o", "jsonl", "http://%01%80.example/");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEqualTo("""
                {"input":"http://%01%80.example/","canonical":"http://%01%80.example/",\
                "error":"host is no name and no address","expressions":[],"exact":null,"hashes":[]}
                """);
        assertThat(Bloomward.of("url", "http://%01%80.example/").out()).contains("canonical   http://%01%80.example/",
                "cannot be judged: host is no name and no address");
    }

    @Test
    void losesNoLineWhateverItsEnd() {
        assertThat(Bloomward.withInput("a.example\r\nb.example", "url", "-o", "jsonl").lines()).hasSize(2)
                .first()
                .asString()
                .startsWith("{\"input\":\"a.example\"");
        assertThat(Bloomward.withInput("", "url", "-o", "jsonl").lines()).isEmpty();
        assertThat(Bloomward.withInput("\n", "url", "-o", "jsonl").lines()).isEmpty();
    }

    @Test
    void passesOverAByteOrderMark() {
        Run run = Bloomward.withInput("\uFEFFhttp://a.example\n\uFEFFb.example\n", "url", "-o", "jsonl");
        assertThat(run.lines().get(0))
                .startsWith("{\"input\":\"http://a.example\",\"canonical\":\"http://a.example/\"");
        assertThat(run.lines().get(1)).startsWith("{\"input\":\"\uFEFFb.example\"");
        assertThat(Bloomward.withInput("\uFEFF", "url", "-o", "jsonl").lines()).isEmpty();
    }

    @Test
    void takesRawBytesBetweenNuls() {
        byte[] input = {'a', '\n', '.', 't', 'e', 's', 't', 0, 'b', (byte) 0xff, '.', 't', 'e', 's', 't', 0};
        Run run = Bloomward.withInput(input, "url", "-0", "-o", "jsonl");
        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0)).contains("\"input\":\"a\\n.test\"", "\"canonical\":\"http://a.test/\"");
        assertThat(run.lines().get(1)).contains("\"input\":\"b\uFFFD.test\"", "\"canonical\":\"http://b%FF.test/\"");
    }

    @Test
    void escapesWhatJsonNeedsEscaped() {
        Run run = Bloomward.of("url", "-o", "jsonl", "a.test/\"\\\u0001é");
        assertThat(run.out()).contains("\"input\":\"a.test/\\\"\\\\\\u0001é\"", "\"exact\":\" a.test/\\\"/%01%C3%A9\"");
    }

    @Test
    void keepsControlCharactersOffTheTerminal() {
        Run run = Bloomward.of("url", "a.test/\u001b[31m\u202e");
        assertThat(run.out()).contains("a.test/\\u001b[31m\\u202e").doesNotContain("\u001b", "\u202e");
    }

    @Test
    void survivesALineWithoutEnd() {
        Run run = Bloomward.withInput("a".repeat(5 << 20) + "\nb.example\n", "url", "-o", "jsonl");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0)).contains("longer than 16384 bytes").hasSizeLessThan(Inputs.MAX_LINE + 200);
        assertThat(run.lines().get(1)).contains("http://b.example/");
    }
}
