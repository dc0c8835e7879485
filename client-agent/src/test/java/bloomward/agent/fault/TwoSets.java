package bloomward.agent.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.publisher.OncePerRun;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.store.FileTree;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Protection;
import bloomward.agent.store.Store;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.Machine;
import bloomward.agent.update.RootPin;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.agent.update.Updater;
import bloomward.format.release.FileRef;
import bloomward.format.release.Manifest;
import bloomward.format.testing.SetClock;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A publication that has gone from an old set to a new one, with everything that can change: a list that changes by a
/// delta, one for which the whole file is fetched, the allow file, and the root. And desktops that have the old set.
final class TwoSets implements Closeable {

    private static final List<String> ALWAYS = List.of("http://m1.example/", "http://a.m299.example/x?y",
            "http://f0.example/");
    private static final List<String> ONLY_OLD = List.of("http://m0.example/");
    private static final List<String> ONLY_NEW = List.of("http://new.example/", "http://f1.example/",
            "http://f200.example/path");
    private static final List<String> NEVER = List.of("http://clean.example/", "http://x1.example/");

    private final SetClock clock = new SetClock();
    private final Publisher publisher;
    private final Path template;
    private final Manifest before;

    /// One for all tests that publish nothing; the new set is published.
    static final class Shared extends OncePerRun<TwoSets> {

        Shared() {
            super(TwoSets.class, folder -> new TwoSets(folder).publishNew());
        }
    }

    /// Which set answers.
    enum Which {
        OLD, NEW
    }

    /// @param folder takes the server and a store of the old set
    TwoSets(Path folder) throws Exception {
        publisher = Publisher.start(folder.resolve("server"), clock);
        template = folder.resolve("template");
        publisher.list("malware")
                .list("phishing")
                .importing("malware", names("m", 0, 300))
                .add("phishing", "f0.example")
                .publish();
        Store store = Store.at(template);
        new Enrollment(transport(), store).enroll(publisher.address(), new RootPin.Note(publisher.root()), false);
        assertThat(poll(template)).isInstanceOf(Updated.class);
        before = manifest(template);
        assertThat(look(template)).isEqualTo(Which.OLD);
    }

    /// Publishes the new set.
    TwoSets publishNew() throws Exception {
        clock.advance(Duration.ofMinutes(5));
        publisher.add("malware", "new.example").importing("phishing", names("f", 1, 201));
        publisher.admin("remove", "malware", "m0.example");
        publisher.admin("allow", "add", "good.example");
        publisher.publish().rotate("--expires-in", "300d");
        return this;
    }

    /// An update to the new set takes one list by a delta and one by its file.
    static void requireBothWays(UpdateOutcome outcome) {
        assertThat(outcome).isInstanceOfSatisfying(Updated.class,
                updated -> assertThat(updated.lists()).extracting(ListChange::deltas).containsExactly(1, 0));
    }

    private static String names(String prefix, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> prefix + i + ".example\n").collect(Collectors.joining());
    }

    SetClock clock() {
        return clock;
    }

    Publisher publisher() {
        return publisher;
    }

    /// A store that has the old set.
    Path copyTo(Path folder) throws IOException {
        return FileTree.copy(template, folder);
    }

    HttpTransport transport() throws IOException {
        return Machine.transport(clock);
    }

    /// As a program does that has just started.
    UpdateOutcome poll(Path store) throws IOException {
        return new Updater(transport(), Store.at(store), List.of(), clock).poll();
    }

    static Manifest manifest(Path store) throws Exception {
        return Store.at(store).state().orElseThrow().set().orElseThrow().manifest();
    }

    /// Which set a program that has just started answers from, without a network: all of it is there, and its verdicts are
    /// right.
    Which look(Path store) throws Exception {
        return look(store, clock);
    }

    Which look(Path store, Clock time) throws Exception {
        try (LoadedSet set = Store.at(store).open(List.of()).orElseThrow()) {
            assertThat(set.damages()).isEmpty();
            assertThat(set.protection().missing()).isEmpty();
            Which which = set.protection().manifest().equals(before) ? Which.OLD : Which.NEW;
            requireRight(which, set.protection(), time);
            return which;
        }
    }

    static void requireRight(Which which, Protection protection, Clock time) {
        UrlChecker checker = new UrlChecker(CheckPolicy.DEFAULT, Confirmer.offline(), time);
        ALWAYS.forEach(url -> requireListed(checker, protection, url));
        (which == Which.NEW ? ONLY_NEW : ONLY_OLD).forEach(url -> requireListed(checker, protection, url));
        (which == Which.NEW ? ONLY_OLD : ONLY_NEW).forEach(url -> requireClean(checker, protection, url));
        NEVER.forEach(url -> requireClean(checker, protection, url));
        assertThat(protection.allow().size()).isEqualTo(which == Which.NEW ? 1 : 0);
    }

    private static void requireListed(UrlChecker checker, Protection protection, String url) {
        assertThat(verdict(checker, protection, url)).as(url).isInstanceOf(Verdict.Listed.class);
    }

    private static void requireClean(UrlChecker checker, Protection protection, String url) {
        assertThat(verdict(checker, protection, url)).as(url).isInstanceOf(Verdict.Clean.class);
    }

    private static Verdict verdict(UrlChecker checker, Protection protection, String url) {
        byte[] bytes = url.getBytes(UTF_8);
        return checker.check(protection, bytes, 0, bytes.length);
    }

    /// Listed by either set.
    static List<String> alwaysListed() {
        return ALWAYS;
    }

    /// Polls, which must succeed, and then must have left the new set and nothing else in the folder.
    void finish(Path store) throws Exception {
        UpdateOutcome outcome = poll(store);
        assertThat(outcome).isInstanceOfAny(Updated.class, Unchanged.class);
        assertThat(look(store)).isEqualTo(Which.NEW);
        assertThat(FileTree.digests(store).keySet()).isEqualTo(expected(manifest(store)));
        assertThat(Files.mismatch(store.resolve("state"), store.resolve("state.copy"))).isEqualTo(-1);
    }

    private static Set<String> expected(Manifest manifest) {
        Stream<FileRef> files = Stream.concat(Stream.of(manifest.allow()),
                manifest.lists().stream().flatMap(list -> Stream.of(list.packed(), list.flat())));
        Set<String> names = files.map(file -> "files/" + file.digest().toHex())
                .collect(Collectors.toCollection(TreeSet::new));
        names.addAll(List.of("state", "state.copy", "lock"));
        return names;
    }

    @Override
    public void close() {
        publisher.close();
    }
}
