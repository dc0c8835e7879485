package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

/// Wrong delta base: nobody signs a delta, so somebody sends one that is for another file or makes another one. The
/// result is compared with the signed digest, beside the installed file; where it does not fit, the whole file is
/// fetched, once.
final class WrongDeltaBaseTest extends Attack {

    private static final DeltaFile PHISHING = new DeltaFile("phishing", 1, 2);

    /// The update comes, by a whole file, and only the list that was attacked needs one.
    private void fetchesTheWholeFile() throws Exception {
        line.forget();
        Updated updated = victim.updates();
        assertThat(updated.lists()).filteredOn(list -> list.list().equals("phishing"))
                .singleElement()
                .extracting(ListChange::deltas)
                .isEqualTo(0);
        assertThat(updated.lists()).filteredOn(list -> list.list().equals("malware"))
                .singleElement()
                .extracting(ListChange::deltas)
                .isEqualTo(1);
        assertThat(line.asked().stream().filter(asked -> content(ContentKind.PACKED).test(asked.path()))).hasSize(1);
        assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Listed.class);
    }

    @Test
    void takesNoDeltaOfAnotherList() throws Exception {
        line.on(PHISHING, HostileProxy.sending(scene.file(new DeltaFile("malware", 1, 2))));
        fetchesTheWholeFile();
    }

    /// A good delta, from a version that the agent does not have.
    @Test
    void takesNoDeltaFromAnotherVersion() throws Exception {
        byte[] packed = scene.file(scene.second().packed("phishing"));
        line.on(PHISHING, HostileProxy.sending(cut(packed, withoutOneKey(packed))));
        fetchesTheWholeFile();
    }

    /// A good delta from the right version: it would take an entry away.
    @Test
    void takesNoDeltaToAnotherContent() throws Exception {
        byte[] base = scene.file(scene.first().packed("phishing"));
        byte[] delta = cut(base, withoutOneKey(base));
        assertThat(Delta.open(MemorySegment.ofArray(delta)).removedCount()).isEqualTo(1);
        line.on(PHISHING, HostileProxy.sending(delta));
        fetchesTheWholeFile();
    }

    /// Nothing is made worse by a delta that is bad where the file is bad, too.
    @Test
    void keepsWhatItHasWhereTheWholeFileIsBadToo() throws Exception {
        byte[] base = scene.file(scene.first().packed("phishing"));
        line.on(PHISHING, HostileProxy.sending(cut(base, withoutOneKey(base))));
        line.on(scene.second().packed("phishing"), HostileProxy.changing(bytes -> {
            bytes[bytes.length - 5] ^= 1;
            return bytes;
        }));
        victim.refusesAboveItsFloor(Failure.REFUSED, "list phishing, packed file", "that the manifest names");
        victim.recovers();
    }

    private static byte[] withoutOneKey(byte[] packed) throws Exception {
        return Packed.changed(packed, keys -> keys.remove(keys.size() / 2));
    }

    private byte[] cut(byte[] from, byte[] to) throws Exception {
        Path out = Files.createTempFile(folder, "cut", ".delta");
        try (FilterFile base = FilterFile.open(MemorySegment.ofArray(from));
                FilterFile result = FilterFile.open(MemorySegment.ofArray(to));
                FileChannel channel = FileChannel.open(out, StandardOpenOption.WRITE)) {
            Delta.cut(base, result, channel);
        }
        return Files.readAllBytes(out);
    }
}
