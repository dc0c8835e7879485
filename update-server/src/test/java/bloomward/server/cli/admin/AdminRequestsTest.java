package bloomward.server.cli.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Run;
import bloomward.server.cli.AskingServer;
import bloomward.server.cli.FakeServer.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Requests of commands to the server, and their behaviour where it refuses or is not one of ours.
final class AdminRequestsTest extends AskingServer {

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Asked questionOf(String command) {
        server.asked().clear();
        setting.run(AdminProgram::run, command.split(" "));
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
            Run run = wrong.run(AdminProgram::run, args.toArray(String[]::new));
            assertThat(run.err()).contains("other users can read");
            assertThat(run.exitCode()).isZero();
        }
        assertThat(server.asked()).hasSize(3)
                .allSatisfy(asked -> assertThat(asked.headers()).containsEntry("authorization", "Bearer other-token"));
    }

    @Test
    void asksForAServerAndAToken() {
        assertThat(new Run.Setting().run(AdminProgram::run, "list", "show").err()).contains("no server",
                "BLOOMWARD_ADMIN_URL");
        assertThat(new Run.Setting().run(AdminProgram::run, "list", "show", "--server", "http://localhost:1").err())
                .contains("no token", "BLOOMWARD_TOKEN_FILE");
        assertThat(new Run.Setting().run(AdminProgram::run, "list", "show", "--server", "lists.example:1").err())
                .contains("not a server address");
    }

    @Test
    void importsAFileAsItIs() throws IOException {
        server.answers("POST /admin/v1/lists/phishing/imports", IMPORT);
        Path list = file("urls.txt", "https://a.example/\nhttps://b.example/\n");
        Run run = setting.run(AdminProgram::run, "import", "phishing", list.toString(), "--format", "auto", "--scope",
                "exact", "--source", "a b&c", "--replace", "--category", "c", "--expires", "2d", "-o", "json");
        Asked asked = server.question();
        assertThat(asked.target()).isEqualTo("POST /admin/v1/lists/phishing/imports?source=a%20b%26c&format=auto"
                + "&scope=exact&replace=true&category=c&expires=2026-11-20T12%3A00%3A00Z");
        assertThat(asked.body()).isEqualTo("https://a.example/\nhttps://b.example/\n");
        assertThat(asked.headers()).containsEntry("content-type", "application/octet-stream")
                .containsEntry("content-length", "38")
                .containsEntry("expect", "100-Continue");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("{\"list\":\"phishing\",\"source\":\"csirt\",\"format\":\"plain\",\"lines\":10,"
                        + "\"accepted\":5,\"duplicates\":1,\"rejected\":{\"no-host\":3},\"held\":{\"popular\":1},\"outOfReach\":2,")
                .contains("x\\u001B[31m\\u009B2J");
    }

    @Test
    void saysThatAnAddressIsNoFile() {
        Run run = setting.run(AdminProgram::run, "guards", "update", "--popular", "https://lists.example/urls.txt");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("""
                bloomward-admin guards update: https://lists.example/urls.txt: an address, not a file
                Download it first.
                """);
    }

    @Test
    void importsNoAddressOfAnotherScheme() {
        Run run = setting.run(AdminProgram::run, "import", "phishing", "ftp://lists.example/u.txt", "--yes");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo(
                "bloomward-admin import: ftp://lists.example/u.txt: addresses begin with http://" + " or https://\n");
    }

    @Test
    void importsAnAddressAsItWasShown() {
        server.answers("POST /admin/v1/lists/phishing/fetches",
                "{\"id\":\"f1\",\"url\":\"https://lists.example/u.txt\",\"source\":\"lists-example-u\","
                        + "\"format\":\"hosts\",\"bytes\":1234,\"lines\":10,\"accepted\":9,\"rejected\":{\"no-host\":1},"
                        + "\"examples\":[\"evil.example/\"]}")
                .answers("POST /admin/v1/lists/phishing/fetches/f1", IMPORT);
        String[] command = {"import", "phishing", "https://lists.example/u.txt", "--replace", "--reason", "r"};
        Run refused = setting.run(AdminProgram::run, command);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("this is not a terminal", "Pass --yes");
        assertThat(server.asked()).isEmpty();
        Run not = setting.answering("n").run(AdminProgram::run, command);
        assertThat(not.exitCode()).isEqualTo(1);
        assertThat(not.err()).isEqualTo("""
                https://lists.example/u.txt: 1.2 kB, format hosts, source lists-example-u
                fetched: 10 lines, 9 entries, rejected: no-host 1
                  evil.example/
                bloomward-admin import: not confirmed; nothing was changed
                """);
        assertThat(server.question().body()).isEqualTo("{\"url\":\"https://lists.example/u.txt\",\"format\":\"auto\","
                + "\"scope\":\"auto\",\"source\":\"\",\"privateNetwork\":false}");
        Run run = setting.answering("y").run(AdminProgram::run, command);
        assertThat(run.exitCode()).isZero();
        assertThat(server.asked().getLast().target()).isEqualTo("POST /admin/v1/lists/phishing/fetches/f1");
        assertThat(server.asked().getLast().body()).isEqualTo("{\"source\":\"lists-example-u\",\"format\":\"hosts\","
                + "\"scope\":\"auto\",\"replace\":true,\"category\":\"\",\"expires\":\"\",\"reason\":\"r\"}");
    }

    @Test
    void goesBackFromThePublicationThatWasShown() {
        server.answers("GET /admin/v1/lists/phishing", LIST);
        Run not = setting.answering("n").run(AdminProgram::run, "rollback", "phishing", "--to", "1");
        assertThat(not.exitCode()).isEqualTo(1);
        assertThat(not.err()).startsWith("""
                published now: phishing as of version 7
                to be published: phishing as of version 1
                """);
        setting.answering("y").run(AdminProgram::run, "rollback", "phishing", "--to", "1");
        assertThat(server.asked().getLast().body())
                .isEqualTo("{\"list\":\"phishing\",\"to\":1,\"note\":\"\",\"from\":7}");
        server.answers("GET /admin/v1/publications", "{\"publications\":[{\"sequence\":1790000000,"
                + "\"issued\":\"2026-11-18T12:00:00Z\",\"expires\":\"2026-12-18T12:00:00Z\",\"actor\":\"a\","
                + "\"note\":\"\",\"manifest\":\"m\",\"isCurrent\":true,\"renews\":false,\"lists\":[],\"leaving\":[]}]}");
        setting.answering("y").run(AdminProgram::run, "rollback", "--to", "1780000000");
        assertThat(server.asked().getLast().body())
                .isEqualTo("{\"list\":\"\",\"to\":1780000000,\"note\":\"\",\"from\":1790000000}");
    }

    @Test
    void importsStandardInput() {
        server.answers("POST /admin/v1/lists/phishing/imports", IMPORT);
        String lines = "https://a.example/\n".repeat(100_000);
        Run run = setting.input(lines).run(AdminProgram::run, "import", "phishing", "-");
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
        assertThat(run.err()).isEqualTo("1 line held for review: holds list --list phishing\n");
        assertThat(setting.input("x").run(AdminProgram::run, "import", "phishing", "-", "--strict").exitCode())
                .isEqualTo(1);
    }

    @Test
    void findsABadFileBeforeItAsks() {
        for (String name : List.of(folder.toString(), folder.resolve("none").toString())) {
            Run run = setting.run(AdminProgram::run, "import", "phishing", name);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).startsWith("bloomward-admin import: " + name + ": ").hasLineCount(1);
        }
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void asksEachRouteAsItIs() throws IOException {
        assertThat(questionOf("list create x --category c --planned-entries 5 --review"))
                .extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/lists",
                        "{\"name\":\"x\",\"category\":\"c\",\"plannedEntries\":5,\"needsReview\":true,\"seed\":\"\",\"title\":\"\"}");
        assertThat(questionOf("list rekey ../x --planned-entries 5")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/lists/..%2Fx/keys", "{\"plannedEntries\":5,\"seed\":\"\"}");
        assertThat(questionOf("add x a.example/ b.example/ --scope host --reason r --expires 2027-01-31"))
                .extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/lists/x/entries",
                        "{\"urls\":[\"a.example/\",\"b.example/\"],\"scope\":\"host\",\"reason\":\"r\","
                                + "\"expires\":\"2027-01-31T00:00:00Z\"}");
        setting.input("# mine\n\n c.example \n");
        assertThat(questionOf("remove x -")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/lists/x/removals",
                        "{\"urls\":[\"c.example\"],\"scope\":\"auto\",\"reason\":\"\",\"expires\":\"\"}");
        assertThat(questionOf("entries search x *.a.example --source s --added-by me --since 2d --limit 5").target())
                .isEqualTo("GET /admin/v1/lists/x/entries?pattern=*.a.example&source=s&by=me"
                        + "&since=2026-11-16T12%3A00%3A00Z&limit=5");
        assertThat(questionOf("entries export x").target()).isEqualTo("GET /admin/v1/lists/x/entries?limit=10000");
        assertThat(questionOf("allow add a.example --list x --name n --until 2027-01-31"))
                .extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/allowed",
                        "{\"urls\":[\"a.example\"],\"scope\":\"auto\",\"reason\":\"\","
                                + "\"expires\":\"2027-01-31T00:00:00Z\",\"list\":\"x\",\"name\":\"n\"}");
        assertThat(questionOf("allow remove a.example --list *")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/allowed/removals",
                        "{\"urls\":[\"a.example\"],\"scope\":\"auto\",\"reason\":\"\",\"list\":\"*\",\"name\":\"\"}");
        assertThat(questionOf("allow remove --name n").body()).contains("\"urls\":[]", "\"name\":\"n\"");
        Path partners = file("partners.txt", "a.example\n");
        assertThat(questionOf("allow import " + partners + " --list x --name n --dry-run"))
                .extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/allowed/imports?format=auto&scope=auto&list=x&name=n&dry-run=true",
                        "a.example\n");
        assertThat(questionOf("allow list").target()).isEqualTo("GET /admin/v1/allowed");
        assertThat(questionOf("allow list *.a.example --list x --name n --held").target())
                .isEqualTo("GET /admin/v1/allowed?pattern=*.a.example&list=x&name=n&held=true");
        assertThat(questionOf("allow export --name n").target()).isEqualTo("GET /admin/v1/allowed?name=n");
        assertThat(questionOf("allow check a.example").target()).isEqualTo("POST /admin/v1/explanations");
        Path feed = file("feed.toml", "name = 'ü'\n");
        assertThat(questionOf("feed add " + feed + " --list x")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/feeds", "{\"definition\":\"name = '\\u00FC'\\n\",\"list\":\"x\"}");
        assertThat(questionOf("retention show").target()).isEqualTo("GET /admin/v1/retention?days=0");
        assertThat(questionOf("retention run --days 30 --yes")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/retention/runs", "{\"days\":30}");
        assertThat(questionOf("feed list").target()).isEqualTo("GET /admin/v1/feeds");
        assertThat(questionOf("feed status").target()).isEqualTo("GET /admin/v1/feeds");
        assertThat(questionOf("feed report --days 7").target()).isEqualTo("GET /admin/v1/feeds/report?days=7");
        assertThat(questionOf("feed fetch f").target()).isEqualTo("POST /admin/v1/feeds/f/fetches");
        assertThat(questionOf("feed disable f")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/feeds/f/settings", "{\"enabled\":false}");
        assertThat(questionOf("feed enable f").body()).isEqualTo("{\"enabled\":true}");
        assertThat(questionOf("guards show").target()).isEqualTo("GET /admin/v1/guards");
        assertThat(questionOf("feed remove f").target()).isEqualTo("POST /admin/v1/feeds/f/removal");
        assertThat(questionOf("list set x --review off")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/lists/x/review", "{\"needsReview\":false}");
        assertThat(questionOf("guards show a.example --list popular --limit 5").target())
                .isEqualTo("GET /admin/v1/guards/popular/hosts?host=a.example&limit=5");
        assertThat(questionOf("guards add a.example b.example --to protected --reason R"))
                .extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/guards/protected/hosts",
                        "{\"hosts\":[\"a.example\",\"b.example\"],\"add\":true,\"reason\":\"R\"}");
        assertThat(questionOf("guards remove a.example --from popular --reason R --yes").body())
                .isEqualTo("{\"hosts\":[\"a.example\"],\"add\":false,\"reason\":\"R\"}");
        assertThat(questionOf("guards update --protected " + feed)).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/guards/protected", "name = 'ü'\n");
        assertThat(questionOf("holds list --list x").target())
                .isEqualTo("GET /admin/v1/holds?list=x&state=open&sort=oldest&limit=50");
        assertThat(questionOf("holds list --reason popular-host --source s --limit 7").target())
                .isEqualTo("GET /admin/v1/holds?source=s&reason=popular-host&state=open&sort=oldest&limit=7");
        assertThat(questionOf("holds release --all --up-to 9 --reason R")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/holds/decisions",
                        "{\"ids\":[],\"all\":true,\"list\":\"\",\"source\":\"\",\"heldFor\":\"\",\"upTo\":9,"
                                + "\"release\":true,\"reason\":\"R\"}");
        assertThat(questionOf("holds reject 3 4 --reason R").body())
                .isEqualTo("{\"ids\":[3,4],\"all\":false,\"list\":\"\",\"source\":\"\",\"heldFor\":\"\",\"upTo\":0,"
                        + "\"release\":false,\"reason\":\"R\"}");
        assertThat(questionOf("holds reject --list x --source s --held-for shortener --up-to 9 --reason R").body())
                .isEqualTo(
                        "{\"ids\":[],\"all\":true,\"list\":\"x\",\"source\":\"s\",\"heldFor\":\"shortener\",\"upTo\":9,"
                                + "\"release\":false,\"reason\":\"R\"}");
        assertThat(questionOf("holds undo 3 4 --reason R")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/holds/reopenings", "{\"ids\":[3,4],\"reason\":\"R\"}");
        assertThat(questionOf("diff a b").target()).isEqualTo("GET /admin/v1/diff?list=a&list=b");
        assertThat(questionOf("diff").target()).isEqualTo("GET /admin/v1/diff");
        assertThat(questionOf("diff a --all").target()).isEqualTo("GET /admin/v1/lists/a/diff?limit=10000");
        assertThat(questionOf("diff a --limit 5 --after b.example/ --draft d --change added --source s").target())
                .isEqualTo("GET /admin/v1/lists/a/diff?draft=d&after=b.example%2F&change=added&source=s&limit=5");
        assertThat(questionOf("approve x --draft d")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/lists/x/approvals", "{\"draft\":\"d\"}");
        assertThat(questionOf("history --limit 3").target()).isEqualTo("GET /admin/v1/publications?limit=3");
        assertThat(questionOf("rollback x --to 3 --yes --note n")).extracting(Asked::target, Asked::body)
                .containsExactly("POST /admin/v1/rollbacks", "{\"list\":\"x\",\"to\":3,\"note\":\"n\",\"from\":null}");
        assertThat(questionOf("rollback x --to 3 --from 5 --yes").body())
                .isEqualTo("{\"list\":\"x\",\"to\":3,\"note\":\"\",\"from\":5}");
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
        assertThat(questionOf("withdraw-pending").target()).isEqualTo("POST /admin/v1/publications/pending/withdrawal");
    }

    @Test
    void saysWhatTheServerRefusesWithLines() {
        server.refuses("GET /admin/v1/lists", 409, "refused-by-guard", "too much\\u001b[31m");
        Run run = setting.run(AdminProgram::run, "list", "show");
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
        Run run = setting.run(AdminProgram::run, "list", "show");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).endsWith("Details are in the server's log under urn:request:7\n");
    }

    @Test
    void knowsOthersFromABloomwardServer() throws IOException {
        server.answers("GET /admin/v1/feeds", 200, "text/html", "<p>")
                .answers("GET /admin/v1/lists", 302, "text/html", "moved")
                .answers("GET /admin/v1/tokens", "{\"hello\":1}")
                .answers("GET /admin/v1/guards", "[1")
                .refuses("GET /admin/v1/allowed", 401, "unauthorized", "no such token");
        assertThat(Stream.of("feed list", "list show", "token list", "guards show", "audit show", "allow list")
                .map(command -> setting.run(AdminProgram::run, command.split(" ")))).allSatisfy(run -> {
                    assertThat(run.exitCode()).isEqualTo(2);
                    assertThat(run.err()).hasLineCount(run.err().contains("token not accepted") ? 2 : 1);
                })
                .map(Run::err)
                .satisfiesExactly(err -> assertThat(err).contains("not a Bloomward server", "text/html"),
                        err -> assertThat(err).contains("redirects to https://elsewhere.example/"),
                        err -> assertThat(err).contains("not from a Bloomward server"),
                        err -> assertThat(err).contains("not from a Bloomward server"),
                        err -> assertThat(err).contains("not a Bloomward server; it answers 404"),
                        err -> assertThat(err).contains("token not accepted"));
        server.close();
        Run run = setting.run(AdminProgram::run, "list", "show");
        assertThat(run.err()).isEqualTo(
                "bloomward-admin list show: " + server.address() + ": connection refused; is the server running?\n");
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void neverRepeatsWhatIsNoToken() throws IOException {
        Path file = file("wrong", "PRIVATE KEY of somebody\n");
        Run run = setting.run(AdminProgram::run, "list", "show", "--token-file", file.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("contains no token").doesNotContain("somebody");
        assertThat(new String(Files.readAllBytes(file), UTF_8)).contains("somebody");
    }
}
