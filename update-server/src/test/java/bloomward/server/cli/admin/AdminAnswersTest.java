package bloomward.server.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Run;
import bloomward.server.cli.AskingServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Output and exit codes of commands for each answer of the server.
final class AdminAnswersTest extends AskingServer {

    @Test
    void showsListsToPeopleAndPrograms() {
        server.answers("GET /admin/v1/lists", "{\"lists\":[" + LIST + "]}")
                .answers("GET /admin/v1/lists/phishing", LIST);
        assertThat(setting.run(AdminProgram::run, "list", "show").out()).isEqualTo("""
                list      category  version  published  draft  held   capacity  review
                phishing  phishing        7      1,000  1,003     2  1,300,000  yes
                """);
        assertThat(setting.run(AdminProgram::run, "list", "show", "phishing").out())
                .contains("created 2026-01-02 03:04:05Z", "csirt");
        for (String option : List.of("-ojson", "--json", "--output=json")) {
            assertThat(setting.run(AdminProgram::run, "list", "show", option).out()).startsWith(
                    "{\"lists\":[{\"name\":\"phishing\",\"title\":\"\",\"category\":\"phishing\",\"version\":7,")
                    .contains(
                            "\"needsReview\":true,\"width\":36,\"seed\":\"0123456789abcdef\",\"createdAt\":\"2026-01-02T03:04:05.678Z\"")
                    .endsWith("}],\"waiting\":\"\"}],\"leaving\":[]}\n")
                    .doesNotContain("later");
        }
    }

    @Test
    void publishesWithoutAskingOnlyIfToldSo() {
        server.answers("POST /admin/v1/publications", PUBLISHED);
        Run refused = setting.run(AdminProgram::run, "publish", "phishing");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("this is not a terminal", "--yes");
        assertThat(server.asked()).isEmpty();
        Run run = setting.run(AdminProgram::run, "publish", "phishing", "--yes", "--note", "n", "-o", "json");
        assertThat(run.exitCode()).isZero();
        assertThat(server.question().body())
                .isEqualTo("{\"lists\":[\"phishing\"],\"all\":false,\"dryRun\":false,\"note\":\"n\",\"drafts\":[]}");
        assertThat(run.out()).isEqualTo("{\"sequence\":1790000000,\"pending\":false,\"lists\":[{\"name\":\"phishing\","
                + "\"version\":8,\"entries\":1003,\"added\":3,\"removed\":0,\"packedBytes\":2205,\"flatBytes\":4096,"
                + "\"deltas\":[{\"from\":7,\"to\":8,\"bytes\":120}]}],\"held\":0,\"leaving\":[],\"refused\":[],\"message\":\"\"}\n");
        assertThat(setting.run(AdminProgram::run, "publish", "--all", "--yes").out()).isEqualTo("""
                published, sequence 1790000000
                list      version  entries  added  removed  packed    flat  delta
                phishing        8    1,003     +3       -0  2.2 kB  4.1 kB  120 B
                """);
        assertThat(setting.run(AdminProgram::run, "publish", "--yes").exitCode()).isEqualTo(2);
        assertThat(setting.run(AdminProgram::run, "publish", "x", "--all", "--yes").exitCode()).isEqualTo(2);
    }

    @Test
    void showsTheDiffBeforeItAsks() {
        server.answers("POST /admin/v1/publications", PUBLISHED).answers("GET /admin/v1/diff", """
                {"lists":[{"name":"phishing","draft":"d1","fromVersion":7,"added":3,"removed":1,"changed":1,"unchanged":999,
                 "bySource":{"csirt":{"added":3,"removed":1,"changed":1}},"hits":["mail.example"],
                 "sample":["+a.example/","-b/","~c.example/ x -> y"],
                 "packedBytes":2205,"deltaBytes":120,"held":2,"needsReview":true,"approvals":[]}],
                 "allowAdded":["www.example/"],"allowRemoved":[]}""");
        for (String answer : List.of("", "n", "ye")) {
            Run run = setting.answering(answer).run(AdminProgram::run, "publish", "phishing");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
        }
        setting.with("NO_COLOR", "1");
        Run run = setting.answering("y").run(AdminProgram::run, "publish", "phishing");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEqualTo("""
                phishing (version 7): +3 -1 ~1, 999 unchanged; packed about 2.2 kB, agents fetch about 120 B
                  source  added  removed  changed
                  csirt      +3       -1        1
                  popular or protected: mail.example
                  +a.example/
                  -b/
                  ~c.example/ x -> y
                  and 2 more: diff phishing --all
                  2 holds open, not included: holds list --list phishing
                  review: not approved yet
                  draft d1
                allowed + www.example/
                """);
        assertThat(run.out()).startsWith("published, sequence 1790000000");
        assertThat(server.asked().getLast().body()).contains("\"drafts\":[\"d1\"]");
        setting.with("NO_COLOR", "");
        assertThat(setting.answering("y").run(AdminProgram::run, "publish", "phishing").out())
                .startsWith("\u001b[32mpublished");
    }

