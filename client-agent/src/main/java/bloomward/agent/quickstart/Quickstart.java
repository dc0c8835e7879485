package bloomward.agent.quickstart;

import bloomward.agent.quickstart.Programs.Result;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A demonstration with a server, lists, an agent and some URLs. The printed commands can be typed again, line by line.
public final class Quickstart {

    private static final String BLOOMWARD = "client-agent/bin/bloomward";
    private static final String SERVER = "update-server/bin/bloomward-server";
    private static final String ADMIN = "update-server/bin/bloomward-admin";

    private static final String NEW_URL = "http://just-reported.example/login";
    private static final String LISTED_PAGE = "http://phishing.listed.bloomward.test/";
    /// The line with the numbers in the output of an import.
    private static final int NUMBERS = 2;
    private static final int FIRST_PORT = 20_000;
    private static final int MANY_PORTS = 5_000;

    private final Path project;
    private final Path folder;
    private final Account account;
    private final Programs programs;

    /// A URL to check, and its expected verdict.
    private record Example(String what, String url, String verdict, int exitCode) {

        static Example listed(String what, String url) {
            return new Example(what, url, "listed", 1);
        }

        static Example clean(String what, String url) {
            return new Example(what, url, "clean", 0);
        }
    }

    private Quickstart(Path project, Path folder, Account account) throws IOException {
        this.project = project;
        this.folder = folder;
        this.account = account;
        this.programs = new Programs(project, account, Register.begin(folder));
    }

    /// Whether this folder has everything that the demonstration needs.
    public static boolean canRunIn(Path project) {
        return Sample.areIn(project);
    }

    /// Runs all steps.
    ///
    /// @param project folder with `client-agent`, `update-server` and `blocklists`
    /// @param folder empty folder for all data
    /// @param stay whether server and agent keep running until they are ended, for example by Ctrl-C
    /// @throws StepFailedException if a step gave an unexpected result
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

    /// @return the address for agents
    private String server() throws IOException, InterruptedException, StepFailedException {
        programs.build(SERVER);
        account.text(
                "A server, lists and an agent, on this machine only. Lines that begin with $ are commands to type:");
        account.command("cd " + Programs.quoted(project.toString()));
        account.command("mkdir -p " + Programs.quoted(folder.toString()));
        account.step("Set up a server with trial keys, and start it");
        programs.run(SERVER, "init", "--data-dir", in("server"), "--origin", "trial.example").expect(0);
        List<String> addresses = freeAddresses();
        Map<String, String> ready = fields(programs.start(folder.resolve("server.log"), SERVER, "serve", "--data-dir",
                in("server"), "--listen", addresses.getFirst(), "--admin-listen", addresses.getLast(), "--ready-json"));
        programs.export(Map.of("BLOOMWARD_ADMIN_URL", ready.getOrDefault("admin", ""), "BLOOMWARD_TOKEN_FILE",
                in("server/admin.token")));
        return ready.getOrDefault("public", "");
    }

    private void lists() throws IOException, InterruptedException, StepFailedException {
        account.step("Create lists, and import every sample file: one for each format, with the mistakes of real ones");
        for (String list : List.of("phishing", "malware", "unwanted")) {
            programs.run(ADMIN, "list", "create", list, "--category", list).expect(0);
        }
        List<Sample> samples = Sample.all(project);
        programs.run(importing(samples.getFirst())).expect(0);
        account.text("The others are imported in the same way; only their numbers are shown.");
        for (Sample sample : samples.subList(1, samples.size())) {
            programs.runOfMany(NUMBERS, importing(sample)).expect(0);
        }
        account.text("A delta of a short list would be larger than its file, so add 20,000 made-up hosts.");
        String generated = in("generated-hosts.txt");
        programs.shell("seq -f host-%.0f.generated.example 20000 > " + Programs.quoted(generated)).expect(0);
        programs.run(ADMIN, "import", "phishing", generated, "--source", "generated").expect(0);
    }

    private void mistake() throws IOException, InterruptedException, StepFailedException {
        account.step(
                "Make a mistake: adding co.uk would block millions of sites. A guard holds it, and the exit code says so");
        programs.run(ADMIN, "add", "phishing", "co.uk").expect(1);
        programs.run(ADMIN, "holds", "list").expect(0);
        account.text("A person decides. If released, it would be listed.");
        programs.run(ADMIN, "holds", "reject", "1", "--reason", "a slip").expect(0);
        account.step("Allow a page, so that it is never reported, whatever the lists contain");
        programs.run(ADMIN, "allow", "add", "http://www.parcel-fee.example/press/").expect(0);
    }

