package bloomward.format.url;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.util.VersionInfo;
import org.junit.jupiter.api.Test;

/// `canonical 2` promises one version of Unicode: with another, the same names could become other keys.
final class UnicodeVersionTest {

    @Test
    void theTablesAreThoseThatTheCanonicalNumberNames() {
        assertThat(UrlExpressions.CANONICAL).isEqualTo(2);
        assertThat(UCharacter.getUnicodeVersion()).isEqualTo(VersionInfo.getInstance(18, 0));
    }
}
