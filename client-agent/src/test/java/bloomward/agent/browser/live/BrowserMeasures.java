package bloomward.agent.browser.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The cost of the extension in time and memory. No test: `client-agent/benchmarks/run browsers` starts it.
///
/// Navigations are timed by the pages themselves, from their start to the end of loading. Three browsers of a kind take turns with
/// each navigation, so that all see the same machine: with the extension and the settings as they are, with it and
/// `browser-subresources`, and without it.
final class BrowserMeasures {

    private static final int QUESTIONS = 5_000;
    private static final int WARM_UP = 20;
    private static final String PAGES_OWN_TIME = "(performance.getEntriesByType('navigation')[0] ?? {}).loadEventEnd ?? 0";

    private final int navigations;
    private final PrintStream out;

    private BrowserMeasures(int navigations, PrintStream out) {
        this.navigations = navigations;
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("bw");
        new BrowserMeasures(Integer.parseInt(args[0]), System.out).measure(folder);
        System.exit(0);
    }

    private void measure(Path folder) throws Exception {
        out.println("| what | p50 | p95 | p99 |\n|---|---|---|---|");
        try (Scene with = Scene.start(folder); Scene all = Scene.start(folder); Scene without = Scene.bare(folder)) {
            with.startAgent();
            all.agent.with("browser-subresources", "on");
            all.startAgent();
            for (Browser.Kind kind : Browser.Kind.values()) {
                compare(kind, with, all, without);
            }
            host(with);
        }
        out.printf("%nextension: %,d bytes%n", Files.size(AgentProcess.APP.resolve("extension/bloomward.xpi")));
    }

    private void compare(Browser.Kind kind, Scene with, Scene all, Scene without) throws Exception {
        Browser guarded = with.start(kind);
        Browser asking = all.start(kind);
        Browser bare = without.start(kind);
        with.awaitProtection(guarded);
        all.awaitProtection(asking);
        for (int images : new int[] {0, 100}) {
            List<Turn> turns = List.of(new Turn(guarded.open("about:blank"), with.web),
                    new Turn(asking.open("about:blank"), all.web), new Turn(bare.open("about:blank"), without.web));
            for (Turn turn : turns) {
                turn.web.page("/" + images,
                        IntStream.range(0, images)
                                .mapToObj(i -> "<img src='/image" + i + ".png'>")
                                .collect(Collectors.joining("", "<title>page</title>", "")));
            }
            for (int i = 0; i < WARM_UP + navigations; i++) {
                for (Turn turn : turns) {
                    turn.take("/" + images + "?" + i, i >= WARM_UP);
                }
            }
            row(kind + ", page with " + images + " images, with", turns.getFirst().millis());
            row(kind + ", page with " + images + " images, with, asked about, too", turns.get(1).millis());
            row(kind + ", page with " + images + " images, without", turns.getLast().millis());
        }
        guarded.close();
        asking.close();
        bare.close();
    }

    private record Turn(Tab tab, WebWorld web, List<Double> taken) {

        Turn(Tab tab, WebWorld web) {
            this(tab, web, new ArrayList<>());
        }

        void take(String path, boolean counts) throws IOException, InterruptedException {
            tab.go(web.http("site" + path.hashCode() % 50 + ".test", path));
            double millis = Until.holds("the end of loading",
                    () -> tab.address().endsWith(path) ? tab.evaluate(PAGES_OWN_TIME).asDouble() : 0.0,
                    time -> time > 0);
            if (counts) {
                taken.add(millis);
            }
        }

        double[] millis() {
            return taken.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

    private void row(String what, double... millis) {
        Arrays.sort(millis);
        out.printf(Locale.ROOT, "| %s | %.2f ms | %.2f ms | %.2f ms |%n", what, at(millis, 0.5), at(millis, 0.95),
                at(millis, 0.99));
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) (share * (sorted.length - 1))];
    }

    /// The native host by itself: from its start to its first words, and the way of a question through it.
    private void host(Scene scene) throws Exception {
        double[] ready = new double[20];
        for (int i = 0; i < ready.length; i++) {
            long start = System.nanoTime();
            Process host = scene.agent.host();
            read(host);
            ready[i] = (System.nanoTime() - start) / 1e6;
            host.destroyForcibly().waitFor();
        }
        row("native host ready", ready);
        Process host = scene.agent.host();
        read(host);
        double[] answered = new double[QUESTIONS];
        for (int i = 0; i < QUESTIONS; i++) {
            long start = System.nanoTime();
            write(host.getOutputStream(), "{\"op\":\"check\",\"id\":1,\"url\":\"http://site" + i + ".test/\"}");
            read(host);
            answered[i] = (System.nanoTime() - start) / 1e6;
        }
        row("question to answer", answered);
        String memory = Files.readString(Path.of("/proc/" + host.pid() + "/smaps_rollup"));
        out.println("\nnative host after " + QUESTIONS + " questions: "
                + memory.lines()
                        .filter(line -> line.startsWith("Pss:") || line.startsWith("Rss:"))
                        .map(line -> line.replaceAll("\\s+", " "))
                        .collect(Collectors.joining(", ")));
        host.destroyForcibly().waitFor();
    }

    private static void write(OutputStream to, String line) throws IOException {
        byte[] bytes = line.getBytes(UTF_8);
        to.write(ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .order(ByteOrder.nativeOrder())
                .putInt(bytes.length)
                .put(bytes)
                .array());
        to.flush();
    }

    private static void read(Process host) throws IOException {
        DataInputStream in = new DataInputStream(host.getInputStream());
        byte[] length = in.readNBytes(Integer.BYTES);
        if (in.readNBytes(ByteBuffer.wrap(length).order(ByteOrder.nativeOrder()).getInt()).length == 0) {
            throw new IOException("an empty frame");
        }
    }
}