    @Test
    void saysThatThereWasNothingToPublish() {
        server.answers("POST /admin/v1/publications",
                "{\"sequence\":null,\"pending\":false,\"lists\":[],\"held\":0,\"message\":\"nothing has changed\"}");
        Run run = setting.run(AdminProgram::run, "publish", "--all", "--yes", "-o", "json");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("{\"sequence\":null,");
        assertThat(setting.run(AdminProgram::run, "publish", "--all", "--yes").out())
                .isEqualTo("nothing has changed\n");
    }

    @Test
    void compilesOnlyOnADryRun() {
        server.answers("POST /admin/v1/publications", PUBLISHED);
        assertThat(setting.run(AdminProgram::run, "publish", "--all", "--dry-run").exitCode()).isZero();
        assertThat(server.question().body()).contains("\"dryRun\":true");
    }

    @Test
    void endsWithOneForABrokenAuditLog() {
        server.answers("GET /admin/v1/audit/verification",
                "{\"intact\":false,\"rows\":9,\"head\":\"ab\",\"firstBroken\":4,\"what\":\"hash\"}");
        Run run = setting.run(AdminProgram::run, "audit", "verify");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEqualTo("broken at row 4 of 9: hash\n");
    }

    @Test
    void printsANewTokenAlone() {
        server.answers("POST /admin/v1/tokens", "{\"id\":3,\"name\":\"me\",\"role\":\"editor\",\"createdAt\":"
                + "\"2026-01-02T03:04:05Z\",\"revoked\":false,\"madeBy\":\"ann\",\"token\":\"bw_abc\"}");
        Run run = setting.run(AdminProgram::run, "token", "create", "me", "--role", "editor");
        assertThat(run.out()).isEqualTo("bw_abc\n");
        assertThat(run.err()).contains("token 3 of me").doesNotContain("bw_abc");
    }

    @Test
    void explains() {
        server.answers("POST /admin/v1/explanations",
                """
                {"url":"a.example/x","canonical":"a.example/x","now":"listed","next":"clean","isListed":true,"isInDraft":false,"isAllowed":false,
                 "matches":[{"expression":"a.example/","scope":"host","list":"phishing","source":"csirt",
                 "category":"phishing","state":"removed","since":"2026-01-02T03:04:05Z","by":"me","reason":"case 1",
                 "expires":"","decidedBy":"you","decidedAt":"2026-01-03T03:04:05Z","decisionReason":"case closed"}]}""");
        assertThat(setting.run(AdminProgram::run, "explain", "a.example/x").out()).isEqualTo("""
                a.example/x
                  agents say now: listed; after the next publication: clean
                  a.example/  host, removed in phishing from csirt as phishing
                    since 2026-01-02 03:04:05Z by me: case 1
                    removed 2026-01-03 03:04:05Z by you: case closed
                """);
        assertThat(setting.run(AdminProgram::run, "explain", "a.example/x", "--json").out())
                .contains("\"isListed\":true");
    }

