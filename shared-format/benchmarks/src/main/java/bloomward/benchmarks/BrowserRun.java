package bloomward.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.benchmarks.browser.Browser;
import bloomward.benchmarks.browser.Visits;
import bloomward.format.Fuzz;
import bloomward.format.url.Spelling;
import bloomward.format.url.UrlExpressions;
import bloomward.format.url.UrlMaker;
import bloomward.format.url.Vectors;
import bloomward.format.url.Visit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// Real browsers open URLs that were spelt to mislead, and the addresses that they request are compared with our
/// expressions. A URL is missed if an entry that names the requested page is not among them.
final class BrowserRun {

    private static final int SHOWN = 20;
    private static final int AT_ONCE = 5_000;
    /// Entries of deeper directories are out of reach by the rules: counted at import, never asked.
    private static final int MOST_DIRECTORIES = 8;

    private final Options options;
    private final Visit visit = new Visit();

    private BrowserRun(Options options) {
        this.options = options;
    }

    static void run(Options options) throws IOException, InterruptedException {
        List<Browser> browsers = Arrays.stream(Browser.values()).filter(Browser::isInstalled).toList();
        for (Browser browser : Browser.values()) {
            if (!browsers.contains(browser)) {
                System.out.printf("%nMISSING: %s (install the package of this name); left out%n", browser.program());
            }
        }
        new BrowserRun(options).compare(browsers);
    }

    private void compare(List<Browser> browsers) throws IOException, InterruptedException {
        List<String> urls = urls(options.quick() ? 2_000 : options.urls());
        Table table = new Table("browser", "URLs", "opened", "as our expressions", "unjudgeable", "missed", "seconds");
        Map<Browser, List<Optional<String>>> opened = new LinkedHashMap<>();
        for (Browser browser : browsers) {
            long start = System.nanoTime();
            List<Optional<String>> requested = visited(urls, browser);
            opened.put(browser, requested);
            long seconds = (System.nanoTime() - start) / 1_000_000_000;
            table.row(count(browser, urls, requested, seconds));
        }
        table.print("URLs of seed %d, opened by browsers".formatted(options.seed()));
        if (options.sample().isPresent()) {
            keep(urls, opened);
        }
        if (options.data().isPresent()) {
            compareRespelt(browsers, options.data().get());
        }
    }

    /// Visits the URLs with one browser after the other, as Chromium opens nothing more after some 25,000.
    private static List<Optional<String>> visited(List<String> urls, Browser browser)
            throws IOException, InterruptedException {
        List<Optional<String>> requested = new ArrayList<>(urls.size());
        for (int from = 0; from < urls.size(); from += AT_ONCE) {
            requested.addAll(Visits.of(urls.subList(from, Math.min(from + AT_ONCE, urls.size())), browser));
            System.err.printf("%s: %,d of %,d%n", browser.program(), requested.size(), urls.size());
        }
        return requested;
    }

