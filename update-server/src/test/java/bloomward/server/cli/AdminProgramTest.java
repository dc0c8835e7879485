package bloomward.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.cli.FakeServer.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What commands ask the server, what they make of its answers, and what they end with.
final class AdminProgramTest {

    private static final String LIST = """
            {"name":"phishing","category":"phishing","version":7,"entries":1003,"published":1000,"held":2,
             "plannedEntries":1000000,"capacity":1300000,"needsReview":true,"width":36,
             "seed":"0123456789abcdef",
             "createdAt":"2026-01-02T03:04:05.678Z","sources":[
             {"name":"csirt","kind":"import","category":"phishing","entries":1003}],"later":"ignored"}""";
    private static final String IMPORT = """
            {"list":"phishing","source":"csirt","format":"plain","lines":10,"accepted":5,"duplicates":1,
             "rejected":{"no-host":3},"held":{"popular":1},"outOfReach":2,"added":4,"removed":0,
             "samples":[{"outcome":"rejected","reason":"no-host","line":3,"text":"x\\u001b[31m\\u009b2J"}],
             "warnings":["cut"]}""";
    private static final String PUBLISHED = """
            {"sequence":1790000000,"pending":false,"lists":[{"name":"phishing","version":8,"entries":1003,"added":3,
             "removed":0,"packedBytes":2205,"flatBytes":4096,"deltas":[{"from":7,"to":8,"bytes":120}]}],"held":0,
             "message":""}""";

    private final FakeServer server = new FakeServer();
    private final Run.Setting setting = new Run.Setting();

    @TempDir
    private Path folder;

