package bloomward.agent.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.wire.PublicPath.DeltaFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Local tamper: somebody, or a bad disk, changes stored files. Nothing is believed because it lies in the right place:
/// each file is compared with the signed digest before its first answer after every start. A damaged file is left out,
/// which never makes a listed page clean, and the next poll heals it. Anyone who can write the state file is the
/// agent's owner and can do as they like; the copy of the state stands in for a damaged one.
final class LocalTamperTest extends Attack {

    /// A change to a file.
    @FunctionalInterface
    private interface Deed {
        void to(Path file) throws IOException;
    }

    private Map<String, Deed> deeds() {
        Map<String, Deed> deeds = new LinkedHashMap<>();
        deeds.put("a bit", file -> {
            byte[] bytes = Files.readAllBytes(file);
            bytes[new Random(file.hashCode()).nextInt(bytes.length)] ^= 8;
            Files.write(file, bytes);
        });
        deeds.put("cut", file -> {
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        });
        deeds.put("empty", file -> Files.write(file, new byte[0]));
        deeds.put("longer", file -> Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 10_000)));
        deeds.put("gone", Files::delete);
        deeds.put("a link to the same bytes", file -> {
            Path elsewhere = folder.resolve("elsewhere-" + file.getFileName());
            Files.deleteIfExists(elsewhere);
            Files.move(file, elsewhere);
            Files.createSymbolicLink(file, elsewhere);
        });
        deeds.put("another kept file", file -> {
            try (Stream<Path> others = Files.list(victim.folder().resolve("files"))) {
                Path other = others.filter(path -> !path.equals(file)).sorted().findFirst().orElseThrow();
                Files.write(file, Files.readAllBytes(other));
            }
        });
        return deeds;
    }

    private Deed deed(String name) {
        return Optional.ofNullable(deeds().get(name)).orElseThrow();
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(victim.folder().resolve("files"))) {
            return files.sorted().toList();
        }
    }

    /// A listed URL is never called clean, and an unlisted one only where every list can be asked.
    private void requireNoFalseClean(String what) throws Exception {
        assertThat(victim.verdict(Scene.LISTED)).as(what).isNotInstanceOf(Clean.class);
        assertThat(victim.verdict(Scene.ALLOWED)).as(what).isNotInstanceOf(Clean.class);
        try (LoadedSet set = Store.at(victim.folder()).open(List.of()).orElseThrow()) {
            assertThat(set.damages()).as(what).isNotEmpty();
            Verdict clean = victim.verdict(Scene.CLEAN);
            assertThat(clean).as(what).isInstanceOf(set.protection().missing().isEmpty() ? Clean.class : Unknown.class);
        }
    }

    /// The poll, at which there is nothing new, makes everything as it was.
    private void requireHealed(String what, Map<String, Digest> before) throws Exception {
        replay(scene.first());
        line.on(DeltaFile.class, HostileProxy.saying(Answer.missing()));
        assertThat(victim.restart().poll()).as(what).isNotInstanceOf(Failed.class);
        assertThat(victim.bytes()).as(what).containsAllEntriesOf(before);
        victim.requireProtects();
    }

    @Test
    void answersFromNoChangedFileAndHealsIt() throws Exception {
        for (String deed : deeds().keySet()) {
            anotherVictim();
            Map<String, Digest> before = files();
            for (Path file : kept()) {
                deed(deed).to(file);
                requireNoFalseClean(deed + ", " + file.getFileName());
                requireHealed(deed + ", " + file.getFileName(), before);
            }
        }
    }

    private Map<String, Digest> files() throws IOException {
        Map<String, Digest> files = victim.bytes();
        files.keySet().removeIf(file -> !file.startsWith("files/"));
        return files;
    }

    @Test
    void answersFromNoFileWhereAllAreChanged() throws Exception {
        for (String deed : deeds().keySet()) {
            if (deed.equals("another kept file")) {
                continue; // where all are, one gets its own bytes back
            }
            anotherVictim();
            Map<String, Digest> before = files();
            for (Path file : kept()) {
                deed(deed).to(file);
            }
            assertThat(victim.verdict(Scene.LISTED)).as(deed).isInstanceOf(Unknown.class);
            assertThat(victim.verdict(Scene.CLEAN)).as(deed).isInstanceOf(Unknown.class);
            requireHealed(deed + " of all", before);
        }
    }

    /// Two lists under each other's names: their digests are not those of their names.
    @Test
    void answersFromNoFilesThatWereExchanged() throws Exception {
        List<Path> kept = kept();
        for (int i = 0; i < kept.size(); i++) {
            for (int j = 0; j < i; j++) {
                anotherVictim();
                Map<String, Digest> before = files();
                List<Path> mine = kept();
                Path aside = folder.resolve("aside");
                Files.move(mine.get(i), aside);
                Files.move(mine.get(j), mine.get(i));
                Files.move(aside, mine.get(j));
                requireNoFalseClean(i + " and " + j);
                requireHealed(i + " and " + j, before);
            }
        }
    }

    /// A list of the first publication, which was good, under the name of the second one's.
    @Test
    void answersFromNoOlderFileThatWasGoodOnce() throws Exception {
        byte[] old = Files.readAllBytes(
                victim.folder().resolve("files").resolve(scene.first().packed("phishing").digest().toHex()));
        victim.updates();
        Files.write(victim.folder().resolve("files").resolve(scene.second().packed("phishing").digest().toHex()), old);
        requireNoFalseClean("older");
        assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Listed.class); // flat has it still
    }

    /// The copy says the same.
    @Test
    void standsInForAStateThatWasChanged() throws Exception {
        for (String name : List.of("state", "state.copy")) {
            for (String deed : deeds().keySet()) {
                anotherVictim();
                deed(deed).to(victim.folder().resolve(name));
                assertThat(victim.verdict(Scene.LISTED)).as(deed).isInstanceOf(Listed.class);
                assertThat(victim.verdict(Scene.CLEAN)).as(deed).isInstanceOf(Clean.class);
                victim.restart().recovers();
                assertThat(Files.isRegularFile(victim.folder().resolve(name), LinkOption.NOFOLLOW_LINKS)).isTrue();
            }
        }
    }

    /// Neither is whole: then nothing is believed, nothing is fetched and nothing is written over.
    @Test
    void believesNothingWhereBothStatesWereChanged() throws Exception {
        for (String deed : List.of("a bit", "cut", "empty", "longer", "another kept file")) {
            anotherVictim();
            deed(deed).to(victim.folder().resolve("state"));
            deed(deed).to(victim.folder().resolve("state.copy"));
            Map<String, Digest> before = victim.bytes();
            assertThat(victim.restart().poll()).as(deed)
                    .isInstanceOfSatisfying(Failed.class,
                            failed -> assertThat(failed.failure()).isEqualTo(Failure.LOCAL));
            assertThat(line.asked()).isEmpty();
            assertThat(victim.bytes()).isEqualTo(before);
        }
    }

    /// Every bit of the state file decides something; none is believed changed.
    @Test
    void believesNoChangedBitOfAState() throws Exception {
        Path state = victim.folder().resolve("state");
        byte[] honest = Files.readAllBytes(state);
        Files.delete(victim.folder().resolve("state.copy"));
        List<Integer> believed = new ArrayList<>();
        for (int at = 0; at < honest.length; at++) {
            byte[] changed = honest.clone();
            changed[at] ^= (byte) (1 << at % 8);
            Files.write(state, changed);
            try {
                Store.at(victim.folder()).state();
                believed.add(at);
            } catch (FormatException _) {
                // as it must be
            }
        }
        assertThat(believed).isEmpty();
    }

    /// State and copy of an earlier time, of which the files are gone: no verdict is clean, and the next poll goes on.
    @Test
    void comesThroughAnOlderStateThatWasGoodOnce() throws Exception {
        byte[] old = Files.readAllBytes(victim.folder().resolve("state"));
        victim.updates();
        Files.write(victim.folder().resolve("state"), old);
        Files.write(victim.folder().resolve("state.copy"), old);
        assertThat(victim.verdict(Scene.LISTED)).isInstanceOf(Unknown.class);
        assertThat(victim.verdict(Scene.CLEAN)).isInstanceOf(Unknown.class);
        victim.restart().recovers();
    }

    /// Bytes in the place where downloads are continued are only a beginning.
    @Test
    void continuesNoPoisonedDownload() throws Exception {
        line.on(DeltaFile.class, HostileProxy.saying(Answer.missing()));
        Files.write(partial(), new byte[500]);
        victim.updates();
        assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Listed.class);
    }

    /// A link that waits where a list is going to be fetched to or made would have another file written over.
    @Test
    void writesThroughNoLink() throws Exception {
        Path outside = Files.writeString(folder.resolve("outside"), "precious");
        for (Path link : List.of(partial(), partialFlat())) {
            Files.createSymbolicLink(link, outside);
        }
        line.on(DeltaFile.class, HostileProxy.saying(Answer.missing()));
        victim.updates();
        assertThat(Files.readAllBytes(outside)).isEqualTo("precious".getBytes(UTF_8));
        assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Listed.class);
    }

    private Path partial() {
        return victim.folder().resolve("partial").resolve(scene.second().packed("phishing").digest().toHex());
    }

    private Path partialFlat() {
        return victim.folder()
                .resolve("partial")
                .resolve(scene.second().manifest().list("phishing").orElseThrow().flat().digest().toHex());
    }
}