    @Test
    void writesEntriesInEachForm() {
        server.answers("GET /admin/v1/lists/phishing/entries", """
                {"list":"phishing","change":17,"entries":[
                 {"expression":"a.example/","scope":"host","source":"csirt","category":"phishing","expires":"",
                  "reason":"","since":"2026-01-02T03:04:05Z","by":"me"},
                 {"expression":"a.example/","scope":"host","source":"people","category":"phishing","expires":"",
                  "reason":"","since":"2026-01-02T03:04:05Z","by":"me"},
                 {"expression":" a.example/b","scope":"exact","source":"people","category":"phishing",
                  "expires":"2026-03-01T00:00:00Z","reason":"=case\\u001b","since":"2026-01-02T03:04:05Z","by":"me"}],
                 "next":""}""");
        Run text = setting.run(AdminProgram::run, "entries", "search", "phishing", "a.example");
        assertThat(text.out()).isEqualTo("""
                a.example/  host, phishing, from csirt since 2026-01-02 03:04:05Z by me
                a.example/  host, phishing, from people since 2026-01-02 03:04:05Z by me
                a.example/b  exact, phishing, from people since 2026-01-02 03:04:05Z by me until 2026-03-01T00:00:00Z \
                (=case\\u001b)
                """);
        assertThat(text.err()).isEqualTo("3 entries\n");
        assertThat(setting.run(AdminProgram::run, "entries", "export", "phishing").out()).isEqualTo("""
                # phishing, change 17
                host a.example/
                exact a.example/b
                """);
        assertThat(setting.run(AdminProgram::run, "entries", "search", "phishing", "-o", "jsonl").out().lines())
                .hasSize(3)
                .first()
                .isEqualTo("{\"expression\":\"a.example/\",\"scope\":\"host\",\"source\":\"csirt\","
                        + "\"category\":\"phishing\",\"expires\":\"\",\"reason\":\"\","
                        + "\"since\":\"2026-01-02T03:04:05Z\",\"by\":\"me\"}");
        assertThat(setting.run(AdminProgram::run, "entries", "search", "phishing", "-o", "json").out())
                .startsWith("{\"list\":\"phishing\",\"change\":17,\"entries\":[{\"expression\":\"a.example/\",")
                .contains("},{")
                .endsWith("\"by\":\"me\"}],\"next\":\"\"}\n");
        assertThat(setting.run(AdminProgram::run, "entries", "search", "phishing", "-o", "csv").out())
                .startsWith("expression,scope,source,category,expires,reason,since,by\r\na.example/,host,csirt,")
                .contains("\" a.example/b\",exact,people,phishing,2026-03-01T00:00:00Z,\"'=case\\u001b\",2026-01-02");
        assertThat(setting.run(AdminProgram::run, "entries", "search", "phishing", "-o", "tsv").out())
                .contains("a.example/\thost\tcsirt\tphishing\t\t\t2026-01-02T03:04:05Z\tme\n");
        Run refused = setting.run(AdminProgram::run, "list", "show", "-o", "csv");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("-o csv: must be one of human, json");
    }

    @Test
    void showsWhatIsHeld() {
        server.answers("GET /admin/v1/holds", """
                {"holds":[{"id":17,"list":"phishing","source":"csirt","expression":"mail.example/","reason":"popular",
                 "detail":"rank 12","remedy":"name the page","line":4,"scope":"host","category":"phishing",
                 "expires":"2026-03-01T00:00:00Z","entryReason":"case 1","by":"me","at":"2026-01-02T03:04:05Z","state":"open","decidedBy":"",
                 "decisionReason":""}],"counts":{"popular":230,"shortener":5},"upTo":241}""");
        assertThat(setting.run(AdminProgram::run, "holds", "list").out()).isEqualTo("""
                id  list      source  state  reason   entry          terms                                               detail
                17  phishing  csirt   open   popular  mail.example/  host, phishing until 2026-03-01T00:00:00Z (case 1)  rank 12
                popular: name the page
                235 holds up to number 241: popular 230, shortener 5
                shown: the first 1; --limit N shows more
                """);
        assertThat(setting.run(AdminProgram::run, "holds", "list", "-o", "json").out())
                .startsWith("{\"holds\":[{\"id\":17,");
    }

    @Test
    void decidesAboutManyOnlyAsConfirmed() {
        server.answers("POST /admin/v1/holds/decisions", "{\"decided\":235,\"added\":0,\"needOther\":[]}")
                .answers("GET /admin/v1/holds",
                        "{\"holds\":[],\"counts\":{\"popular\":230,\"shortener\":5},\"upTo\":241}");
        Run refused = setting.run(AdminProgram::run, "holds", "reject", "--list", "x", "--reason", "R");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("this is not a terminal", "--up-to ID");
        assertThat(server.asked()).isEmpty();
        Run not = setting.answering("n").run(AdminProgram::run, "holds", "reject", "--list", "x", "--reason", "R");
        assertThat(not.exitCode()).isEqualTo(1);
        assertThat(server.asked()).hasSize(1);
        Run run = setting.answering("y").run(AdminProgram::run, "holds", "reject", "--list", "x", "--reason", "R");
        assertThat(run.err()).contains("235 holds up to number 241: popular 230, shortener 5");
        assertThat(run.out()).isEqualTo("235 holds rejected\n");
        assertThat(server.asked().getLast().body()).contains("\"list\":\"x\"", "\"upTo\":241,\"release\":false");
    }

