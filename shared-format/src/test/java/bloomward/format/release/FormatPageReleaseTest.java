package bloomward.format.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.delta.Rungs;
import bloomward.format.sign.SignedNote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The publication of FORMAT.md 17.8 is verified as it stands on the page, and the page names the limits of the code.
final class FormatPageReleaseTest {

    private final String page = read();

    private static String read() {
        try {
            return Files.readString(Path.of("FORMAT.md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> blocks() {
        String example = page.substring(page.indexOf("### 17.8 Worked example"), page.indexOf("## 18 Public paths"));
        return Pattern.compile("(?ms)^```\n(.*?)^```\n")
                .matcher(example)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    @Test
    void thePublicationOfThePageIsSound() throws Exception {
        List<String> blocks = blocks();
        assertThat(blocks).hasSize(4);
        Root root = Root.first(note(blocks.get(0))).value();
        AllowList allow = AllowList.parse(blocks.get(1).getBytes(UTF_8));
        Manifest manifest = root.manifest(note(blocks.get(2))).value();
        Latest latest = root.latest(note(blocks.get(3))).value();
        assertThat(manifest.allow()).isEqualTo(FileRef.of(blocks.get(1).getBytes(UTF_8)));
        assertThat(allow.canonical()).isEqualTo(manifest.canonical());
        latest.requireNames(manifest, Digest.of(blocks.get(2).getBytes(UTF_8)));
        Path golden = Path.of("src/test/resources/golden/v1");
        ListRelease ten = manifest.lists().getFirst();
        assertThat(ten.packed().isOf(golden.resolve("ten.packed"))).isTrue();
        assertThat(ten.flat().isOf(golden.resolve("ten.flat"))).isTrue();
        assertThat(Freshness.of(root, manifest, latest, latest.issued())).isEqualTo(Freshness.FRESH);
    }

    @Test
    void everyKeyOfTheTextsIsOnThePage() throws Exception {
        String section = page.substring(page.indexOf("### 17.2 Root"), page.indexOf("### 17.5 Allow file"));
        for (String text : List.of(SampleReleases.ROOT.toText(), SampleReleases.MANIFEST.toText(),
                SampleReleases.LATEST.toText())) {
            text.lines()
                    .skip(2)
                    .map(line -> line.split(" ", 2)[0])
                    .forEach(key -> assertThat(section).contains("`" + key + "`"));
        }
    }

    @Test
    void theLimitsOfThePageAreThoseOfTheCode() {
        assertThat(page)
                .contains("| root | %d keys a role, %d addresses, valid for %,d days |".formatted(Root.MAX_KEYS,
                        Root.MAX_ADDRESSES, Root.MAX_VALIDITY.toDays()))
                .contains("| manifest | %,d lists of %d categories, valid for %d days |".formatted(Manifest.MAX_LISTS,
                        ListRelease.MAX_CATEGORIES, Manifest.MAX_VALIDITY.toDays()))
                .contains("an allow file %,d |".formatted(AllowList.MAX_SIZE_IN_BYTES))
                .contains("100 signature lines; %,d bytes, a manifest %,d |".formatted(Root.MAX_SIZE_IN_BYTES,
                        Manifest.MAX_SIZE_IN_BYTES))
                .contains("at most %d at a time".formatted(RootChain.MAX_STEPS));
        assertThat(FileRef.MAX_LENGTH).isEqualTo(1L << 40);
        assertThat(Latest.MAX_SIZE_IN_BYTES).isEqualTo(Root.MAX_SIZE_IN_BYTES);
    }

    @Test
    void everyReasonIsOnThePage() {
        for (ReleaseException.Reason reason : ReleaseException.Reason.values()) {
            assertThat(page.split("`" + reason + "`", -1)).as(reason.name()).hasSizeGreaterThan(2);
        }
        for (FormatException.Reason reason : FormatException.Reason.values()) {
            assertThat(page).contains("`" + reason + "`");
        }
    }

    @Test
    void theWayOfTheExampleIsThatOfThePage() {
        MatchResult way = Pattern.compile("from (\\d+) to (\\d+) by (\\d+), (\\d+), (\\d+)\\.")
                .matcher(page)
                .results()
                .findFirst()
                .orElseThrow();
        long newest = Long.parseLong(way.group(2));
        assertThat(Rungs.path(Long.parseLong(way.group(1)), newest)).contains(List.of(Long.parseLong(way.group(3)),
                Long.parseLong(way.group(4)), Long.parseLong(way.group(5)), newest));
    }

    private static SignedNote note(String text) throws FormatException {
        return SignedNote.parse(text.getBytes(UTF_8));
    }
}
