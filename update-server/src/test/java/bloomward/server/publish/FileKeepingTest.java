package bloomward.server.publish;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.delta.Rungs;
import bloomward.format.release.ListRelease;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.draft.ListDeletion;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileKeepingTest {

    private static final Duration KEEP = Duration.ofHours(1);

    @TempDir
    private Path folder;
    private Office office;
    private ListRow list;
    /// The packed file of each version, as an agent has it.
    private final Map<Long, Path> agents = new TreeMap<>();

    @BeforeEach
    void open() throws Exception {
        office = new Office(folder.resolve("office"));
        list = office.list("malware");
        office.add(list, Office.names(0, 300));
    }

    @AfterEach
    void close() throws Exception {
        office.close();
    }

    private void publish(int versions) throws Exception {
        for (int i = 0; i < versions; i++) {
            office.clock().advance(Duration.ofMinutes(5));
            office.add(list, "new" + agents.size() + ".example");
            office.publishDone();
            ListRelease release = newest();
            agents.put(release.version(), Files.copy(Served.packed(office, release.packed().digest()),
                    folder.resolve("agent" + release.version())));
        }
    }

    private int collect() throws Exception {
        return office.keeping().collect(office.clock().instant(), KEEP);
    }

    private ListRelease newest() {
        return office.commits().current().newest().orElseThrow().manifest().lists().getFirst();
    }

    private Path file(ContentKind kind, Digest digest) {
        return office.folder().file(new PublicPath.Content(kind, digest));
    }

    private Path agent(long version) {
        return requireNonNull(agents.get(version));
    }

    /// Takes each agent, whatever version it has, to the newest by deltas alone.
    private void everyAgentArrives() throws Exception {
        long newest = newest().version();
        for (Map.Entry<Long, Path> agent : agents.entrySet()) {
            long at = agent.getKey();
            for (long next : at == newest ? List.<Long>of() : Rungs.path(at, newest).orElseThrow()) {
                Path delta = office.folder().file(new PublicPath.DeltaFile("malware", at, next));
                Digest made = Served.apply(delta, agent(at));
                assertThat(made).as("%d to %d", at, next).isEqualTo(Digest.ofFile(agent(next)));
                at = next;
            }
        }
    }

    @Test
    void leadsEveryVersionToTheNewestAndDeletesWhatWasReplacedLongAgo() throws Exception {
        publish(72);
        for (long base : Rungs.basesFor(72)) {
            assertThat(office.folder().file(new PublicPath.DeltaFile("malware", base, 72))).exists();
        }
        everyAgentArrives();
        Served.whole(office);
        List<VersionRow> versions = office.store().read(tables -> tables.publications().versions(list.id(), 100));
        VersionRow old = versions.get(71);
        VersionRow recent = versions.get(5);
        assertThat(collect()).isPositive();
        assertThat(file(ContentKind.FLAT, old.content().flat().digest())).doesNotExist();
        assertThat(file(ContentKind.PACKED, old.content().packed().digest())).doesNotExist();
        assertThat(file(ContentKind.FLAT, recent.content().flat().digest())).exists();
        assertThat(file(ContentKind.PACKED, recent.content().packed().digest())).exists();
        assertThat(file(ContentKind.FLAT, versions.get(20).content().flat().digest())).doesNotExist();
        assertThat(file(ContentKind.PACKED, versions.get(20).content().packed().digest())).exists(); // deltas are still cut from it
        assertThat(office.commits().confirm().answer(root(old), 0)).isEmpty();
        assertThat(office.commits().confirm().answer(root(recent), 0)).isPresent();
        everyAgentArrives();
        Served.whole(office);
        assertThat(collect()).isZero();
        publish(1);
        everyAgentArrives();
        Served.whole(office);
        office.restart();
        Served.whole(office);
        assertThat(office.commits().confirm().answer(root(old), 0)).isEmpty();
    }

    @Test
    void keepsTheAnswersOfAVersionThatIsAsAnOldOneWas() throws Exception {
        publish(1);
        long change = Served.version(office, "malware", 1).orElseThrow().change();
        publish(1);
        office.clock().advance(Duration.ofMinutes(5));
        office.revert(list, change);
        office.publishDone();
        assertThat(newest().confirmRoot()).isEqualTo(root(Served.version(office, "malware", 1).orElseThrow()));
        office.clock().advance(Duration.ofHours(2));
        collect();
        Served.whole(office);
    }

    @Test
    void keepsTheAnswersOfAListThatIsAsAnotherOneWas() throws Exception {
        ListRow one = office.list("one");
        office.list("two");
        office.publishDone("one", "two"); // both hold test entries only, so their trees are the same
        office.clock().advance(Duration.ofMinutes(5));
        for (ListRow changed : List.of(one, office.store().read(tables -> tables.lists().find("two").orElseThrow()))) {
            office.add(changed, "evil.example");
            office.publishDone(changed.name());
            office.clock().advance(Duration.ofHours(2));
            collect();
            Served.whole(office);
        }
    }

    @Test
    void deletesEverythingOfAListThatHasLeft() throws Exception {
        publish(33); // one beyond the rung whose deltas stay
        ListRow kept = office.list("kept");
        office.publishDone("kept");
        office.clock().advance(Duration.ofMinutes(5));
        VersionRow last = Served.version(office, "malware", 33).orElseThrow();
        office.store().write(tables -> ListDeletion.delete(tables, list, "alice", office.clock().instant()));
        office.clock().advance(Duration.ofMinutes(5));
        office.add(kept, "evil.example");
        assertThat(office.publishDone("kept").leaving()).containsExactly("malware");
        collect();
        assertThat(file(ContentKind.PACKED, last.content().packed().digest())).as("for agents in an update").exists();
        assertThat(office.folder().file(new PublicPath.DeltaFile("malware", 32, 33))).exists();
        assertThat(office.commits().confirm().answer(root(last), 0)).isPresent();
        office.restart();
        assertThat(office.commits().confirm().answer(root(last), 0)).isPresent();
        office.clock().advance(Duration.ofHours(2));
        collect();
        assertThat(office.folder().publicFolder().resolve("v1/delta/malware")).doesNotExist();
        try (Stream<Path> files = Files.list(office.folder().contents(ContentKind.PACKED))) {
            assertThat(files).as("both versions of the other list").hasSize(2);
        }
        assertThat(office.commits().confirm().answer(root(last), 0)).isEmpty();
        Served.whole(office);
        office.restart();
        assertThat(office.commits().confirm().answer(root(last), 0)).isEmpty();
        Served.whole(office);
    }

    @Test
    void deletesWhatCrashesLeft() throws Exception {
        publish(2);
        List<Path> before = office.files();
        Path delta = office.folder().file(new PublicPath.DeltaFile("malware", 1, 2));
        List<Path> leftovers = new ArrayList<>(List.of(delta.resolveSibling(".unfinished-2-x"),
                delta.resolveSibling(".unfinished-3-x"), file(ContentKind.PACKED, Digest.of(new byte[1])),
                file(ContentKind.MANIFEST, Digest.of(new byte[2])).resolveSibling(".unfinished-x"),
                office.folder().file(new PublicPath.Latest()).resolveSibling(".unfinished-latest-x"),
                office.folder().file(new PublicPath.RootNote(1)).resolveSibling(".unfinished-2-x"),
                office.folder().scratch().resolve("rest")));
        for (Path leftover : leftovers) {
            Files.write(leftover, new byte[3]);
        }
        office.restart();
        collect();
        assertThat(office.files()).isEqualTo(before);
        publish(1);
        Served.whole(office);
    }

    private static ConfirmRoot root(VersionRow row) {
        return row.content().confirmRoot();
    }
}