    private void keep(List<String> urls, Map<Browser, List<Optional<String>>> opened) throws IOException {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < urls.size(); i++) {
            StringBuilder row = new StringBuilder(Vectors.escape(urls.get(i).getBytes(UTF_8)));
            for (List<Optional<String>> requested : opened.values()) {
                row.append('\t').append(requested.get(i).orElse("-"));
            }
            rows.add(row.toString());
        }
        Files.write(options.sample().orElseThrow(), rows);
    }

    /// Real listed hosts and directories, spelt otherwise.
    private void compareRespelt(List<Browser> browsers, Path data) throws IOException, InterruptedException {
        Table table = new Table("browser, spelling", "listed", "opened at the listed host", "found of these",
                "opened elsewhere");
        Respelling respelling = new Respelling(options.seed());
        for (Respelling.Kind kind : Respelling.Kind.values()) {
            List<String> entries = kind.isOfHosts()
                    ? sample(data, "domains-1m", false)
                    : sample(data, "urls-tweetfeed", true);
            List<String> urls = entries.stream().map(entry -> respelling.of(entry, kind)).toList();
            for (Browser browser : browsers) {
                List<Optional<String>> requested = visited(urls, browser);
                int there = 0;
                int found = 0;
                int elsewhere = 0;
                for (int i = 0; i < urls.size(); i++) {
                    String host = entries.get(i).substring(0, (entries.get(i) + "/").indexOf('/'));
                    boolean isThere = requested.get(i).filter(to -> to.startsWith("http://" + host + "/")).isPresent();
                    there += isThere ? 1 : 0;
                    elsewhere += !isThere && requested.get(i).isPresent() ? 1 : 0;
                    found += isThere && has(urls.get(i), kind.isOfHosts() ? host + "/" : entries.get(i)) ? 1 : 0;
                }
                table.row(browser.program() + ", " + kind.title(), urls.size(), there, found, elsewhere);
            }
        }
        table.print("Real listed entries, respelt with seed %d".formatted(options.seed()));
    }

    private boolean has(String url, String entry) {
        return visit.read(url.getBytes(UTF_8)).isEmpty() && visit.asks(entry);
    }

    /// Hosts without punycode, or directories within reach, from all of a list.
    private List<String> sample(Path data, String name, boolean directories) throws IOException {
        UrlExpressions expressions = new UrlExpressions();
        List<String> entries = new ArrayList<>();
        for (String line : Lists.lines(data.resolve(name + ".txt.gz"))) {
            if (!line.isBlank() && !line.startsWith("#") && expressions.read(Lists.bytes(line)).isEmpty()) {
                String whole = expressions.exact().shown();
                int slash = whole.indexOf('/');
                boolean isDirectory = slash < whole.length() - 1 && whole.endsWith("/") && !whole.contains("?");
                boolean isReached = whole.chars().filter(c -> c == '/').count() <= 1 + MOST_DIRECTORIES;
                if (whole.substring(0, slash).matches("([a-z0-9_-]+\\.)+[a-z]+") && !whole.contains("xn--")
                        && isDirectory == directories && isReached) {
                    entries.add(directories ? whole : whole.substring(0, slash));
                }
            }
        }
        Collections.shuffle(entries, new Random(options.seed()));
        return entries.subList(0, Math.min(entries.size(), options.quick() ? 200 : 5_000));
    }

    private Object[] count(Browser browser, List<String> urls, List<Optional<String>> requested, long seconds) {
        int open = 0;
        int same = 0;
        int missed = 0;
        Map<String, Integer> refused = new TreeMap<>();
        for (int i = 0; i < urls.size(); i++) {
            if (requested.get(i).isEmpty()) {
                continue;
            }
            open++;
            byte[] url = urls.get(i).getBytes(UTF_8);
            Optional<String> reason = visit.read(url).map(Enum::name);
            if (reason.isPresent()) {
                refused.merge(reason.get(), 1, Integer::sum);
                continue;
            }
            Optional<String> entry = visit.missed(requested.get(i).get());
            if (entry.isEmpty()) {
                same++;
            } else if (missed++ < SHOWN) {
                System.out.printf("%s: %s opened as %s misses %s%n", browser.program(), Vectors.escape(url),
                        requested.get(i).get(), entry.get());
            }
        }
        return new Object[] {browser.program(), urls.size(), open, same, refused, missed, seconds};
    }

    /// Half are made of pieces that readers disagree about, half are good pages with an unusual spelling. A page can only
    /// open what is text and names the scheme http.
    private List<String> urls(int count) {
        RandomGenerator random = Fuzz.random(options.seed());
        UrlMaker maker = new UrlMaker(random);
        Set<String> urls = new LinkedHashSet<>();
        while (urls.size() < count) {
            Optional<String> made = urls.size() % 2 == 0
                    ? text(maker.url())
                    : Optional.of(Spelling.ofAny(random).respelt());
            made.filter(BrowserRun::isHttp).ifPresent(urls::add);
        }
        return List.copyOf(urls);
    }

    private static boolean isHttp(String url) {
        return url.replaceAll("[\t\r\n]", "").replaceFirst("^[\0- ]+", "").regionMatches(true, 0, "http:", 0, 5);
    }

    private static Optional<String> text(byte[] url) {
        try {
            return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(url)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
