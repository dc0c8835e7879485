package bloomward.agent.quickstart;

import bloomward.agent.quickstart.Programs.Result;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A server, lists, an agent and some URLs: the whole way, once. What is printed can be typed again, line by line.
public final class Quickstart {

    private static final String BLOOMWARD = "client-agent/bin/bloomward";
    private static final String SERVER = "update-server/bin/bloomward-server";
    private static final String ADMIN = "update-server/bin/bloomward-admin";

    private static final String NEW_URL = "http://just-reported.example/login";
    /// In what an import says, the line with the numbers.
    private static final int NUMBERS = 2;

    private final Path project;
    private final Path folder;
    private final Account account;
    private final Programs programs;

    /// A URL that is checked, and what must come out.
    private record Example(String what, String url, String verdict, int exitCode) {

        static Example listed(String what, String url) {
            return new Example(what, url, "listed", 1);
        }

        static Example clean(String what, String url) {
            return new Example(what, url, "clean", 0);
        }
    }

    private Quickstart(Path project, Path folder, Account account) {
        this.project = project;
        this.folder = folder;
        this.account = account;
        this.programs = new Programs(project, account);
    }

    /// Whether this is a folder with everything that is shown.
    public static boolean canRunIn(Path project) {
        return Sample.areIn(project);
    }

    /// Goes the whole way.
    ///
    /// @param project the folder with `client-agent`, `update-server` and `blocklists`
    /// @param folder where everything is kept, empty
    /// @param stay whether to leave server and agent running until they are told to end, as Ctrl-C tells all in a terminal
    /// @throws StepFailedException if something did not come out as it must
    public static void run(Path project, Path folder, boolean stay, OutputStream out)
            throws IOException, InterruptedException, StepFailedException {
        Quickstart quickstart = new Quickstart(project, folder, new Account(out));
        try (Programs _ = quickstart.programs) {
            String address = quickstart.server();
            quickstart.lists();
            quickstart.mistake();
            quickstart.publish();
            quickstart.agent(address);
            quickstart.checks();
            quickstart.oneMore();
            quickstart.next(stay);
        }
    }

    /// @return where the agents are answered
    private String server() throws IOException, InterruptedException, StepFailedException {
        programs.build(SERVER);
        account.text(
                "A server, lists and an agent, on this machine only. Each line behind a $ is a command that you could type:");
        account.command("cd " + Programs.quoted(project.toString()));
        account.command("mkdir -p " + Programs.quoted(folder.toString()));
        account.step("Set up a server, with keys for trying out, and start it");
        programs.run(SERVER, "init", "--data-dir", in("server"), "--origin", "trial.example").expect(0);
        Map<String, String> ready = fields(programs.start(folder.resolve("server.log"), SERVER, "serve", "--data-dir",
                in("server"), "--listen", freeAddress(), "--admin-listen", freeAddress(), "--ready-json"));
        programs.export(Map.of("BLOOMWARD_ADMIN_URL", ready.getOrDefault("admin", ""), "BLOOMWARD_TOKEN_FILE",
                in("server/admin.token")));
        return ready.getOrDefault("public", "");
    }

    private void lists() throws IOException, InterruptedException, StepFailedException {
        account.step(
                "Make lists, and read every sample file into them: one for each format, with the mistakes of real ones");
        for (String list : List.of("phishing", "malware", "unwanted")) {
            programs.run(ADMIN, "list", "create", list, "--category", list).expect(0);
        }
        List<Sample> samples = Sample.all(project);
        programs.run(importing(samples.getFirst())).expect(0);
        account.text("The others are read likewise; of each, here are the numbers only.");
        for (Sample sample : samples.subList(1, samples.size())) {
            programs.runOfMany(NUMBERS, importing(sample)).expect(0);
        }
        account.text(
                "Real lists are longer, and of a short one every delta would be larger than the file: 20,000 made-up hosts.");
        String generated = in("generated-hosts.txt");
        programs.shell("seq -f host-%.0f.generated.example 20000 > " + Programs.quoted(generated)).expect(0);
        programs.run(ADMIN, "import", "phishing", generated, "--source", "generated").expect(0);
    }