    @Test
    void saysThatAnEntryWasRejectedBefore() {
        server.answers("POST /admin/v1/lists/phishing/entries", """
                {"list":"phishing","source":"people","format":"mixed","lines":1,"accepted":0,"duplicates":0,
                 "rejected":{"rejected-before":1},"held":{},"outOfReach":0,"added":0,"removed":0,"samples":[],
                 "warnings":[]}""");
        Run run = setting.run(AdminProgram::run, "add", "phishing", "a.example");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("A person rejected this before", "holds undo");
    }

    @Test
    void saysWhatASecondPersonMustRelease() {
        server.answers("POST /admin/v1/holds/decisions", "{\"decided\":1,\"added\":1,\"needOther\":[3,4]}");
        Run some = setting.run(AdminProgram::run, "holds", "release", "2", "3", "4", "--reason", "R");
        assertThat(some.exitCode()).isEqualTo(1);
        assertThat(some.out())
                .isEqualTo("1 hold released, 1 entry added to drafts\nrelease needs a second person: 3 4\n");
        server.answers("POST /admin/v1/holds/decisions", "{\"decided\":1,\"added\":0,\"needOther\":[]}");
        assertThat(setting.run(AdminProgram::run, "holds", "release", "2", "--reason", "R").out())
                .isEqualTo("1 hold released\n");
    }

    @Test
    void writesAUnifiedDifference() {
        server.answers("GET /admin/v1/lists/phishing/diff", """
                {"name":"phishing","draft":"d1","rows":[
                 {"change":"added","expression":"a.example/","scope":"host","before":[],
                  "after":[{"source":"people","category":"phishing","expires":"","reason":"case\\u001b"}],"line":"+a"},
                 {"change":"changed","expression":" b.example/c","scope":"exact",
                  "before":[{"source":"csirt","category":"phishing","expires":"","reason":""}],
                  "after":[{"source":"csirt","category":"scam","expires":"2026-03-01T00:00:00Z","reason":""}],
                  "line":"~b"},
                 {"change":"removed","expression":"c.example/","scope":"host",
                  "before":[{"source":"csirt","category":"phishing","expires":"","reason":""}],"after":[],"line":"-c"}],
                 "next":""}""");
        assertThat(setting.run(AdminProgram::run, "diff", "phishing", "-o", "unified").out()).isEqualTo("""
                --- phishing published
                +++ phishing draft d1
                @@ @@
                +host a.example/  # people: phishing (case\\u001b)
                -exact b.example/c  # csirt: phishing
                +exact b.example/c  # csirt: scam until 2026-03-01T00:00:00Z
                -host c.example/  # csirt: phishing
                """);
        server.answers("GET /admin/v1/lists",
                "{\"lists\":[" + LIST + "," + LIST.replace("\"phishing\"", "\"x\"") + "]}")
                .answers("GET /admin/v1/lists/x/diff", "{\"name\":\"x\",\"draft\":\"d2\",\"rows\":[],\"next\":\"\"}");
        assertThat(setting.run(AdminProgram::run, "diff", "-o", "unified").out()).endsWith("""
                -host c.example/  # csirt: phishing
                --- x published
                +++ x draft d2
                @@ @@
                """);
        assertThat(setting.run(AdminProgram::run, "diff", "--all").out()).isEqualTo("""
                phishing:
                +a
                ~b
                -c
                draft d1
                x:
                draft d2
                """);
        assertThat(setting.run(AdminProgram::run, "diff", "--all", "-o", "json").exitCode()).isEqualTo(2);
        assertThat(setting.run(AdminProgram::run, "diff", "--after", "a.example/").exitCode()).isEqualTo(2);
    }

    @Test
    void saysThatReviewWaitsForASecondPerson() {
        server.answers("POST /admin/v1/lists/phishing/review",
                "{\"list\":\"phishing\",\"needsReview\":true,\"waiting\":true}");
        Run run = setting.run(AdminProgram::run, "list", "set", "phishing", "--review", "off");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEqualTo("phishing: review is on; switching it off waits for a second person\n");
        assertThat(setting.run(AdminProgram::run, "list", "set", "phishing", "--review", "no").exitCode()).isEqualTo(2);
    }

