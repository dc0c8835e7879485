package bloomward.agent.quickstart;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A server, lists, an agent and some URLs: the whole way, once.
public final class Quickstart {

    /// So many made-up hosts stand beside the sample lists: of a list of thirty, every delta is larger than the file.
    private static final int GENERATED = 20_000;
    private static final String NEW_URL = "http://just-reported.example/login";

    private final Path project;
    private final Path folder;
    private final Account account;
    private final Programs programs;

    /// A URL that is checked, and what must come out.
    private record Example(String what, String url, String verdict, int exitCode) {

        static Example listed(String what, String url) {
            return new Example(what, url, "listed", 1);
        }
    }

    private Quickstart(Path project, Path folder, Account account) {
        this.project = project;
        this.folder = folder;
        this.account = account;
        this.programs = new Programs(project, account);
    }

    /// Goes the whole way.
    ///
    /// @param project the folder with `client-agent`, `update-server` and `blocklists`
    /// @param folder where everything is kept, empty
    /// @param stay whether to leave server and agent running until they are told to end, as Ctrl-C tells all in a terminal
    /// @throws StepFailedException if something did not come out as it must
    public static void run(Path project, Path folder, boolean stay, PrintStream out)
            throws IOException, InterruptedException, StepFailedException {
        Quickstart quickstart = new Quickstart(project, folder, new Account(out));
        try (Programs _ = quickstart.programs) {
            quickstart.server();
            quickstart.lists();
            quickstart.publish();
            quickstart.agent();
            quickstart.checks();
            quickstart.oneMore();
            quickstart.next(stay);
        }
    }

    private void server() throws IOException, InterruptedException, StepFailedException {
        programs.build(Programs.SERVER);
        account.text("A server, a list and an agent, on this machine only. Everything lies in " + folder);
        account.step("Set up a server, with keys for trying out, and start it");
        Path data = folder.resolve("server");
        programs.run(Programs.SERVER, "init", "--data-dir", data.toString(), "--origin", "trial.example").expect(0);
        Map<String, String> at = fields(programs.start(folder.resolve("server.log"), Programs.SERVER, "serve",
                "--data-dir", data.toString(), "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0",
                "--ready-json"));
        account.text("Agents are answered at " + at.get("public") + ", administrators at " + at.get("admin") + ".");
        programs.export(Map.of("BLOOMWARD_ADMIN_URL", at.getOrDefault("admin", ""), "BLOOMWARD_TOKEN_FILE",
                data.resolve("admin.token").toString()));
        publicAddress = at.getOrDefault("public", "");
    }

    private String publicAddress = "";

    private void lists() throws IOException, InterruptedException, StepFailedException {
        account.step("Make lists, and read every sample file into them");
        for (String list : List.of("phishing", "malware", "unwanted")) {
            programs.run(Programs.ADMIN, "list", "create", list, "--category", list).expect(0);
        }
        for (Path file : samples()) {
            programs.runOfMany(Programs.ADMIN, "import", listOf(file), file.toString(), "--source", sourceOf(file))
                    .expect(0);
        }
        Path generated = folder.resolve("generated-hosts.txt");
        Files.write(generated, IntStream.range(0, GENERATED).mapToObj(i -> "host-" + i + ".generated.example")
                .toList());
        account.text("Real lists are longer: " + GENERATED + " made-up hosts.");
        programs.run(Programs.ADMIN, "import", "phishing", generated.toString(), "--source", "generated").expect(0);
        account.step("A mistake: somebody adds co.uk, which would block millions of sites. A guard holds it");
        programs.run(Programs.ADMIN, "add", "phishing", "co.uk").expect(0);
        programs.run(Programs.ADMIN, "holds", "list").expect(0);
        account.step("Say what must never be reported, whoever lists it");
        programs.run(Programs.ADMIN, "allow", "add", "http://www.parcel-fee.example/press/").expect(0);
    }

