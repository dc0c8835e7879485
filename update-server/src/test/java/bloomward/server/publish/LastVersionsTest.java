package bloomward.server.publish;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.confirm.Category;
import bloomward.format.release.ListRelease;
import bloomward.format.release.TestEntries;
import bloomward.format.url.Expression;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.safebrowsing.CategoryLists;
import bloomward.server.store.AllowKey;
import bloomward.server.store.ListRow;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/// Versions of a server that goes on, made of their changes, and those of one that begins anew each time, made of all
/// entries.
final class LastVersionsTest {

    private static final Category SPAM = new Category("spam");

    @TempDir
    private Path folder;
    private Office goesOn;
    private Office beginsAnew;
    private ListRow first;
    private ListRow second;

    private final Logger logger = (Logger) LoggerFactory.getLogger("bloomward.server.publish.version.LastVersions");
    private final ListAppender<ILoggingEvent> said = new ListAppender<>();

    @BeforeEach
    void open() throws Exception {
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
        logger.addAppender(said);
        said.start();
        goesOn = new Office(folder.resolve("one"));
        beginsAnew = new Office(folder.resolve("other"));
        both((office, _) -> office.serving(CategoryLists.USUAL).restart());
        first = goesOn.list("malware");
        second = beginsAnew.list("malware");
    }

    @AfterEach
    void close() throws Exception {
        logger.detachAppender(said);
        logger.setLevel(null);
        logger.setAdditive(true);
        goesOn.close();
        beginsAnew.close();
    }

    /// Work that both do.
    private interface Both {
        void on(Office office, ListRow list) throws Exception;
    }

    private void both(Both work) throws Exception {
        work.on(goesOn, first);
        work.on(beginsAnew, second);
    }

    /// How often a version was made of its changes.
    private long quick() {
        return said.list.stream().filter(event -> event.getFormattedMessage().endsWith(", compiled")).count();
    }

    /// Publishes both and compares them; deltas and answers, too.
    private ListRelease publishBoth(String which) throws Exception {
        beginsAnew.restart();
        long before = quick();
        assertThat(beginsAnew.publish()).as(which).isInstanceOf(PublishOutcome.Done.class);
        assertThat(quick()).as("%s: after a start, all entries are compiled", which).isEqualTo(before);
        PublishOutcome.Done done = goesOn.publishDone();
        both((office, _) -> office.clock().advance(Duration.ofMinutes(5)));
        ListRelease release = Served.whole(goesOn).lists().getFirst();
        ListRelease expected = Served.whole(beginsAnew).lists().getFirst();
        assertThat(release).as(which).isEqualTo(expected);
        assertThat(Served.version(goesOn, "malware", release.version()).orElseThrow().counts()).as(which)
                .isEqualTo(Served.version(beginsAnew, "malware", release.version()).orElseThrow().counts());
        assertThat(hashes(goesOn)).as("%s: of Safe Browsing", which).isNotEmpty().isEqualTo(hashes(beginsAnew));
        assertThat(done.lists().getFirst().deltas()).as(which).isNotNull();
        return release;
    }