    private void mistake() throws IOException, InterruptedException, StepFailedException {
        account.step("A mistake: somebody adds co.uk, which would block millions of sites. A guard holds it");
        programs.run(ADMIN, "add", "phishing", "co.uk").expect(0);
        programs.run(ADMIN, "holds", "list").expect(0);
        account.text("A person decides. Released, it would be listed after all.");
        programs.run(ADMIN, "holds", "reject", "1", "--reason", "a slip").expect(0);
        account.step("Say what must never be reported, whoever lists it");
        programs.run(ADMIN, "allow", "add", "http://www.parcel-fee.example/press/").expect(0);
    }

    private void publish() throws IOException, InterruptedException, StepFailedException {
        account.step("See what would change, and publish: compiled, signed, served");
        programs.run(ADMIN, "diff", "malware").expect(0);
        programs.run(ADMIN, "publish", "--all", "--yes").expect(0);
    }

    private void agent(String address) throws IOException, InterruptedException, StepFailedException {
        account.step("An agent, as on a desktop: enrolled with the root note, running in the background");
        programs.export(Map.of("BLOOMWARD_DATA_DIR", in("agent"), "BLOOMWARD_SOCKET", in("run/agent.sock")));
        programs.run(BLOOMWARD, "agent", "enroll", address, "--root", in("server/root.note")).expect(0);
        programs.start(folder.resolve("agent.log"), BLOOMWARD, "agent", "run", "--ready-json");
        programs.run(BLOOMWARD, "agent", "status").expect(0);
    }

    private void checks() throws IOException, InterruptedException, StepFailedException {
        account.step("Check some URLs. None of them leaves this machine; a hit asks the server for one bucket");
        for (Example example : List.of(Example.listed("a listed host", "https://login-bank.example/"),
                Example.listed("a listed file, spelt another way",
                        "HTTP://Downloads.EXAMPLE:80/./a/../%66ree/setup.exe?x=1#top"),
                Example.listed("a host below a listed one", "https://www.account-check.test/"),
                new Example("listed, and allowed all the same", "http://www.parcel-fee.example/press/2026", "allowed",
                        0),
                Example.clean("a host that nobody listed", "https://www.good.example/"),
                Example.clean("below co.uk, which a guard held", "https://shop.anything.co.uk/"))) {
            account.text(example.what() + ":");
            check(example);
        }
    }

    private void oneMore() throws IOException, InterruptedException, StepFailedException {
        account.step("One URL more: reported, published, and known to the agent by a delta of a few bytes");
        check(Example.clean("before", NEW_URL));
        programs.run(ADMIN, "add", "phishing", NEW_URL).expect(0);
        programs.run(ADMIN, "publish", "phishing", "--yes").expect(0);
        account.text("Agents ask every five minutes. This one is told to ask now.");
        programs.run(BLOOMWARD, "agent", "update", "--now").expect(0);
        check(Example.listed("after", NEW_URL));
    }

    private void check(Example example) throws IOException, InterruptedException, StepFailedException {
        Result result = programs.run(BLOOMWARD, "check", example.url()).expect(example.exitCode());
        if (!String.join("\n", result.output()).toLowerCase(Locale.ROOT).startsWith(example.verdict())) {
            throw new StepFailedException(example.url() + ", " + example.what() + ": it is not " + example.verdict());
        }
    }

    private void next(boolean stay) throws IOException, InterruptedException, StepFailedException {
        account.step("All came out as it must");
        if (stay) {
            account.text("Server and agent stay up until Ctrl-C. In another terminal:");
            account.command("cd " + Programs.quoted(project.toString()));
            programs.showExports();
            account.command(BLOOMWARD + " check https://www.login-bank.example/");
            account.command(ADMIN + " explain http://just-reported.example/login");
            account.command(ADMIN + " history");
            account.command(BLOOMWARD + " agent doctor");
        }
        account.text("Next: update-server/PUBLISHING.md for lists of your own, client-agent/ROLLOUT.md for desktops.");
        if (stay) {
            programs.await();
        }
    }

    private static String[] importing(Sample sample) {
        return new String[] {ADMIN, "import", sample.list(), sample.file().toString(), "--source", sample.source()};
    }

    private String in(String name) {
        return folder.resolve(name).toString();
    }

    /// A port that nobody has now, so that the printed commands can be typed again as they stand.
    private static String freeAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
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
