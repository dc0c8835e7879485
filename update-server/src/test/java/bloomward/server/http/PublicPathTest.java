package bloomward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PublicPathTest {

    private static final String DIGEST = SampleFiles.DIGEST;

    @Test
    void readsEachPath() {
        assertThat(PublicPath.parse("/v1/latest")).contains(new PublicPath.Latest());
        assertThat(PublicPath.parse("/v1/root/12")).contains(new PublicPath.RootNote(12));
        for (PublicPath.Kind kind : PublicPath.Kind.values()) {
            String word = kind.name().toLowerCase(java.util.Locale.ROOT);
            assertThat(PublicPath.parse("/v1/" + word + "/" + DIGEST)).contains(new PublicPath.Content(kind, DIGEST));
        }
        assertThat(PublicPath.parse("/v1/delta/phishing/3/17")).contains(new PublicPath.DeltaFile("phishing", 3, 17));
        assertThat(PublicPath.parse("/v1/bloom/a-1/flat"))
                .contains(new PublicPath.Bloom("a-1", PublicPath.Kind.FLAT));
        assertThat(PublicPath.parse("/v1/confirm/" + DIGEST + "/0")).contains(new PublicPath.Confirm(DIGEST, 0));
        assertThat(PublicPath.parse("/v1/confirm/" + DIGEST + "/65535"))
                .contains(new PublicPath.Confirm(DIGEST, 65_535));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/v1", "/v1/", "/v1/latest/", "/v2/latest", "/v1//latest", "/v1/Latest",
        "/v1/root/", "/v1/root/01", "/v1/root/-1", "/v1/root/2147483648", "/v1/root/+1", "/v1/root/1%30",
        "/v1/packed/abc", "/v1/bloom/phishing/manifest", "/v1/bloom/Phishing/flat", "/v1/bloom/../flat",
        "/v1/delta/phishing/1", "/v1/delta/phishing/1/2/3", "/v1/delta/phishing/9999999999999999999/1",
        "/v1/delta//1/2", "/v1/../etc/passwd", "/v1/latest%2f", "/v1/latest;x=1"})
    void refusesEverythingElse(String path) {
        assertThat(PublicPath.parse(path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"65536", "00", "1 ", "", "0x1", "٣"})
    void refusesWhatIsNoBucket(String bucket) {
        assertThat(PublicPath.parse("/v1/confirm/" + DIGEST + "/" + bucket)).isEmpty();
        assertThat(PublicPath.parse("/v1/confirm/" + DIGEST.toUpperCase(java.util.Locale.ROOT) + "/1")).isEmpty();
    }
}