    private void publish() throws IOException, InterruptedException, StepFailedException {
        account.step("Review the changes, and publish: compile, sign, serve");
        programs.run(ADMIN, "diff", "malware").expect(0);
        programs.run(ADMIN, "publish", "--all", "--yes").expect(0);
    }

    private void agent(String address) throws IOException, InterruptedException, StepFailedException {
        account.step("Enrol an agent with the root note, as on a desktop, and run it in the background");
        programs.export(Map.of("BLOOMWARD_DATA_DIR", in("agent"), "BLOOMWARD_SOCKET", in("run/agent.sock")));
        programs.run(BLOOMWARD, "agent", "enroll", address, "--root", in("server/root.note")).expect(0);
        programs.start(folder.resolve("agent.log"), BLOOMWARD, "agent", "run", "--ready-json");
        programs.run(BLOOMWARD, "agent", "status").expect(0);
    }

    private void checks() throws IOException, InterruptedException, StepFailedException {
        account.step("Check some URLs. None of them leaves this machine; a hit requests one bucket from the server");
        for (Example example : List.of(Example.listed("a listed host", "https://login-bank.example/"),
                Example.listed("a listed file, spelt another way",
                        "HTTP://Downloads.EXAMPLE:80/./a/../%66ree/setup.exe?x=1#top"),
                Example.listed("a host below a listed one", "https://www.account-check.test/"),
                new Example("listed, but allowed", "http://www.parcel-fee.example/press/2026", "allowed", 0),
                Example.clean("a host that is not listed", "https://www.good.example/"),
                Example.clean("a host below co.uk, which a guard held", "https://shop.anything.co.uk/"))) {
            account.text(example.what() + ":");
            check(example);
        }
    }

    private void oneMore() throws IOException, InterruptedException, StepFailedException {
        account.step("Report and publish one more URL; a delta of a few bytes brings it to the agent");
        check(Example.clean("before", NEW_URL));
        programs.run(ADMIN, "add", "phishing", NEW_URL).expect(0);
        programs.run(ADMIN, "publish", "phishing", "--yes").expect(0);
        account.text("Agents poll every five minutes. This one is told to poll now.");
        programs.run(BLOOMWARD, "agent", "update", "--now").expect(0);
        check(Example.listed("after", NEW_URL));
    }

    private void check(Example example) throws IOException, InterruptedException, StepFailedException {
        Result result = programs.run(BLOOMWARD, "check", example.url()).expect(example.exitCode());
        if (!String.join("\n", result.output()).toLowerCase(Locale.ROOT).startsWith(example.verdict())) {
            throw new StepFailedException(example.url() + ", " + example.what() + ": not " + example.verdict());
        }
    }

    private void next(boolean stay) throws IOException, InterruptedException, StepFailedException {
        account.step("All steps succeeded");
        if (stay) {
            account.text("Server and agent keep running until Ctrl-C. In another terminal:");
            account.command("cd " + Programs.quoted(project.toString()));
            programs.showExports();
            account.command(BLOOMWARD + " check https://www.login-bank.example/");
            account.command(ADMIN + " explain http://just-reported.example/login");
            account.command(ADMIN + " history");
            account.command(ADMIN + " console");
            account.text("The last one shows the console in a browser. Sign in there with the text of "
                    + in("server/admin.token"));
            account.command(BLOOMWARD + " agent doctor");
            account.text("See it in your own browser: install, do what is printed, and open " + LISTED_PAGE);
            account.command(BLOOMWARD + " browser install");
            account.command(BLOOMWARD + " browser status");
            account.text("Before Ctrl-C, take it out again:");
            account.command(BLOOMWARD + " browser remove");
        }
        account.text("Next: update-server/PUBLISHING.md for lists of your own, client-agent/ROLLOUT.md for desktops, "
                + "client-agent/BROWSERS.md for browsers.");
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

    /// Two free ports, so that the printed commands can be typed again unchanged. With Linux's default
    /// `ip_local_port_range`, the kernel gives none of these to a program that asks for any port, so that they are still
    /// free when the server takes them.
    private static List<String> freeAddresses() throws IOException {
        List<String> addresses = new ArrayList<>();
        int port = FIRST_PORT + (int) (ProcessHandle.current().pid() * 37 % MANY_PORTS); // not that of another quickstart
        while (addresses.size() < 2) {
            try (ServerSocket socket = new ServerSocket(++port, 1, InetAddress.getLoopbackAddress())) {
                addresses.add("127.0.0.1:" + socket.getLocalPort());
            } catch (BindException e) {
                if (port > FIRST_PORT + 2 * MANY_PORTS) {
                    throw e;
                }
            }
        }
        return addresses;
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
