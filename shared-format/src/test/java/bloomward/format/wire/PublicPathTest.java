package bloomward.format.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.Digest;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.wire.PublicPath.Bloom;
import bloomward.format.wire.PublicPath.Confirm;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.format.wire.PublicPath.Form;
import bloomward.format.wire.PublicPath.Latest;
import bloomward.format.wire.PublicPath.RootNote;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PublicPathTest {

    private static final String HEX = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    private static final Digest DIGEST = Digest.of(new byte[0]);

    static List<PublicPath> paths() {
        return List.of(new Latest(), new RootNote(1), new RootNote(PublicPath.MAX_VERSION),
                new Content(ContentKind.MANIFEST, DIGEST), new Content(ContentKind.PACKED, DIGEST),
                new Content(ContentKind.FLAT, DIGEST), new Content(ContentKind.ALLOW, DIGEST),
                new DeltaFile("malware", 31, 32), new Bloom("a-1", Form.PACKED), new Bloom("a-1", Form.FLAT),
                new Confirm(new ConfirmRoot(DIGEST), 0), new Confirm(new ConfirmRoot(DIGEST), 65_535));
    }

    @ParameterizedTest
    @MethodSource("paths")
    void isReadAsItIsWritten(PublicPath path) {
        assertThat(PublicPath.parse(path.toString())).contains(path);
    }

    @Test
    void areThoseOfTheFormat() {
        assertThat(paths()).map(PublicPath::toString)
                .containsExactly("/v1/latest", "/v1/root/1", "/v1/root/9007199254740991", "/v1/manifest/" + HEX,
                        "/v1/packed/" + HEX, "/v1/flat/" + HEX, "/v1/allow/" + HEX, "/v1/delta/malware/31/32",
                        "/v1/bloom/a-1/packed", "/v1/bloom/a-1/flat", "/v1/confirm/" + HEX + "/0",
                        "/v1/confirm/" + HEX + "/65535");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/v1", "/v1/", "/v2/latest", "v1/latest", "/v1/latest/", "/v1//latest",
        "/V1/latest", "/v1/Latest", "/v1/latest?x", "/v1/lates%74", "/v1/root", "/v1/root/", "/v1/root/0",
        "/v1/root/01", "/v1/root/+1", "/v1/root/-1", "/v1/root/1 ", "/v1/root/\u0661", "/v1/root/9007199254740992",
        "/v1/root/99999999999999999999", "/v1/root/1/2",
        "/v1/packed/" + "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934" + "CA495991B7852B855", "/v1/packed/e3b0",
        "/v1/other/" + HEX, "/v1/manifest/" + HEX + "0", "/v1/delta/malware/32/32", "/v1/delta/malware/33/32",
        "/v1/delta/Malware/1/2", "/v1/delta/../1/2", "/v1/delta/a/0/2", "/v1/delta/a/1", "/v1/delta/a/1/2/3",
        "/v1/bloom/a/library", "/v1/bloom/a", "/v1/bloom//packed", "/v1/bloom/a/PACKED", "/v1/confirm/" + HEX,
        "/v1/confirm/" + HEX + "/65536", "/v1/confirm/" + HEX + "/00", "/v1/confirm/" + HEX + "/-1",
        "/v1/confirm/" + HEX + "/99999999999"})
    void everythingElseIsNone(String path) {
        assertThat(PublicPath.parse(path)).isEmpty();
    }

    @Test
    void aLongPathIsNotEvenLookedAt() {
        assertThat(PublicPath.parse("/v1/" + "/".repeat(1_000_000))).isEmpty();
    }

    @Test
    void cannotBeMadeWrong() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RootNote(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new DeltaFile("../x", 1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new DeltaFile("x", 2, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new Bloom("a/b", Form.FLAT));
        assertThatIllegalArgumentException().isThrownBy(() -> new Confirm(new ConfirmRoot(DIGEST), 1 << 16));
    }
}