    /// The files for clients of Safe Browsing.
    private static Map<String, Digest> hashes(Office office) throws IOException {
        Path root = office.folder().safeBrowsing();
        Map<String, Digest> digests = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (!file.toString().endsWith(".spelled")) {
                    digests.put(root.relativize(file).toString(), Digest.ofFile(file));
                }
            }
        }
        return digests;
    }

    private static String host(int number) {
        return "n" + number + ".example";
    }

    @Test
    void areTheSame() throws Exception {
        areTheSame(1);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4, 5, 6})
    void moreAreTheSame(long seed) throws Exception {
        areTheSame(seed);
    }

    private void areTheSame(long seed) throws Exception {
        Random random = new Random(seed);
        both((office, list) -> office.add(list, Office.names(0, 300)));
        both((office, list) -> office.add(list, "spam", SPAM, host(1), host(2), host(3), host(4)));
        publishBoth("first");
        for (int step = 0; step < 12; step++) {
            String more = host(random.nextInt(40));
            String also = host(random.nextInt(40));
            String gone = host(random.nextInt(40));
            boolean isSpam = random.nextBoolean();
            String always = "step" + step + ".example";
            both((office, list) -> {
                office.remove(list, gone, gone + "/b?", gone + "/b", gone + "/b?u=//c", " " + gone + "/b?u=/c");
                office.add(list, more, more + "/b?", more + "/b?u=//c", always, also + "/b");
                office.listAlone(list, also + "/b?u=/c");
                if (isSpam) {
                    office.add(list, "spam", SPAM, also, host(1));
                }
            });
            publishBoth("seed " + seed + ", step " + step);
        }
        assertThat(quick()).isGreaterThan(8);
    }

    @Test
    void bringAndLoseACategory() throws Exception {
        both((office, list) -> office.add(list, "evil.example", "worse.example"));
        assertThat(publishBoth("first").categories()).containsExactly(Office.MALWARE);
        both((office, list) -> office.add(list, "spam", SPAM, "evil.example"));
        assertThat(publishBoth("another category").categories()).containsExactlyInAnyOrder(Office.MALWARE, SPAM);
        both((office, list) -> office.add(list, "spam", SPAM, "worse.example"));
        publishBoth("the same");
        both((office, list) -> office.remove(list, "evil.example", "worse.example"));
        assertThat(publishBoth("none of it").categories()).containsExactly(Office.MALWARE);
    }

    /// The test entry of a category stays, whoever lists it as well.
    @Test
    void keepTestEntries() throws Exception {
        String test = TestEntries.listed(Office.MALWARE).replace("/", "");
        both((office, list) -> office.add(list, "evil.example", test));
        publishBoth("first");
        both((office, list) -> office.remove(list, test));
        publishBoth("removed");
    }

    @Test
    void goBackToAnEarlierOne() throws Exception {
        both((office, list) -> office.add(list, "evil.example", "worse.example"));
        ListRelease before = publishBoth("first");
        both((office, list) -> office.add(list, "other.example"));
        publishBoth("second");
        both((office, list) -> office.revert(list, Served.version(office, "malware", 1).orElseThrow().change()));
        assertThat(publishBoth("back").confirmRoot()).isEqualTo(before.confirmRoot());
    }

    /// A hash that nobody gave is carried over: nothing but the changes was made anew.
    @Test
    void theHashesOfSafeBrowsingAreMadeOfThoseBefore() throws Exception {
        goesOn.add(first, Office.names(0, 300));
        goesOn.publishDone();
        byte[] planted = new byte[32];
        Arrays.fill(planted, (byte) 0xff);
        Files.write(hashFile(goesOn), planted, StandardOpenOption.APPEND);
        goesOn.add(first, "one-more.example");
        goesOn.publishDone();
        assertThat(Files.readAllBytes(hashFile(goesOn))).hasSize((300 + 1 + 1 + 1) * 32).endsWith(planted);
    }

    /// An allow entry takes a listed one out of the gateway and its end brings it back. Versions between are made of changes.
    @Test
    void areTheSameWhereSomethingIsAllowedMeanwhile() throws Exception {
        both((office, list) -> office.add(list, Office.names(0, 300)));
        both((office, list) -> office.add(list, "evil.example/b?u=//c"));
        publishBoth("first");
        both((office, list) -> {
            office.allow("evil.example/");
            office.add(list, "second.example");
        });
        publishBoth("allowed");
        both((office, list) -> office.add(list, "third.example", "evil.example/b?"));
        publishBoth("allowed still");
        assertThat(quick()).isPositive();
        both((office, list) -> {
            office.store().write(tables -> tables.allowed().remove(new AllowKey(new Expression("evil.example/"), 0)));
            office.add(list, "fourth.example");
        });
        publishBoth("not allowed any more");
    }

    private static Path hashFile(Office office) throws IOException {
        try (Stream<Path> all = Files.walk(office.folder().safeBrowsing())) {
            return all.filter(file -> file.toString().endsWith(".hashes")).findFirst().orElseThrow();
        }
    }

    /// The file on the disk is compared with what was published.
    @Test
    void areNotMadeOfADamagedFile() throws Exception {
        both((office, list) -> office.add(list, Office.names(0, 300)));
        ListRelease release = publishBoth("first");
        Path packed = goesOn.folder().file(new Content(ContentKind.PACKED, release.packed().digest()));
        byte[] bytes = Files.readAllBytes(packed);
        byte[] sound = bytes.clone();
        bytes[bytes.length / 2] ^= 1;
        Files.write(packed, bytes, StandardOpenOption.TRUNCATE_EXISTING);
        both((office, list) -> office.add(list, "one-more.example"));
        beginsAnew.restart();
        beginsAnew.publishDone();
        goesOn.publishDone();
        Files.write(packed, sound, StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(Served.whole(goesOn).lists()).isEqualTo(Served.whole(beginsAnew).lists());
        assertThat(quick()).isZero();
    }

    /// A dry run neither is a version nor makes one.
    @Test
    void areNotMadeOfADryRun() throws Exception {
        both((office, list) -> office.add(list, "evil.example"));
        publishBoth("first");
        both((office, list) -> office.add(list, "worse.example"));
        goesOn.publishDry();
        assertThat(quick()).isZero();
        publishBoth("second");
        assertThat(quick()).isEqualTo(1);
        assertThat(Set.copyOf(Served.whole(goesOn).lists())).isEqualTo(Set.copyOf(Served.whole(beginsAnew).lists()));
    }
}