    private void publish() throws IOException, InterruptedException, StepFailedException {
        account.step("See what would change, and publish: compiled, signed, served");
        programs.run(Programs.ADMIN, "diff", "malware").expect(0);
        programs.run(Programs.ADMIN, "publish", "--all", "--yes").expect(0);
    }

    private void agent() throws IOException, InterruptedException, StepFailedException {
        account.step("An agent, as on a desktop: enrolled with the root note, running in the background");
        programs.export(Map.of("BLOOMWARD_DATA_DIR", folder.resolve("agent").toString(), "BLOOMWARD_SOCKET",
                folder.resolve("run").resolve("agent.sock").toString()));
        programs.run(Programs.BLOOMWARD, "agent", "enroll", publicAddress, "--root",
                folder.resolve("server").resolve("root.note").toString()).expect(0);
        programs.start(folder.resolve("agent.log"), Programs.BLOOMWARD, "agent", "run", "--ready-json");
        programs.run(Programs.BLOOMWARD, "agent", "status").expect(0);
    }

    private void checks() throws IOException, InterruptedException, StepFailedException {
        account.step("Check some URLs. None of them leaves this machine; a hit asks the server for one bucket");
        for (Example example : List.of(
                Example.listed("a listed host", "https://login-bank.example/"),
                Example.listed("a page on it, spelt another way", "HTTP://Login-Bank.EXAMPLE:80/./a/../%6Cogin?x=1"),
                Example.listed("a host below a listed one", "https://www.account-check.test/"),
                new Example("listed, and allowed all the same", "http://www.parcel-fee.example/press/2026", "allowed",
                        0),
                new Example("a host that nobody listed", "https://www.good.example/", "clean", 0),
                new Example("below co.uk, which a guard held", "https://shop.anything.co.uk/", "clean", 0))) {
            account.text(example.what() + ":");
            check(example);
        }
    }

    private void oneMore() throws IOException, InterruptedException, StepFailedException {
        account.step("One URL more: reported, published, and known to the agent by a delta of a few bytes");
        check(new Example("", NEW_URL, "clean", 0));
        programs.run(Programs.ADMIN, "add", "phishing", NEW_URL).expect(0);
        programs.run(Programs.ADMIN, "publish", "phishing", "--yes").expect(0);
        account.text("Agents ask every five minutes. This one is told to ask now.");
        programs.run(Programs.BLOOMWARD, "agent", "update", "--now").expect(0);
        check(Example.listed("", NEW_URL));
    }

    private void check(Example example) throws IOException, InterruptedException, StepFailedException {
        Programs.Result result = programs.run(Programs.BLOOMWARD, "check", example.url()).expect(example.exitCode());
        if (!result.output().toLowerCase(Locale.ROOT).startsWith(example.verdict())) {
            throw new StepFailedException(result.command() + ": it is not " + example.verdict());
        }
    }

    private void next(boolean stay) throws InterruptedException {
        account.step("All came out as it must");
        if (!stay) {
            return;
        }
        account.text("Server and agent stay up until Ctrl-C. In another terminal, after the two exports above:");
        account.command("client-agent/bin/bloomward check https://www.login-bank.example/");
        account.command("update-server/bin/bloomward-admin explain http://just-reported.example/login");
        account.command("update-server/bin/bloomward-admin history");
        account.command("client-agent/bin/bloomward agent doctor");
        account.text("Next: update-server/README.md to publish in earnest, client-agent/README.md for desktops.");
        programs.await();
    }

    private List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.walk(project.resolve("blocklists/lists"))) {
            return files.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
        }
    }

    private static String listOf(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("malware") || name.startsWith("urlhaus")
                ? "malware"
                : name.startsWith("unwanted") ? "unwanted" : "phishing";
    }

    private static String sourceOf(Path file) {
        return file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    }

    private static Map<String, String> fields(String json) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.VALUE_STRING) {
                    fields.put(parser.currentName(), parser.getText());
                }
            }
        }
        return fields;
    }
}
