package bloomward.server.verify;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.publish.Office;
import bloomward.server.safebrowsing.CategoryLists;
import bloomward.server.store.TestedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of the gateway that somebody has changed, or the disk.
final class GatewayCheckTest {

    @TempDir
    private Path data;
    private Office office;

    @BeforeEach
    void publish() throws Exception {
        office = new Office(data, TestedStore.SQLITE).serving(CategoryLists.USUAL);
        office.restart();
        office.replace(office.list("bad"), "evil.example", "a.example/%C3%A9/x", "[2001:db8::1]", "sub.ours.example",
                "wide.example", "http://b.example/c?d=//e");
        office.allow("ours.example/");
        office.allow("good.wide.example/");
        office.publishDone();
    }

    @AfterEach
    void close() throws Exception {
        office.close();
    }

    private List<Report.Check> problems() throws Exception {
        return office.problems(data);
    }

    private Path one(String suffix) throws Exception {
        return Office.files(office.folder().safeBrowsing())
                .stream()
                .filter(file -> file.toString().contains("mw-4b") || file.toString().contains("hashes-1/bad"))
                .filter(file -> file.toString().endsWith(suffix) && file.toFile().length() > 4)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void findsNothingWrongInWhatTheServerWrote() throws Exception {
        assertThat(problems()).isEmpty();
        Report report = Verification.verify(data, Optional.empty(), office.clock().instant());
        assertThat(report.toText()).contains("safe browsing prefixes: 8 sets match their names",
                "safe browsing bad: 9 hashes, those of the entries");
    }

    @Test
    void findsEachChangeOfTheHashes() throws Exception {
        Path hashes = one("malware.hashes");
        byte[] whole = Files.readAllBytes(hashes);
        for (int at : new int[] {0, 40, whole.length - 1}) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            assertFound(hashes, changed);
        }
        assertFound(hashes, Arrays.copyOf(whole, whole.length - 32)); // one listed page less
        assertFound(hashes, Arrays.copyOf(whole, whole.length - 1));
        byte[] more = Arrays.copyOf(whole, whole.length + 32); // one more
        Arrays.fill(more, whole.length, more.length, (byte) 0xff);
        assertFound(hashes, more);
        assertFound(hashes, new byte[0]);
        Files.write(hashes, whole);
        assertThat(problems()).isEmpty();
        Files.delete(hashes);
        assertThat(problems()).extracting(Report.Check::subject).containsExactly("safe browsing bad");
    }

    private void assertFound(Path hashes, byte[] changed) throws Exception {
        Files.write(hashes, changed);
        assertThat(problems()).extracting(Report.Check::subject).containsExactly("safe browsing bad");
    }

    @Test
    void findsAChangedSetOfPrefixes() throws Exception {
        Path set = Office.files(office.folder().safeBrowsing().resolve("prefixes/mw-4b")).getFirst();
        byte[] bytes = Files.readAllBytes(set);
        bytes[5] ^= 1;
        Files.write(set, bytes);

        assertThat(problems()).extracting(Report.Check::subject).containsExactly("safe browsing prefixes");
    }

    @Test
    void saysThatTheyAreNotThere() throws Exception {
        Path counts = one("counts.txt");
        Files.delete(counts);

        assertThat(Verification.verify(data, Optional.empty(), office.clock().instant()).toText())
                .contains("no hashes of version 1");
    }
}
