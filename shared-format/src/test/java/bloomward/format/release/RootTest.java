package bloomward.format.release;

import static bloomward.format.release.SampleReleases.ROOT;
import static bloomward.format.release.SampleReleases.ROOT_A;
import static bloomward.format.release.SampleReleases.ROOT_B;
import static bloomward.format.release.SampleReleases.ROOT_C;
import static bloomward.format.release.SampleReleases.key;
import static bloomward.format.release.SampleReleases.keys;
import static bloomward.format.release.SampleReleases.root;
import static bloomward.format.release.SampleReleases.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.FormatException.Reason;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.sign.Verified;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RootTest {

    @Test
    void isWrittenAsItWasRead() throws Exception {
        assertThat(Root.parse(ROOT.toText())).isEqualTo(ROOT);
        assertThat(ROOT.toText()).startsWith("""
                bloomward root v1
                example.org/bloomward
                version 1
                issued 2026-11-18T12:00:00Z
                expires 2027-11-18T12:00:00Z
                root-threshold 2
                root-key root-a+""").endsWith("\naddress https://lists.example.org/bloomward\n");
    }

    @Test
    void keysAreInTheOrderOfTheirBytes() throws Exception {
        SigningKey high = key("\uff21");
        SigningKey higher = key("\ud83d\udd11");
        Root root = root(1, keys(1, higher, high), ROOT.publishers(), ROOT_A);
        assertThat(root.toText()).contains("root-key " + high.verifierKey() + "\nroot-key " + higher.verifierKey());
        assertThat(Root.parse(root.toText())).isEqualTo(root);
    }

    @Test
    void theFirstRootIsSignedByItsOwnKeys() throws Exception {
        Verified<Root> first = Root.first(signed(ROOT, ROOT_A, ROOT_C));
        assertThat(first.value()).isEqualTo(ROOT);
        assertThat(first.signers()).containsExactlyInAnyOrder(ROOT_A.verifierKey(), ROOT_C.verifierKey());
        assertThatThrownBy(() -> Root.first(signed(ROOT, ROOT_A))).isInstanceOf(UntrustedNoteException.class)
                .hasMessageContaining("2 required");
    }

    @Test
    void theNextRootNeedsTheConsentOfBoth() throws Exception {
        SigningKey d = key("root-d");
        SigningKey e = key("root-e");
        Root next = root(2, keys(2, ROOT_A, d, e), keys(1, key("new")), key("t2"));
        assertThat(ROOT.next(signed(next, ROOT_A, ROOT_B, d)).value()).isEqualTo(next);
        assertThatThrownBy(() -> ROOT.next(signed(next, ROOT_A, d, e))).isInstanceOf(UntrustedNoteException.class);
        assertThatThrownBy(() -> ROOT.next(signed(next, ROOT_A, ROOT_B))).isInstanceOf(UntrustedNoteException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3, 1000})
    void theNextRootIsOfTheNextVersion(long version) {
        assertThatThrownBy(() -> ROOT.next(signed(root(version), ROOT_A, ROOT_B))).isInstanceOfSatisfying(
                ReleaseException.class, e -> assertThat(e.reason()).isEqualTo(ReleaseException.Reason.BROKEN_CHAIN));
    }

    @Test
    void theNextRootIsOfTheSamePublication() {
        Root other = new Root("example.net/other", 2, ROOT.issued(), ROOT.expires(), ROOT.roots(), ROOT.publishers(),
                ROOT.timestamp(), List.of());
        assertThatThrownBy(() -> ROOT.next(signed(other, ROOT_A, ROOT_B))).isInstanceOfSatisfying(
                ReleaseException.class, e -> assertThat(e.reason()).isEqualTo(ReleaseException.Reason.OTHER_ORIGIN));
    }

    @Test
    void aNoteOfAnotherRoleIsNoRoot() {
        SignedNote manifest = SignedNote.sign(SampleReleases.MANIFEST.toText(), List.of(ROOT_A, ROOT_B));
        ReleaseErrors.assertRefused(Reason.OTHER_TYPE, () -> ROOT.next(manifest));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://a.example", "http://127.0.0.1:8080", "https://[::1]:8443/x",
        "https://a.example/b/c", "http://localhost", "https://a-1.b2:65535/..._~-/.x"})
    void takesAddresses(String address) throws Exception {
        Root root = withAddresses(List.of(URI.create(address)));
        assertThat(Root.parse(root.toText()).addresses()).containsExactly(URI.create(address));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://a.example/", "ftp://a.example", "https://A.example", "HTTPS://a.example", "/a",
        "https://u@a.example", "https://a.example?q", "https://a.example#f", "https://a.example/b/../c", "mailto:a@b",
        "https://a.example:0", "https://a.example:", "https://a.example:080", "https://a.example:65536",
        "https://a.example/%41", "https://a.example//b", "https://a_b.example", "https://a.example.",
        "http://127.0.0.256", "http://[::1%25lo]", "http://[1:2]", "https://a.example/b+c", "https://\u00e4.example"})
    void refusesAddresses(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> withAddresses(List.of(URI.create(address))));
        String text = ROOT.toText().replace("https://lists.example.org/bloomward", address);
        ReleaseErrors.assertRefused(Reason.MALFORMED, () -> Root.parse(text));
    }

    @Test
    void refusesAnAddressTwiceAndTooMany() {
        URI one = URI.create("https://a.example");
        assertThatIllegalArgumentException().isThrownBy(() -> withAddresses(List.of(one, one)));
        List<URI> many = IntStream.rangeClosed(0, Root.MAX_ADDRESSES)
                .mapToObj(i -> URI.create("https://a" + i))
                .toList();
        assertThatIllegalArgumentException().isThrownBy(() -> withAddresses(many));
        assertThat(withAddresses(List.of()).addresses()).isEmpty();
    }

    @Test
    void refusesTooManyKeys() throws Exception {
        SigningKey[] many = IntStream.rangeClosed(0, Root.MAX_KEYS)
                .mapToObj(i -> key("k" + i))
                .toArray(SigningKey[]::new);
        TrustedKeys keys = keys(1, many);
        assertThatIllegalArgumentException().isThrownBy(() -> root(1, keys, ROOT.publishers(), ROOT_A));
        String line = ROOT.toText()
                .lines()
                .filter(text -> text.startsWith("root-key root-a"))
                .findFirst()
                .orElseThrow();
        StringBuilder lines = new StringBuilder();
        for (SigningKey key : many) {
            lines.append("root-key ").append(key.verifierKey()).append('\n');
        }
        ReleaseErrors.assertRefused(Reason.MALFORMED, () -> Root.parse(ROOT.toText().replace(line + "\n", lines)));
    }

    @Test
    void expiresAtTheSecondItSays() {
        assertThat(ROOT.isExpiredAt(ROOT.expires().minusSeconds(1))).isFalse();
        assertThat(ROOT.isExpiredAt(ROOT.expires())).isTrue();
    }

    @Test
    void refusesTimesThatAreNone() {
        Instant issued = ROOT.issued();
        assertThatIllegalArgumentException().isThrownBy(() -> valid(issued, issued));
        assertThatIllegalArgumentException().isThrownBy(() -> valid(issued.plusMillis(1), issued.plusSeconds(9)));
        assertThatIllegalArgumentException().isThrownBy(() -> valid(issued, issued.plusSeconds(9).plusNanos(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> valid(issued, issued.plus(Root.MAX_VALIDITY).plusSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> valid(Instant.EPOCH, issued));
        assertThat(valid(issued, issued.plus(Root.MAX_VALIDITY)).issued()).isEqualTo(issued);
    }

    private static Root valid(Instant issued, Instant expires) {
        return new Root(ROOT.origin(), 1, issued, expires, ROOT.roots(), ROOT.publishers(), ROOT.timestamp(),
                List.of());
    }

    private static Root withAddresses(List<URI> addresses) {
        return new Root(ROOT.origin(), 1, ROOT.issued(), ROOT.expires(), ROOT.roots(), ROOT.publishers(),
                ROOT.timestamp(), addresses);
    }
}
