package bloomward.agent.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.store.LoadedSet.Damage;
import bloomward.agent.store.SampleSets.Release;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.key.KeyHash;
import bloomward.format.release.AllowEntry;
import bloomward.format.release.AllowList;
import bloomward.format.release.Freshness;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreTest {

    private static final Instant NOON = SampleSets.ISSUED.plusSeconds(120);

    @TempDir
    Path folder;

    private SampleSets sets() {
        return SampleSets.in(folder)
                .list("malware", "evil.example/", "bad.example/x/")
                .list("phishing", "fish.example/");
    }

    @Test
    void isEmptyBeforeAnythingIsWrittenAndWritesNothing() throws Exception {
        Store store = Store.at(folder.resolve("store"));
        assertThat(store.state()).isEmpty();
        assertThat(store.open(List.of())).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void answersFromWhatWasInstalled() throws Exception {
        try (LoadedSet set = sets().allow("good.example/").load()) {
            Protection protection = set.protection();
            assertThat(set.damages()).isEmpty();
            assertThat(set.unknownLists()).isEmpty();
            assertThat(protection.missing()).isEmpty();
            assertThat(protection.lists()).extracting(list -> list.release().name())
                    .containsExactly("malware", "phishing");
            assertThat(found(protection, "evil.example/")).containsExactly("malware");
            assertThat(found(protection, "fish.example/")).containsExactly("phishing");
            assertThat(found(protection, "good.example/")).isEmpty();
            assertThat(protection.allow().contains("good.example/".getBytes(UTF_8))).isTrue();
            assertThat(protection.freshnessAt(NOON)).isEqualTo(Freshness.FRESH);
            assertThat(protection.freshnessAt(NOON.plusSeconds(86_400))).isEqualTo(Freshness.STALE);
        }
    }

    @Test
    void takesVersionTwoOfTheAllowFileWhereThereIsOne() throws Exception {
        AllowList full = AllowList.ofEntries(1,
                List.of(new AllowEntry("good.example/", Optional.of("malware"), Optional.empty())));
        try (LoadedSet set = sets().allow("better.example/").allowV2(full).load()) {
            assertThat(set.damages()).isEmpty();
            assertThat(set.protection().allow().toBytes()).isEqualTo(full.toBytes());
        }
    }

    /// Version 1 would be read as allowing for every list.
    @Test
    void allowsNothingByAFileOfTheOtherVersion() throws Exception {
        AllowList plain = AllowList.of(1, List.of("good.example/".getBytes(UTF_8)));
        try (LoadedSet set = sets().allow("good.example/").allowV2(plain).load()) {
            assertThat(set.damages()).singleElement().satisfies(damage -> {
                assertThat(damage.what()).isEqualTo("allow file");
                assertThat(damage.problem()).contains("version 1 where the manifest names a file of version 2");
            });
            assertThat(set.protection().allow().size()).isZero();
        }
    }

    @Test
    void givesBackTheStateThatWasCommitted() throws Exception {
        SampleSets sets = sets();
        Release release = sets.release();
        StoreState enrolled = new StoreState(SampleSets.SERVER, release.state().root(), release.state().floor(),
                Optional.empty());
        try (StoreWriter writer = sets.store().tryWrite().orElseThrow()) {
            writer.commit(enrolled);
            assertThat(sets.store().state().map(TrustedState::written)).contains(enrolled);
            assertThat(sets.store().open(List.of())).isEmpty();
            writer.commit(release.state());
        }
        assertThat(Store.at(sets.store().folder()).state().map(TrustedState::written)).contains(release.state());
    }

    @Test
    void opensTheListsThatAreWantedAndNamesThoseThatAreUnknown() throws Exception {
        try (LoadedSet set = sets().install().open(List.of("phishing", "spam")).orElseThrow()) {
            assertThat(set.protection().lists()).extracting(list -> list.release().name()).containsExactly("phishing");
            assertThat(set.unknownLists()).containsExactly("spam");
            assertThat(set.protection().missing()).isEmpty();
        }
    }

    @Test
    void refusesListsOfOtherRulesForUrls() throws Exception {
        Store store = sets().canonical(UrlExpressions.CANONICAL + 1).install();
        assertThatThrownBy(() -> store.open(List.of())).isInstanceOfSatisfying(FormatException.class,
                e -> assertThat(e.reason()).isEqualTo(Reason.TOO_NEW));
        assertThat(store.state()).isPresent();
    }

    @Test
    void answersFromTheOtherFileWhereOneOfAListIsDamaged() throws Exception {
        SampleSets sets = sets();
        Store store = sets.install();
        Release release = new Release(store.open(List.of()).orElseThrow().protection().manifest(),
                store.state().orElseThrow().written(), List.of());
        Path packed = file(store, release.packed("malware").digest().toHex());
        Path flat = file(store, release.flat("phishing").digest().toHex());
        flip(packed, 70);
        Files.delete(flat);
        try (LoadedSet set = Store.at(store.folder()).open(List.of()).orElseThrow()) {
            assertThat(set.damages()).extracting(Damage::what)
                    .containsExactly("list malware, packed file", "list phishing, flat file");
            assertThat(set.damages().getLast().problem()).isEqualTo("not there");
            assertThat(set.protection().missing()).isEmpty();
            ListFilter malware = set.protection().lists().getFirst();
            assertThat(malware.packed()).isSameAs(malware.flat());
            assertThat(found(set.protection(), "evil.example/")).containsExactly("malware");
            assertThat(found(set.protection(), "fish.example/")).containsExactly("phishing");
            assertThat(found(set.protection(), "other.example/")).isEmpty();
        }
        flip(file(store, release.flat("malware").digest().toHex()), 5000);
        try (LoadedSet set = Store.at(store.folder()).open(List.of()).orElseThrow()) {
            assertThat(set.protection().missing()).containsExactly("malware");
            assertThat(found(set.protection(), "fish.example/")).containsExactly("phishing");
        }
    }

    private static Path file(Store store, String name) {
        return store.folder().resolve("files").resolve(name);
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[Math.min(at, bytes.length - 1)] ^= 1;
        Files.write(file, bytes);
    }

    /// The lists that have an expression.
    static List<String> found(Protection protection, String expression) {
        return protection.lists().stream().filter(list -> {
            long hash = KeyHash.seeded(list.release().spec().seed()).of(expression);
            return list.flat().mightContain(hash) && list.packed().mightContain(hash);
        }).map(list -> list.release().name()).toList();
    }
}
