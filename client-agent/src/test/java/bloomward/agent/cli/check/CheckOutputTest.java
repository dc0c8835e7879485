package bloomward.agent.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.store.SampleSets;
import bloomward.program.testing.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every form in which results are written, to the letter.
final class CheckOutputTest {

    private static final String[] URLS = {"clean.example", "http://evil.example/login", "good.example", "mailto:a,b"};

    @TempDir
    private Path folder;
    private CheckRun check = CheckRun.in(Path.of(""));

    @BeforeEach
    void install() throws Exception {
        check = CheckRun.in(folder);
        SampleSets.in(folder)
                .list("malware", "evil.example/", "good.example/")
                .list("phishing", " evil.example/login", "quote.example/")
                .allow("good.example/")
                .install();
    }

    /// The output, with letters for the time taken and the version, which differ from run to run.
    private String out(String... args) {
        String[] all = new String[args.length + URLS.length + 1];
        all[0] = "--offline";
        System.arraycopy(args, 0, all, 1, args.length);
        System.arraycopy(URLS, 0, all, args.length + 1, URLS.length);
        Run run = check.of(all);
        assertThat(run.err()).isEmpty();
        return run.out().replaceAll("(\"elapsedMicros\":)\\d+", "$1N").replaceAll("1795003201", "V");
    }

    private static final String JSON_LINES = """
            {"input":"clean.example","canonical":"http://clean.example/","verdict":"clean","list":null,\
            "category":null,"expression":null,"scope":null,"confirmed":null,"reason":null,"freshness":"fresh",\
            "version":null,"elapsedMicros":N,"matches":[]}
            {"input":"http://evil.example/login","canonical":"http://evil.example/login","verdict":"listed",\
            "list":"malware","category":null,"expression":"evil.example/","scope":"host","confirmed":false,\
            "reason":null,"freshness":"fresh","version":V,"elapsedMicros":N,"matches":[{"list":"phishing",\
            "category":null,"expression":" evil.example/login","scope":"exact","confirmed":false,"version":V}]}
            {"input":"good.example","canonical":"http://good.example/","verdict":"allowed","list":null,\
            "category":null,"expression":"good.example/","scope":null,"confirmed":null,"reason":null,\
            "freshness":"fresh","version":null,"elapsedMicros":N,"matches":[]}
            {"input":"mailto:a,b","canonical":null,"verdict":"unknown","list":null,"category":null,\
            "expression":null,"scope":null,"confirmed":null,\
            "reason":"unjudgeable: scheme is not http, https, ws, wss or ftp","freshness":"fresh","version":null,\
            "elapsedMicros":N,"matches":[]}
            """;

    @Test
    void writesJsonLines() {
        assertThat(out("-o", "jsonl")).isEqualTo(JSON_LINES);
    }

    @Test
    void writesOneJsonArray() {
        assertThat(out("-o", "json")).isEqualTo("[" + JSON_LINES.strip().replace("\n", ",\n") + "]\n");
        assertThat(check.withInput("", "--offline", "-o", "json").out()).isEqualTo("[]\n");
    }

    @Test
    void writesCsv() {
        assertThat(out("-o", "csv").replaceAll(",\\d+,", ",N,").replace("\r\n", "|\n")).isEqualTo("""
                input,canonical,verdict,list,category,expression,scope,confirmed,reason,freshness,version,\
                elapsedMicros,matches|
                clean.example,http://clean.example/,clean,,,,,,,fresh,,N,|
                http://evil.example/login,http://evil.example/login,listed,malware,,evil.example/,host,false,,fresh,\
                V,N,"[{""list"":""phishing"",""category"":null,""expression"":"" evil.example/login"",\
                ""scope"":""exact"",""confirmed"":false,""version"":V}]"|
                good.example,http://good.example/,allowed,,,good.example/,,,,fresh,,N,|
                "mailto:a,b",,unknown,,,,,,"unjudgeable: scheme is not http, https, ws, wss or ftp",fresh,,N,|
                """);
        assertThat(check.withInput("a.example/\"b\"\rc\0", "--offline", "-0", "-o", "csv").lines().get(1))
                .startsWith("\"a.example/\"\"b\"\"");
    }

    @Test
    void writesTabSeparatedValues() {
        assertThat(out("-o", "tsv").replaceAll("\t\\d+\t", "\tN\t").replace('\t', '|')).startsWith("""
                input|canonical|verdict|list|category|expression|scope|confirmed|reason|freshness|version|\
                elapsedMicros|matches
                clean.example|http://clean.example/|clean|||||||fresh||N|
                """);
        assertThat(check.withInput("a.example/\tb\\c\nd\re\0", "--offline", "-0", "-o", "tsv").lines().get(1))
                .startsWith("a.example/\\tb\\\\c\\nd\\re\thttp://");
    }

    @Test
    void writesLinesForPeople() {
        assertThat(out()).isEqualTo("""
                clean    clean.example
                LISTED   http://evil.example/login  list malware, host 'evil.example/', not confirmed
                         also list phishing, exact 'evil.example/login', not confirmed
                allowed  good.example  by 'good.example/' of the allow file
                unknown  mailto:a,b  unjudgeable: scheme is not http, https, ws, wss or ftp
                """);
    }

    @Test
    void writesNoLinkWhereNoneIsWanted() {
        assertThat(out("--defang"))
                .contains("LISTED   hxxp://evil[.]example/login  list malware, host "
                        + "'evil[.]example/', not confirmed\n")
                .doesNotContain("http:", "evil.example", "clean.example");
        assertThat(check.of("--offline", "--explain", "--defang", "https://evil.example/a").out())
                .contains("hxxps://evil[.]example/a")
                .doesNotContain("https:", "evil.example");
        assertThat(check.of("--offline", "--defang", "--unconfirmed", "unknown", "evil.example").out())
                .contains("evil[.]example")
                .doesNotContain("evil.example");
    }

    @Test
    void explainsHowItCameToAVerdict() {
        String human = check.of("--offline", "--explain", "http://evil.example/x").out();
        assertThat(human.replace("1795003201", "V")).isEqualTo("""
                LISTED   http://evil.example/x  list malware, host 'evil.example/', not confirmed
                         canonical: http://evil.example/x
                         expression: prefix evil.example/x
                         expression: host evil.example/
                         expression: exact evil.example/x
                         list malware version V: flat no, packed no: prefix evil.example/x
                         list malware version V: flat perhaps, packed perhaps: host evil.example/
                         list malware version V: flat no, packed no: exact evil.example/x
                         list phishing version V: flat no, packed no: prefix evil.example/x
                         list phishing version V: flat no, packed no: host evil.example/
                         list phishing version V: flat no, packed no: exact evil.example/x
                         allow file: has none of them
                         list malware: not confirmed (--offline): host evil.example/
                """);
        assertThat(check.of("--offline", "--explain", "-o", "jsonl", "x:y").out()).endsWith(
                ",\"matches\":[],\"steps\":[\"cannot be judged: scheme is not http, https, ws, wss or ftp\"]}\n");
    }

    @Test
    void keepsControlCharactersOffTheTerminal() {
        Run run = check.of("--offline", "a.example/\u001b[31m\u202e");
        assertThat(run.out()).contains("a.example/\\u001b[31m\\u202e").doesNotContain("\u001b", "\u202e");
        assertThat(check.of("--offline", "-o", "jsonl", "a.example/\"\\\u0001é").out()).contains(
                "\"input\":\"a.example/\\\"\\\\\\u0001é\"", "\"canonical\":\"http://a.example/\\\"/%01%C3%A9\"");
    }
}