    @Test
    void asksBeforeAListIsDeletedAndSaysWhatGoesWithIt() {
        server.answers("POST /admin/v1/lists/phishing/deletion",
                "{\"list\":\"phishing\",\"waiting\":false,\"entries\":1003,\"version\":7,\"holds\":2,\"feeds\":[\"urlhaus\"]}")
                .answers("GET /admin/v1/lists/phishing", LIST)
                .answers("GET /admin/v1/feeds", "{\"feeds\":[{\"name\":\"urlhaus\",\"list\":\"phishing\",\"url\":\"u\","
                        + "\"enabled\":true,\"failures\":0},{\"name\":\"other\",\"list\":\"malware\",\"url\":\"u\","
                        + "\"enabled\":true,\"failures\":0}]}");
        Run refused = setting.run(AdminProgram::run, "list", "delete", "phishing");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("this is not a terminal", "Pass --yes");
        assertThat(server.asked()).isEmpty();
        Run not = setting.answering("n").run(AdminProgram::run, "list", "delete", "phishing");
        assertThat(not.exitCode()).isEqualTo(1);
        assertThat(not.err()).contains(
                "phishing: 1,003 entries in the draft, 1,000 in version 7, which agents have, 2 open holds, feeds: urlhaus",
                "Agents drop the list with the next publication. The name is never used again.");
        assertThat(server.asked()).noneMatch(asked -> asked.target().startsWith("POST"));
        Run run = setting.answering("y").run(AdminProgram::run, "list", "delete", "phishing", "--reason", "r");
        assertThat(run.exitCode()).isZero();
        assertThat(server.asked().getLast().body()).isEqualTo("{\"reason\":\"r\"}");
        assertThat(run.out()).contains("phishing: deleted, with 1,003 entries, 2 open holds, feeds: urlhaus",
                "agents have version 7 until the next publication: publish --all");
    }

    @Test
    void saysThatADeletionWaitsForASecondPerson() {
        server.answers("POST /admin/v1/lists/phishing/deletion",
                "{\"list\":\"phishing\",\"waiting\":true,\"entries\":3,\"version\":7,\"holds\":0,\"feeds\":[]}");
        Run run = setting.run(AdminProgram::run, "list", "delete", "phishing", "--yes");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEqualTo("phishing: not deleted; it waits for a second person\n");
    }

    @Test
    void namesDeletedListsThatAgentsStillHave() {
        server.answers("GET /admin/v1/lists", "{\"lists\":[],\"leaving\":[\"old\"]}")
                .answers("GET /admin/v1/diff",
                        "{\"lists\":[],\"allowAdded\":[],\"allowRemoved\":[],\"leaving\":[\"old\"]}")
                .answers("POST /admin/v1/publications",
                        "{\"sequence\":5,\"pending\":false,\"lists\":[],\"held\":0,\"leaving\":[\"old\"],\"message\":\"\"}");
        assertThat(setting.run(AdminProgram::run, "list", "show").out())
                .endsWith("old: deleted; agents have it until the next publication\n");
        assertThat(setting.run(AdminProgram::run, "diff").out())
                .isEqualTo("old: deleted; agents will have it no more\n");
        assertThat(setting.run(AdminProgram::run, "publish", "--all", "--yes").out())
                .isEqualTo("published, sequence 5\nold: deleted; agents have it no more\n");
    }

