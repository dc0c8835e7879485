package bloomward.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The reach of the entries of real lists, by the rules of canonical 1 and 2; listed URLs spelt so that browsers open them
/// and canonical 1 misses them; and the most that a hostile URL costs. The respelling has a fixed seed.
final class ReachRun {

    private static final List<String> NAMES = List.of("domains-1m", "churn-scam-daily.last", "urls-tweetfeed",
            "churn-urlhaus-12h.last");
    private static final List<String> FLOODS = List.of("%25", "%2525", "/..", "/a/..", "%2f..", "a%2F..%2F", "//", "a.",
            "%2e", "@", ":", "\u0301\u0316", "%CC%81%CC%96", "\u0315\u0300\u05ae\u0321\u0345", "\uff05", "\uff0565",
            "\u00ad", "\ufdfa", "\u4e00", "\ue000", "%25EF%25BC%2585", "%2fx%2f..", "%2fx%2f..%2fy%2f..");
    /// The last of them are deep or long, and are gone through again with each way up.
    private static final List<String> STARTS = List.of("http://", "http://a.b.c.d.e.f.g.h.i.j.k.l.m.test/",
            "http://h.test/x%2F..", "http://h.test" + "/a".repeat(4000), "http://h.test/" + "\u0001".repeat(5000),
            "http://h.test/" + "a".repeat(8000));

    private final UrlExpressions one = UrlExpressions.ofSafeBrowsing();
    private final UrlExpressions two = new UrlExpressions();
    private final Respelling respelling = new Respelling(1);
    private final Set<String> hosts = new LinkedHashSet<>();
    private final Set<String> directories = new LinkedHashSet<>();

    static void run(Options options) throws IOException {
        if (options.data().isEmpty()) {
            System.out.println("\nLeft out: needs --data, the folder of real lists.");
            return;
        }
        ReachRun run = new ReachRun();
        run.reach(options.data().get());
        run.respelt();
        run.floods();
    }

    private void reach(Path data) throws IOException {
        Table table = new Table("list", "entries", "unjudgeable", "hosts > 5 labels", "> 12", "directories > 3", "> 8");
        for (String name : NAMES) {
            long[] counts = new long[6];
            for (String line : Lists.lines(data.resolve(name + ".txt.gz"))) {
                String entry = line.replaceAll("^\\|\\||\\$all$|\\^$", "");
                if (!entry.isBlank() && !entry.startsWith("#")) {
                    counts[0]++;
                    count(entry, counts);
                }
            }
            table.row(name, counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]);
        }
        table.print("Entries that mean more than they reach: by canonical 1 (> 5, > 3) and canonical 2 (> 12, > 8)");
    }

    private void count(String entry, long[] counts) {
        if (two.read(Lists.bytes(entry)).isPresent()) {
            counts[1]++;
            return;
        }
        String whole = two.exact().shown();
        String host = whole.substring(0, whole.indexOf('/'));
        long labels = host.matches("\\[.*|([0-9]+\\.){3}[0-9]+") ? 0 : 1 + host.chars().filter(c -> c == '.').count();
        boolean isDirectory = whole.endsWith("/") && !whole.contains("?");
        long depth = isDirectory ? whole.chars().filter(c -> c == '/').count() - 1 : 0;
        counts[2] += labels > 5 ? 1 : 0;
        counts[3] += labels > 12 ? 1 : 0;
        counts[4] += depth > 3 ? 1 : 0;
        counts[5] += depth > 8 ? 1 : 0;
        if (labels > 1) {
            hosts.add(host);
        }
        if (depth > 0 && depth <= 8) {
            directories.add(whole);
        }
    }

    private void respelt() {
        Table table = new Table("spelling", "asked", "canonical 1 finds", "canonical 2 finds", "not judged, punycode");
        for (Respelling.Kind kind : Respelling.Kind.values()) {
            Set<String> entries = kind.isOfHosts() ? hosts : directories;
            table.row(found(kind.title(), entries.stream()
                    .map(entry -> new String[] {kind.isOfHosts() ? entry + "/" : entry, respelling.of(entry, kind)})
                    .toList()));
        }
        table.print("Listed entries, spelt otherwise");
    }

    private Object[] found(String title, List<String[]> spelt) {
        long inOne = 0;
        long inTwo = 0;
        long refused = 0;
        for (String[] pair : spelt) {
            byte[] url = pair[1].getBytes(UTF_8);
            inOne += has(one, url, pair[0]) ? 1 : 0;
            inTwo += has(two, url, pair[0]) ? 1 : 0;
            refused += pair[0].contains("xn--") && two.read(url).isPresent() ? 1 : 0;
        }
        return new Object[] {title, spelt.size(), inOne, inTwo, refused};
    }

    private static boolean has(UrlExpressions urls, byte[] url, String entry) {
        boolean has = false;
        int count = urls.read(url).isEmpty() ? urls.count() : 0;
        for (int i = 0; i < count && !has; i++) {
            has = urls.end(i) - urls.start(i) == entry.length() && urls.expression(i).text().equals(entry);
        }
        return has;
    }

    private void floods() {
        double worst = 0;
        for (String flood : FLOODS) {
            for (String start : STARTS) {
                for (int length : new int[] {1020, UrlExpressions.MAX_LENGTH}) {
                    int times = Math.max(1, (length - start.length()) / flood.getBytes(UTF_8).length);
                    worst = Math.max(worst, millis((start + flood.repeat(times)).getBytes(UTF_8)));
                }
            }
        }
        System.out.printf("The dearest hostile URL of up to %d bytes, canonicalised and expanded: %.2f ms%n",
                UrlExpressions.MAX_LENGTH, worst);
    }

    /// The least of many: other work on the machine only adds.
    private double millis(byte[] url) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 100; i++) {
            long start = Cpu.threadNanos();
            two.read(url);
            least = Math.min(least, Cpu.threadNanos() - start);
        }
        return least / 1e6;
    }
}
