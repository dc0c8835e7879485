package bloomward.agent.console.live;

import bloomward.agent.browser.live.Browser;
import bloomward.agent.browser.live.Until;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The console with a large publication: a draft of 500,000 entries, 10,000 holds, 1,000 versions, 5,000 reports. No test:
/// `client-agent/benchmarks/run console` starts it.
///
/// Each action is timed in the page, from the click to the paint after its content is there; each five times.
final class ConsoleMeasures {

    private static final int TIMES = 5;

    private final int entries;
    private final int holds;
    private final int versions;
    private final int reports;
    private final PrintStream out;

    private ConsoleMeasures(int share, PrintStream out) {
        entries = 500_000 / share;
        holds = 10_000 / share;
        versions = 1_000 / share;
        reports = 5_000 / share;
        this.out = out;
    }

    /// @param args a number by which all sizes are divided, 1 for the whole
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("bw");
        try (Office office = Office.open(folder, Browser.Kind.CHROMIUM)) {
            new ConsoleMeasures(args.length == 0 ? 1 : Integer.parseInt(args[0]), System.out).measure(office);
        }
        System.exit(0);
    }

    private void measure(Office office) throws Exception {
        fill(office);
        Person ada = office.person("ada", "admin").open("audit");
        out.printf("%,d entries in the draft, %,d holds, %,d versions, %,d reports%n%n", entries, holds, versions,
                reports);
        out.println("| action | median ms | slowest ms |\n|---|---|---|");
        visit(ada, "overview", "#/overview", "document.querySelector('.figures')");
        visit(ada, "lists", "#/lists", "document.querySelector('.page table')");
        visit(ada, "a draft, first rows", "#/lists/large",
                "document.querySelector('.changes li') && document.querySelector('.steps')");
        act(ada, "a draft, next part", "document.querySelector('[data-key=\"parts-next\"]').click()",
                "!document.querySelector('[aria-busy]')");
        search(ada, "a draft, search that finds 1", "#/lists/large?q=e" + (entries - 7) + ".", ".changes li");
        search(ada, "a draft, search that finds nothing", "#/lists/large?q=nosuchentry", ".empty");
        visit(ada, "a draft, one source", "#/lists/large?source=import&change=added",
                "document.querySelector('.changes li')");
        visit(ada, "entries, one host", "#/lists/large?tab=entries&q=e77.large.example",
                "document.querySelector('.rows li')");
        visit(ada, "holds, first rows", "#/holds", "document.querySelector('.holds li')");
        visit(ada, "holds, most popular first", "#/holds?sort=popular", "document.querySelector('.holds li')");
        search(ada, "holds, search", "#/holds?q=p" + (holds - 3) + ".", ".holds li");
        visit(ada, "versions", "#/lists/old?tab=versions", "document.querySelector('.rows li')");
        visit(ada, "a version 500 back, compared", "#/lists/old/compare?from=" + versions + "&to=" + versions / 2,
                "document.querySelector('.changes li')");
        visit(ada, "reports, first rows and one report", "#/reports",
                "document.querySelector('.reports li') && document.querySelector('.detail .panel')");
        visit(ada, "audit", "#/audit", "document.querySelector('.rows li')");
        memory(ada, "after all of them");
        decide(ada);
        memory(ada, "after the decision");
    }

    private void fill(Office office) throws Exception {
        long began = System.nanoTime();
        office.publisher.list("old").list("large").list("popular");
        for (int i = 1; i <= versions; i++) {
            office.publisher.add("old", "v" + i + ".old.example").publish();
        }
        office.publisher.importing("large", lines(entries, "e%d.large.example/"));
        Path hosts = Files.writeString(office.folder().resolve("hosts.txt"), lines(holds, "p%d.popular.example"));
        office.publisher.admin("guards", "update", "--popular", hosts.toString());
        office.publisher.importing("popular", lines(holds, "p%d.popular.example"));
        Reports.store(office, reports);
        System.err.printf(Locale.ROOT, "filled in %d s%n", (System.nanoTime() - began) / 1_000_000_000);
    }

    private static String lines(int count, String form) {
        return IntStream.range(0, count).mapToObj(i -> form.formatted(i)).collect(Collectors.joining("\n", "", "\n"));
    }

    /// From another page to this one.
    private void visit(Person who, String name, String address, String isThere) throws Exception {
        double[] millis = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            who.open("access");
            millis[i] = time(who, "location.hash = '" + address + "'", isThere);
        }
        row(name, millis);
    }

    private void search(Person who, String name, String address, String selector) throws Exception {
        visit(who, name, address,
                "document.querySelector('" + selector + "') && !document.querySelector('[aria-busy]')");
    }

    private void act(Person who, String name, String action, String isThere) throws Exception {
        double[] millis = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            who.settle();
            millis[i] = time(who, action, isThere);
        }
        row(name, millis);
    }

    /// Until the first frame that has it.
    private static double time(Person who, String action, String isThere) throws Exception {
        String script = """
                new Promise((done, fail) => {
                  const began = performance.now();
                  %s;
                  const look = () => {
                    if (performance.now() - began > 60000) { fail(new Error('not there')); }
                    else if (performance.now() - began > 1 && (%s)) { requestAnimationFrame(() => done(performance.now() - began)); }
                    else { requestAnimationFrame(look); }
                  };
                  requestAnimationFrame(look);
                })""".formatted(action, isThere);
        return who.tab.evaluate(script).asDouble();
    }

    private void decide(Person who) throws Exception {
        who.open("holds").settle();
        who.check("All on this page").click("Select all " + String.format(Locale.ENGLISH, "%,d", holds) + " that fit");
        who.click("Reject").fill("Reason", "measured");
        double decided = time(who, "document.querySelector('dialog .danger').click()",
                "document.querySelector('[data-key=\"undo\"]')");
        double undone = time(who, "document.querySelector('[data-key=\"undo\"]').click()",
                "document.querySelector('#toast').innerText.includes('open again')");
        row("all holds rejected", new double[] {decided});
        row("all holds opened again", new double[] {undone});
        Until.is("all holds", () -> who.text().contains(String.format(Locale.ENGLISH, "%,d", holds)));
    }

    private void memory(Person who, String when) throws Exception {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long page = who.tab.evaluate("performance.memory.usedJSHeapSize").asLong();
        long nodes = who.tab.evaluate("document.querySelectorAll('*').length").asLong();
        out.printf("%nMemory %s: page %,d kB of scripts and %,d elements; server and this program %,d MB of heap%n",
                when, page / 1024, nodes, heap >> 20);
    }

    private void row(String name, double[] millis) {
        Arrays.sort(millis);
        out.printf(Locale.ROOT, "| %s | %.0f | %.0f |%n", name, millis[millis.length / 2], millis[millis.length - 1]);
    }
}