    @Test
    void setsEveryPropertyThatCreateSets() {
        server.answers("POST /admin/v1/lists/phishing/details", LIST)
                .answers("POST /admin/v1/lists/phishing/keys", LIST)
                .answers("POST /admin/v1/lists/phishing/review",
                        "{\"list\":\"phishing\",\"needsReview\":true,\"waiting\":false}")
                .answers("GET /admin/v1/lists/phishing", LIST);
        assertThat(setting.run(AdminProgram::run, "list", "set", "phishing", "--title", "T", "--category", "c",
                "--planned-entries", "5", "--seed", "00ff00ff00ff00ff", "--review", "on").exitCode()).isZero();
        assertThat(server.asked()).extracting(asked -> asked.body())
                .containsExactly("{\"title\":\"T\",\"removeTitle\":false,\"category\":\"c\"}",
                        "{\"plannedEntries\":5,\"seed\":\"00ff00ff00ff00ff\"}", "{\"needsReview\":true}");
        assertThat(setting.run(AdminProgram::run, "list", "rename-title", "phishing", "").exitCode()).isZero();
        assertThat(server.asked().getLast().body())
                .isEqualTo("{\"title\":\"\",\"removeTitle\":true,\"category\":\"\"}");
        Run nothing = setting.run(AdminProgram::run, "list", "set", "phishing");
        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.err()).contains("nothing to set", "--title");
        assertThat(setting.run(AdminProgram::run, "list", "set", "phishing", "--planned-entries", "0").exitCode())
                .isEqualTo(2);
    }

    @Test
    void asksBeforeAHostIsGuardedNoMore() {
        server.answers("POST /admin/v1/guards/popular/hosts",
                "{\"name\":\"popular\",\"hosts\":7,\"origin\":\"operator\"}");
        String[] command = {"guards", "remove", "a.example", "--from", "popular", "--reason", "R"};
        assertThat(setting.run(AdminProgram::run, command).exitCode()).isEqualTo(2);
        assertThat(setting.answering("n").run(AdminProgram::run, command).exitCode()).isEqualTo(1);
        assertThat(server.asked()).isEmpty();
        assertThat(setting.answering("y").run(AdminProgram::run, command).out()).contains("popular", "operator");
    }

    @Test
    void saysThatAListWasNeverPublished() {
        server.answers("GET /admin/v1/diff", """
                {"lists":[{"name":"phishing","draft":"d1","fromVersion":0,"added":11,"removed":0,"changed":0,"unchanged":0,"bySource":{},
                 "hits":[],"sample":["+a.example/"],"packedBytes":47,"deltaBytes":175,"held":0,"needsReview":false,
                 "approvals":[]}],"allowAdded":[],"allowRemoved":[]}""");
        assertThat(setting.run(AdminProgram::run, "diff", "phishing").out()).isEqualTo("""
                phishing (not published yet): +11 -0, 0 unchanged; packed about 47 B, agents fetch the whole file
                  +a.example/
                  and 10 more: diff phishing --all
                  draft d1
                """);
    }

    @Test
    void saysThatNothingWouldChangeInAList() {
        server.answers("GET /admin/v1/diff", """
                {"lists":[{"name":"phishing","draft":"d1","fromVersion":1,"added":0,"removed":0,"changed":0,"unchanged":3,"bySource":{},
                 "hits":[],"sample":[],"packedBytes":14,"deltaBytes":128,"held":0,"needsReview":false,
                 "approvals":[]}],"allowAdded":[],"allowRemoved":[]}""");
        assertThat(setting.run(AdminProgram::run, "diff", "phishing").out())
                .isEqualTo("phishing (version 1): no change, 3 entries\n  draft d1\n");
    }

    @Test
    void countsNothingWhereAWholeImportIsHeld() {
        server.answers("POST /admin/v1/lists/phishing/imports", """
                {"list":"phishing","source":"csirt","format":"domains","lines":0,"accepted":0,"duplicates":0,
                 "rejected":{},"held":{"feed-shrank":0},"outOfReach":0,"added":0,"removed":0,"samples":[],
                 "warnings":[]}""");
        assertThat(setting.input("").run(AdminProgram::run, "import", "phishing", "-").out()).endsWith("""
                draft: +0 -0
                held: feed-shrank
                """);
    }

    @Test
    void showsWhatEachFeedContributes() {
        server.answers("GET /admin/v1/feeds/report", """
                {"days":30,"feeds":[
                 {"name":"urlhaus","list":"malware","enabled":true,"entries":1000,"alone":900,
                  "shared":{"malware/csirt":40,"phishing/manual":60},"added":120,"removed":80,"held":3,"rejected":1,
                  "allowed":2,"oldest":"2001-01-01T00:00:00Z","median":"","lastChange":"2026-11-18T12:00:00Z"},
                 {"name":"new","list":"malware","enabled":true,"entries":0,"alone":0,"shared":{},"added":0,"removed":0,
                  "held":0,"rejected":0,"allowed":0,"oldest":"","median":"","lastChange":""}]}""");
        assertThat(setting.run(AdminProgram::run, "feed", "report").out()).isEqualTo("""
                feed     list     entries  alone     %  added  removed  held    %  corrected    %  age, days  changed
                urlhaus  malware    1,000    900  90.0   +120      -80     3  0.3          3  0.3          -  2026-11-18 12:00:00Z
                new      malware        0      0     -     +0       -0     0    -          0    -          -  -
                urlhaus shares: phishing/manual 60 (6.0 %), malware/csirt 40 (4.0 %)
                added and removed: last 30 days; age: median of the entries; corrected: rejected, or hidden by the allow list
                """);
        assertThat(setting.run(AdminProgram::run, "feed", "report", "--days", "0").exitCode()).isEqualTo(2);
    }
}