    @BeforeEach
    void writeToken() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "s3cret\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        setting.with("BLOOMWARD_ADMIN_URL", server.address()).with("BLOOMWARD_TOKEN_FILE", token.toString());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Asked questionOf(String command) {
        server.asked().clear();
        setting.admin(command.split(" "));
        return server.question();
    }

    @Test
    void sendsTheTokenAndTakesTheServerFromOptionsBeforeTheEnvironment() throws IOException {
        server.answers("GET /admin/v1/lists", "{\"lists\":[" + LIST + "]}");
        Path other = file("other", "other-token");
        Run.Setting wrong = new Run.Setting().with("BLOOMWARD_ADMIN_URL", "http://127.0.0.1:1")
                .with("BLOOMWARD_TOKEN_FILE", folder.resolve("none").toString());
        for (List<String> args : List.of(
                List.of("--server", server.address(), "--token-file", other.toString(), "list", "show"),
                List.of("list", "show", "--server", server.address() + "/", "--token-file", other.toString()),
                List.of("list", "--server", server.address(), "show", "--token-file", other.toString()))) {
            Run run = wrong.admin(args.toArray(String[]::new));
            assertThat(run.err()).contains("others than its owner can read");
            assertThat(run.exitCode()).isZero();
        }
        assertThat(server.asked()).hasSize(3).allSatisfy(
                asked -> assertThat(asked.headers()).containsEntry("authorization", "Bearer other-token"));
    }

    @Test
    void asksForAServerAndAToken() {
        assertThat(Run.admin("list", "show").err()).contains("no server", "BLOOMWARD_ADMIN_URL");
        assertThat(Run.admin("list", "show", "--server", "http://localhost:1").err()).contains("no token",
                "BLOOMWARD_TOKEN_FILE");
        assertThat(Run.admin("list", "show", "--server", "lists.example:1").err()).contains("no address of a server");
    }

    @Test
    void showsListsToPeopleAndPrograms() {
        server.answers("GET /admin/v1/lists", "{\"lists\":[" + LIST + "]}")
                .answers("GET /admin/v1/lists/phishing", LIST);
        assertThat(setting.admin("list", "show").out()).isEqualTo("""
                list      category  version  published  draft  held   capacity  review
                phishing  phishing        7      1,000  1,003     2  1,300,000  yes
                """);
        assertThat(setting.admin("list", "show", "phishing").out()).contains("made 2026-01-02 03:04:05Z", "csirt");
        for (String option : List.of("-ojson", "--json", "--output=json")) {
            assertThat(setting.admin("list", "show", option).out())
                    .startsWith("{\"lists\":[{\"name\":\"phishing\",\"category\":\"phishing\",\"version\":7,")
                    .contains(
                            "\"needsReview\":true,\"width\":36,\"seed\":\"0123456789abcdef\",\"createdAt\":\"2026-01-02T03:04:05.678Z\"")
                    .endsWith("}]}]}\n").doesNotContain("later");
        }
    }

    @Test
    void importsAFileAsItIs() throws IOException {
        server.answers("POST /admin/v1/lists/phishing/imports", IMPORT);
        Path list = file("urls.txt", "https://a.example/\nhttps://b.example/\n");
        Run run = setting.admin("import", "phishing", list.toString(), "--format", "auto", "--scope", "exact",
                "--source", "a b&c", "--replace", "--category", "c", "--expires", "2d", "-o", "json");
        Asked asked = server.question();
        assertThat(asked.target()).isEqualTo("POST /admin/v1/lists/phishing/imports?source=a%20b%26c&format=auto"
                + "&scope=exact&replace=true&category=c&expires=2026-11-20T12%3A00%3A00Z");
        assertThat(asked.body()).isEqualTo("https://a.example/\nhttps://b.example/\n");
        assertThat(asked.headers()).containsEntry("content-type", "application/octet-stream")
                .containsEntry("content-length", "38").containsEntry("expect", "100-Continue");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith(
                "{\"list\":\"phishing\",\"source\":\"csirt\",\"format\":\"plain\",\"lines\":10,"
                        + "\"accepted\":5,\"duplicates\":1,\"rejected\":{\"no-host\":3},\"held\":{\"popular\":1},\"outOfReach\":2,")
                .contains("x\\u001B[31m\\u009B2J");
    }

    @Test
    void importsStandardInput() {
        server.answers("POST /admin/v1/lists/phishing/imports", IMPORT);
        String lines = "https://a.example/\n".repeat(100_000);
        Run run = setting.input(lines).admin("import", "phishing", "-");
        assertThat(server.question().target())
                .isEqualTo("POST /admin/v1/lists/phishing/imports?format=auto&scope=auto&replace=false");
        assertThat(server.question().body()).isEqualTo(lines);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("""
                phishing: source csirt, format plain
                lines  accepted  duplicates  rejected  held  out of reach
                   10         5           1         3     1             2
                draft: +4 -0
                rejected: no-host 3
                  line 3: no-host: x\\u001b[31m\\u009b2J
                held: popular 1
                warning: cut
                """);
        assertThat(run.err()).isEqualTo("1 line waits for a person: holds list --list phishing\n");
        assertThat(setting.input("x").admin("import", "phishing", "-", "--strict").exitCode()).isEqualTo(1);
    }

    @Test
    void findsABadFileBeforeItAsks() {
        for (String name : List.of(folder.toString(), folder.resolve("none").toString())) {
            Run run = setting.admin("import", "phishing", name);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).startsWith("bloomward-admin import: " + name + ": ").hasLineCount(1);
        }
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void asksEachRouteAsItIs() throws IOException {
        assertThat(questionOf("list create x --category c --planned-entries 5 --review")).extracting(Asked::target,
                Asked::body).containsExactly("POST /admin/v1/lists",
                        "{\"name\":\"x\",\"category\":\"c\",\"plannedEntries\":5,\"needsReview\":true,\"seed\":\"\"}");
        assertThat(questionOf("list rekey ../x --planned-entries 5")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/lists/..%2Fx/keys", "{\"plannedEntries\":5}");
        assertThat(questionOf("add x a.example/ b.example/ --scope host --reason r --expires 2027-01-31")).extracting(
                Asked::target, Asked::body).containsExactly("POST /admin/v1/lists/x/entries",
                        "{\"urls\":[\"a.example/\",\"b.example/\"],\"scope\":\"host\",\"reason\":\"r\","
                                + "\"expires\":\"2027-01-31T00:00:00Z\"}");
        setting.input("# mine\n\n c.example \n");
        assertThat(questionOf("remove x -")).extracting(Asked::target, Asked::body).containsExactly(
                "POST /admin/v1/lists/x/removals",
                "{\"urls\":[\"c.example\"],\"scope\":\"auto\",\"reason\":\"\",\"expires\":\"\"}");
        assertThat(questionOf("allow add a.example").target()).isEqualTo("POST /admin/v1/allowed");
        assertThat(questionOf("allow remove a.example").target()).isEqualTo("POST /admin/v1/allowed/removals");
        assertThat(questionOf("allow list").target()).isEqualTo("GET /admin/v1/allowed");
        Path feed = file("feed.toml", "name = 'ü'\n");
        assertThat(questionOf("feed add " + feed + " --list x")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/feeds", "{\"definition\":\"name = '\\u00FC'\\n\",\"list\":\"x\"}");
        assertThat(questionOf("feed list").target()).isEqualTo("GET /admin/v1/feeds");
        assertThat(questionOf("feed status").target()).isEqualTo("GET /admin/v1/feeds");
        assertThat(questionOf("feed fetch f").target()).isEqualTo("POST /admin/v1/feeds/f/fetches");
        assertThat(questionOf("feed disable f")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/feeds/f/settings", "{\"enabled\":false}");
        assertThat(questionOf("feed enable f").body()).isEqualTo("{\"enabled\":true}");
        assertThat(questionOf("guards show").target()).isEqualTo("GET /admin/v1/guards");
        assertThat(questionOf("guards update --protected " + feed)).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/guards/protected", "name = 'ü'\n");
        assertThat(questionOf("holds list --list x").target()).isEqualTo("GET /admin/v1/holds?list=x&state=open");
        assertThat(questionOf("holds release --all --reason R")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/holds/decisions",
                        "{\"ids\":[],\"all\":true,\"list\":\"\",\"release\":true,\"reason\":\"R\"}");
        assertThat(questionOf("holds reject 3 4 --reason R").body())
                .isEqualTo("{\"ids\":[3,4],\"all\":false,\"list\":\"\",\"release\":false,\"reason\":\"R\"}");
        assertThat(questionOf("holds reject --list x --reason R").body())
                .isEqualTo("{\"ids\":[],\"all\":true,\"list\":\"x\",\"release\":false,\"reason\":\"R\"}");
        assertThat(questionOf("diff a b").target()).isEqualTo("GET /admin/v1/diff?list=a&list=b");
        assertThat(questionOf("diff").target()).isEqualTo("GET /admin/v1/diff");
        assertThat(questionOf("approve x").target()).isEqualTo("POST /admin/v1/lists/x/approvals");
        assertThat(questionOf("history --limit 3").target()).isEqualTo("GET /admin/v1/publications?limit=3");
        assertThat(questionOf("rollback x --to 3 --yes --note n")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/rollbacks", "{\"list\":\"x\",\"to\":3,\"note\":\"n\"}");
        assertThat(questionOf("explain http://a.example/?b")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/explanations", "{\"url\":\"http://a.example/?b\"}");
        assertThat(questionOf("token create me --role editor")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/tokens", "{\"name\":\"me\",\"role\":\"editor\"}");
        assertThat(questionOf("token list").target()).isEqualTo("GET /admin/v1/tokens");
        assertThat(questionOf("token revoke 3").target()).isEqualTo("POST /admin/v1/tokens/3/revocation");
        assertThat(questionOf("audit show --from 5").target()).isEqualTo("GET /admin/v1/audit?from=5&limit=1000");
        assertThat(questionOf("audit verify").target()).isEqualTo("GET /admin/v1/audit/verification");
        assertThat(questionOf("renew")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/publications/renewal", "{}");
        assertThat(questionOf("withdraw-pending").target())
                .isEqualTo("POST /admin/v1/publications/pending/withdrawal");
    }

    @Test
    void publishesWithoutAskingOnlyIfToldSo() {
        server.answers("POST /admin/v1/publications", PUBLISHED);
        Run refused = setting.admin("publish", "phishing");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("this is no terminal", "--yes");
        assertThat(server.asked()).isEmpty();
        Run run = setting.admin("publish", "phishing", "--yes", "--note", "n", "-o", "json");
        assertThat(run.exitCode()).isZero();
        assertThat(server.question().body())
                .isEqualTo("{\"lists\":[\"phishing\"],\"all\":false,\"dryRun\":false,\"note\":\"n\"}");
        assertThat(run.out()).isEqualTo("{\"sequence\":1790000000,\"pending\":false,\"lists\":[{\"name\":\"phishing\","
                + "\"version\":8,\"entries\":1003,\"added\":3,\"removed\":0,\"packedBytes\":2205,\"flatBytes\":4096,"
                + "\"deltas\":[{\"from\":7,\"to\":8,\"bytes\":120}]}],\"held\":0,\"message\":\"\"}\n");
        assertThat(setting.admin("publish", "--all", "--yes").out()).isEqualTo("""
                published, sequence 1790000000
                list      version  entries  added  removed  packed    flat  delta
                phishing        8    1,003     +3       -0  2.2 kB  4.1 kB  120 B
                """);
        assertThat(setting.admin("publish", "--yes").exitCode()).isEqualTo(2);
        assertThat(setting.admin("publish", "x", "--all", "--yes").exitCode()).isEqualTo(2);
    }

    @Test
    void showsTheDiffBeforeItAsks() {
        server.answers("POST /admin/v1/publications", PUBLISHED).answers("GET /admin/v1/diff", """
                {"lists":[{"name":"phishing","fromVersion":7,"added":3,"removed":1,"unchanged":1000,
                 "bySource":{"csirt":{"added":3,"removed":1}},"hits":["mail.example"],"sample":["+ a.example/","- b/"],
                 "packedBytes":2205,"deltaBytes":120,"held":2,"needsReview":true,"approvals":[]}],
                 "allowAdded":["www.example/"],"allowRemoved":[]}""");
        for (String answer : List.of("", "n", "ye")) {
            Run run = setting.answering(answer).admin("publish", "phishing");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
        }
        setting.with("NO_COLOR", "1");
        Run run = setting.answering("y").admin("publish", "phishing");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEqualTo("""
                phishing (version 7): +3 -1, 1,000 unchanged; packed about 2.2 kB, agents fetch about 120 B
                  source  added  removed
                  csirt      +3       -1
                  popular or protected: mail.example
                  + a.example/
                  - b/
                  and 2 more
                  2 holds open, not part of this: holds list --list phishing
                  review: not approved yet
                allowed + www.example/
                """);
        assertThat(run.out()).startsWith("published, sequence 1790000000");
        setting.with("NO_COLOR", "");
        assertThat(setting.answering("y").admin("publish", "phishing").out()).startsWith("\u001b[32mpublished");
    }

    @Test
    void saysThatAListWasNeverPublished() {
        server.answers("GET /admin/v1/diff", """
                {"lists":[{"name":"phishing","fromVersion":0,"added":11,"removed":0,"unchanged":0,"bySource":{},
                 "hits":[],"sample":["+a.example/"],"packedBytes":47,"deltaBytes":175,"held":0,"needsReview":false,
                 "approvals":[]}],"allowAdded":[],"allowRemoved":[]}""");
        assertThat(setting.admin("diff", "phishing").out()).isEqualTo("""
                phishing (not published yet): +11 -0, 0 unchanged; packed about 47 B, agents fetch the whole file
                  +a.example/
                  and 10 more
                """);
    }

    @Test
    void saysThatNothingWouldChangeInAList() {
        server.answers("GET /admin/v1/diff", """
                {"lists":[{"name":"phishing","fromVersion":1,"added":0,"removed":0,"unchanged":3,"bySource":{},
                 "hits":[],"sample":[],"packedBytes":14,"deltaBytes":128,"held":0,"needsReview":false,
                 "approvals":[]}],"allowAdded":[],"allowRemoved":[]}""");
        assertThat(setting.admin("diff", "phishing").out())
                .isEqualTo("phishing (version 1): no change, 3 entries\n");
    }

    @Test
    void countsNothingWhereAWholeImportIsHeld() {
        server.answers("POST /admin/v1/lists/phishing/imports", """
                {"list":"phishing","source":"csirt","format":"domains","lines":0,"accepted":0,"duplicates":0,
                 "rejected":{},"held":{"feed-shrank":0},"outOfReach":0,"added":0,"removed":0,"samples":[],
                 "warnings":[]}""");
        assertThat(setting.input("").admin("import", "phishing", "-").out()).endsWith("""
                draft: +0 -0
                held: feed-shrank
                """);
    }

    @Test
    void saysThatThereWasNothingToPublish() {
        server.answers("POST /admin/v1/publications",
                "{\"sequence\":null,\"pending\":false,\"lists\":[],\"held\":0,\"message\":\"nothing has changed\"}");
        Run run = setting.admin("publish", "--all", "--yes", "-o", "json");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("{\"sequence\":null,");
        assertThat(setting.admin("publish", "--all", "--yes").out())
                .isEqualTo("nothing published\nnothing has changed\n");
    }

    @Test
    void compilesOnlyOnADryRun() {
        server.answers("POST /admin/v1/publications", PUBLISHED);
        assertThat(setting.admin("publish", "--all", "--dry-run").exitCode()).isZero();
        assertThat(server.question().body()).contains("\"dryRun\":true");
    }

    @Test
    void endsWithOneForABrokenAuditLog() {
        server.answers("GET /admin/v1/audit/verification",
                "{\"intact\":false,\"rows\":9,\"head\":\"ab\",\"firstBroken\":4,\"what\":\"hash\"}");
        Run run = setting.admin("audit", "verify");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEqualTo("broken at row 4 of 9: hash\n");
    }

    @Test
    void printsANewTokenAlone() {
        server.answers("POST /admin/v1/tokens", "{\"id\":3,\"name\":\"me\",\"role\":\"editor\",\"createdAt\":"
                + "\"2026-01-02T03:04:05Z\",\"revoked\":false,\"token\":\"bw_abc\"}");
        Run run = setting.admin("token", "create", "me", "--role", "editor");
        assertThat(run.out()).isEqualTo("bw_abc\n");
        assertThat(run.err()).contains("token 3 of me").doesNotContain("bw_abc");
    }

    @Test
    void explains() {
        server.answers("POST /admin/v1/explanations", """
                {"url":"a.example/x","canonical":"a.example/x","isListed":true,"isInDraft":false,"isAllowed":false,
                 "matches":[{"expression":"a.example/","scope":"host","list":"phishing","source":"csirt",
                 "category":"phishing","state":"removed","since":"2026-01-02T03:04:05Z","by":"me","reason":"case 1",
                 "expires":""}]}""");
        assertThat(setting.admin("explain", "a.example/x").out()).isEqualTo("""
                a.example/x
                  published: listed; draft: not listed
                  a.example/  host, removed in phishing from csirt as phishing
                    since 2026-01-02 03:04:05Z by me: case 1
                """);
        assertThat(setting.admin("explain", "a.example/x", "--json").out()).contains("\"isListed\":true");
    }

    @Test
    void showsWhatIsHeld() {
        server.answers("GET /admin/v1/holds", """
                {"holds":[{"id":17,"list":"phishing","source":"csirt","expression":"mail.example/","reason":"popular",
                 "detail":"rank 12","remedy":"name the page","line":4,"by":"me","at":"2026-01-02T03:04:05Z","state":"open","decidedBy":"",
                 "decisionReason":""}]}""");
        assertThat(setting.admin("holds", "list").out()).isEqualTo("""
                id  list      source  state  reason   what           detail
                17  phishing  csirt   open   popular  mail.example/  rank 12
                popular: name the page
                """);
        assertThat(setting.admin("holds", "list", "-o", "json").out()).startsWith("{\"holds\":[{\"id\":17,");
    }

    @Test
    void saysWhatASecondPersonMustRelease() {
        server.answers("POST /admin/v1/holds/decisions", "{\"decided\":1,\"added\":1,\"needOther\":[3,4]}");
        assertThat(setting.admin("holds", "release", "2", "3", "4", "--reason", "R").out())
                .isEqualTo("1 hold released, 1 entry more in drafts\na second person must release: 3 4\n");
        server.answers("POST /admin/v1/holds/decisions", "{\"decided\":1,\"added\":0,\"needOther\":[]}");
        assertThat(setting.admin("holds", "release", "2", "--reason", "R").out()).isEqualTo("1 hold released\n");
    }

    @Test
    void saysWhatTheServerRefusesWithLines() {
        server.refuses("GET /admin/v1/lists", 409, "refused-by-guard", "too much\\u001b[31m");
        Run run = setting.admin("list", "show");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("""
                bloomward-admin list show: too much\\u001b[31m
                  line 3: odd
                  \\u001b[2J
                """);
    }

    @Test
    void saysWhereTheLogOfTheServerHasMore() {
        server.refuses("GET /admin/v1/lists", 500, "internal-server-error", "");
        Run run = setting.admin("list", "show");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).endsWith("The server's log has more, under urn:request:7\n");
    }

    @Test
    void knowsOthersFromABloomwardServer() throws IOException {
        server.answers("GET /admin/v1/feeds", 200, "text/html", "<p>")
                .answers("GET /admin/v1/lists", 302, "text/html", "moved")
                .answers("GET /admin/v1/tokens", "{\"hello\":1}").answers("GET /admin/v1/guards", "[1")
                .refuses("GET /admin/v1/allowed", 401, "unauthorized", "no such token");
        assertThat(Stream.of("feed list", "list show", "token list", "guards show", "audit show", "allow list")
                .map(command -> setting.admin(command.split(" ")))).allSatisfy(run -> {
                    assertThat(run.exitCode()).isEqualTo(2);
                    assertThat(run.err()).hasLineCount(run.err().contains("token:") ? 2 : 1);
                }).map(Run::err).satisfiesExactly(err -> assertThat(err).contains("not a Bloomward server",
                        "text/html"),
                        err -> assertThat(err).contains("leads elsewhere, to https://elsewhere.example/"),
                        err -> assertThat(err).contains("not that of a Bloomward server"),
                        err -> assertThat(err).contains("not that of a Bloomward server"),
                        err -> assertThat(err).contains("not a Bloomward server; it answers 404"),
                        err -> assertThat(err).contains("does not know this token"));
        server.close();
        Run run = setting.admin("list", "show");
        assertThat(run.err()).isEqualTo("bloomward-admin list show: " + server.address()
                + ": nobody answers there (connection refused)\n");
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void neverRepeatsWhatIsNoToken() throws IOException {
        Path file = file("wrong", "PRIVATE KEY of somebody\n");
        Run run = setting.admin("list", "show", "--token-file", file.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("holds no token").doesNotContain("somebody");
        assertThat(new String(Files.readAllBytes(file), UTF_8)).contains("somebody");
    }
}
