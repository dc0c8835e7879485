package bloomward.format.release;

import static bloomward.format.release.SampleReleases.ISSUED;
import static bloomward.format.release.SampleReleases.MANIFEST;
import static bloomward.format.release.SampleReleases.MANIFEST_NOTE;
import static bloomward.format.release.SampleReleases.ROOT;
import static bloomward.format.release.SampleReleases.ROOT_A;
import static bloomward.format.release.SampleReleases.key;
import static bloomward.format.release.SampleReleases.list;
import static bloomward.format.release.SampleReleases.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ManifestTest {

    @Test
    void isWrittenAsItWasRead() throws Exception {
        assertThat(Manifest.parse(MANIFEST.toText())).isEqualTo(MANIFEST);
        assertThat(MANIFEST.list("phishing")).contains(list("phishing", 3));
        assertThat(MANIFEST.list("pishing")).isEmpty();
        assertThat(Manifest.parse(withoutLists().toText()).lists()).isEmpty();
    }

    @Test
    void isVerifiedByThePublishersOfTheRoot() throws Exception {
        assertThat(ROOT.manifest(MANIFEST_NOTE).value()).isEqualTo(MANIFEST);
        SignedNote byRoot = SignedNote.sign(MANIFEST.toText(), List.of(ROOT_A));
        assertThatThrownBy(() -> ROOT.manifest(byRoot)).isInstanceOf(UntrustedNoteException.class);
    }

    @Test
    void isRefusedUnderARootThatIsNotKnownYet() {
        SignedNote note = signed(new Manifest(MANIFEST.origin(), 1, 2, MANIFEST.issued(), MANIFEST.expires(), 1,
                MANIFEST.allow(), List.of()));
        ReleaseErrors.assertRefused(ReleaseException.Reason.NEWER_ROOT, () -> ROOT.manifest(note));
    }

    @Test
    void isRefusedOfAnotherPublication() {
        SignedNote note = signed(new Manifest("example.net/other", 1, 1, MANIFEST.issued(), MANIFEST.expires(), 1,
                MANIFEST.allow(), List.of()));
        ReleaseErrors.assertRefused(ReleaseException.Reason.OTHER_ORIGIN, () -> ROOT.manifest(note));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"sequence 1795003200|sequence 01795003200", "sequence 1795003200|sequence 0",
        "sequence 1795003200|sequence 9007199254740992", "sequence 1795003200|sequence 99999999999999999999",
        "root 1|root -1", "root 1|'root 1 '", "issued 2026-11-18T12:00:00Z|issued 2026-11-18T12:00:00.0Z",
        "issued 2026-11-18T12:00:00Z|issued 2026-11-18t12:00:00Z", "issued 2026-11-18T12:00:00Z|issued 1795003200",
        "issued 2026-11-18T12:00:00Z|issued 2026-11-18T13:00:00+01:00",
        "issued 2026-11-18T12:00:00Z|issued 2026-11-17T24:00:00Z",
        "issued 2026-11-18T12:00:00Z|issued 2026-10-18T12:00:00Z", "canonical 1|canonical 65536",
        "canonical 1|canonical 2000000000000", "canonical 1|sequence 1", "keys 36|keys 57", "keys 36|keys 036",
        "entries 1000|entries 68719476737", "rate 1000|rate 0", "rate 1000|rate 1000000", "list malware|list Malware",
        "list malware|list", "list malware|list phishing", "list malware|list zz", "categories malware|categories",
        "categories malware|'categories malware '", "categories malware|categories malware malware",
        "categories malware|categories z a", "example.org/bloomward|example.org bloomward", "example.org/bloomward|''"})
    void refusesOtherSpellings(String right, String wrong) {
        assertThat(MANIFEST.toText()).contains(right);
        String text = MANIFEST.toText().replaceFirst(right.replace("+", "\\+"), wrong);
        ReleaseErrors.assertRefused(Reason.MALFORMED, () -> Manifest.parse(text));
    }

    @Test
    void refusesEveryLineLeftOutDoubledOrMoved() {
        List<String> lines = MANIFEST.toText().lines().toList();
        for (int at = 0; at < lines.size(); at++) {
            List<String> without = new ArrayList<>(lines);
            String line = without.remove(at);
            assertNotRead(without);
            for (int to = 0; to <= without.size(); to++) {
                if (to != at) {
                    List<String> moved = new ArrayList<>(without);
                    moved.add(to, line);
                    assertNotRead(moved);
                }
            }
            List<String> twice = new ArrayList<>(lines);
            twice.add(at, line);
            assertNotRead(twice);
        }
    }

    private static void assertNotRead(List<String> lines) {
        String text = String.join("\n", lines) + "\n";
        assertThatThrownBy(() -> Manifest.parse(text)).as(text).isInstanceOf(FormatException.class);
    }

    @Test
    void aFieldOfALaterVersionIsTooNew() {
        for (String before : List.of("sequence", "allow", "list phishing", "version 7")) {
            String text = MANIFEST.toText().replaceFirst("\n" + before, "\nrollout 2\n" + before);
            ReleaseErrors.assertRefused(Reason.TOO_NEW, () -> Manifest.parse(text));
        }
        ReleaseErrors.assertRefused(Reason.TOO_NEW, () -> Manifest.parse(MANIFEST.toText() + "rollout 2\n"));
        ReleaseErrors.assertRefused(Reason.TOO_NEW, () -> Manifest.parse(MANIFEST.toText().replace(" v1\n", " v2\n")));
    }

    @Test
    void aLineThatIsNoFieldIsMalformedWhereverItStands() {
        for (String line : List.of("", " ", "Z", "2026-11-18T12:00:00Z", "-a 1")) {
            ReleaseErrors.assertRefused(Reason.MALFORMED, () -> Manifest.parse(MANIFEST.toText() + line + "\n"));
            ReleaseErrors.assertRefused(Reason.MALFORMED,
                    () -> Manifest.parse(MANIFEST.toText().replaceFirst("\nroot", "\n" + line + "\nroot")));
        }
    }

    @Test
    void anOptionalFieldAtTheEndIsIgnored() throws Exception {
        assertThat(Manifest.parse(MANIFEST.toText() + "optional rollout 2\noptional x y\n")).isEqualTo(MANIFEST);
        ReleaseErrors.assertRefused(Reason.TOO_NEW,
                () -> Manifest.parse(MANIFEST.toText().replace("list phishing", "optional x y\nlist phishing")));
        ReleaseErrors.assertRefused(Reason.MALFORMED,
                () -> Manifest.parse(MANIFEST.toText() + "optional x y\n".repeat(101)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "bloomward manifest v1\n", "bloomward manifest v1\nexample.org\n",
        "bloomward manifest v1"})
    void refusesWhatIsCut(String text) {
        assertThatThrownBy(() -> Manifest.parse(text)).isInstanceOf(FormatException.class);
    }

    @Test
    void refusesListsOutOfOrderOrTwice() {
        assertThatIllegalArgumentException().isThrownBy(() -> manifest(1, list("b", 1), list("a", 1)));
        assertThatIllegalArgumentException().isThrownBy(() -> manifest(1, list("a", 1), list("a", 2)));
    }

    @Test
    void refusesAFileThatTwoListsHave() {
        ListRelease b = list("b", 1);
        ListRelease a = list("a", 1);
        ListRelease same = new ListRelease("c", 1, b.spec(), 5, 1, a.packed(), b.flat(), b.confirmRoot(),
                b.confirmBits(), b.categories());
        assertThatIllegalArgumentException().isThrownBy(() -> manifest(1, a, same));
    }

    @Test
    void refusesAListOfOtherRules() {
        ListRelease a = list("a", 1);
        ListRelease other = new ListRelease("a", 1, new KeySpec(2, 36, 0), 5, 1, a.packed(), a.flat(), a.confirmRoot(),
                a.confirmBits(), a.categories());
        assertThatIllegalArgumentException().isThrownBy(() -> manifest(1, other));
    }

    @Test
    void refusesTooManyLists() {
        ListRelease[] many = IntStream.rangeClosed(0, Manifest.MAX_LISTS)
                .mapToObj(i -> list("l%04d".formatted(i), 1))
                .toArray(ListRelease[]::new);
        assertThatIllegalArgumentException().isThrownBy(() -> manifest(1, many));
    }

    @Test
    void aThousandListsFitIntoANote() throws Exception {
        ListRelease[] many = IntStream.range(0, Manifest.MAX_LISTS)
                .mapToObj(i -> list("l%04d".formatted(i), 1))
                .toArray(ListRelease[]::new);
        byte[] note = signed(manifest(1, many)).toBytes();
        assertThat(ROOT.manifest(SignedNote.parse(note, Manifest.MAX_SIZE_IN_BYTES)).value().lists()).hasSize(1000);
    }

    @Test
    void refusesAListThatIsNone() {
        ListRelease a = list("a", 1);
        List<Category> none = List.of();
        assertThatIllegalArgumentException().isThrownBy(() -> new ListRelease("a", 1, a.spec(), 1, 1, a.packed(),
                a.flat(), a.confirmRoot(), new BucketBits(0), none));
        assertThatIllegalArgumentException().isThrownBy(() -> new ListRelease("a", 0, a.spec(), 1, 1, a.packed(),
                a.flat(), a.confirmRoot(), new BucketBits(0), a.categories()));
        assertThatIllegalArgumentException().isThrownBy(() -> new FileRef(a.packed().digest(), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new FileRef(a.packed().digest(), FileRef.MAX_LENGTH + 1));
    }

    @Test
    void isValidForThirtyDaysAtMost() {
        Instant most = ISSUED.plus(Manifest.MAX_VALIDITY);
        assertThat(until(most).isExpiredAt(most)).isTrue();
        assertThat(until(most).isExpiredAt(most.minusSeconds(1))).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> until(most.plusSeconds(1)));
    }

    @Test
    void tellsRulesThatAProgramDoesNotKnow() throws Exception {
        MANIFEST.requireCanonical(1, 1);
        MANIFEST.requireCanonical(1, 2);
        withRules(2).requireCanonical(1, 2);
        ReleaseErrors.assertRefused(Reason.TOO_OLD, () -> MANIFEST.requireCanonical(2, 3));
        ReleaseErrors.assertRefused(Reason.TOO_NEW, () -> withRules(3).requireCanonical(1, 2));
    }

    @Test
    void followsWhatIsInstalledOnlyForward() throws Exception {
        Manifest installed = manifest(10, list("a", 5), list("b", 5));
        installed.requireFollows(installed);
        manifest(11, list("a", 5), list("b", 6)).requireFollows(installed);
        manifest(11, list("b", 6), list("c", 1)).requireFollows(installed);
        assertRolledBack(manifest(9, list("a", 5), list("b", 5)), installed);
        assertRolledBack(manifest(10, list("a", 5), list("b", 6)), installed);
        assertRolledBack(manifest(11, list("a", 4), list("b", 5)), installed);
        ListRelease a = list("a", 5);
        ListRelease changed = new ListRelease("a", 5, a.spec(), 7, 1, a.packed(), a.flat(), a.confirmRoot(),
                a.confirmBits(), a.categories());
        assertRolledBack(manifest(11, changed), installed);
    }

    private static void assertRolledBack(Manifest manifest, Manifest installed) {
        ReleaseErrors.assertRefused(ReleaseException.Reason.ROLLED_BACK, () -> manifest.requireFollows(installed));
    }

    private static Manifest until(Instant expires) {
        return new Manifest(MANIFEST.origin(), 1, 1, ISSUED, expires, 1, MANIFEST.allow(), List.of());
    }

    private static Manifest withRules(int canonical) {
        return new Manifest(MANIFEST.origin(), 1, 1, ISSUED, MANIFEST.expires(), canonical, MANIFEST.allow(),
                List.of());
    }

    private static Manifest withoutLists() {
        return until(MANIFEST.expires());
    }

    private static SignedNote signed(Manifest manifest) {
        return SignedNote.sign(manifest.toText(), List.of(SampleReleases.PUBLISHER));
    }

    @Test
    void aStrangerSignsNothing() {
        SignedNote note = SignedNote.sign(MANIFEST.toText(), List.of(key("stranger")));
        assertThatThrownBy(() -> ROOT.manifest(note)).isInstanceOf(UntrustedNoteException.class);
    }
}
