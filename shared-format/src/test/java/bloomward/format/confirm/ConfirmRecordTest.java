package bloomward.format.confirm;

import static bloomward.format.confirm.ConfirmSamples.MALWARE;
import static bloomward.format.confirm.ConfirmSamples.PHISHING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.key.FullHash;
import bloomward.format.url.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfirmRecordTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "malware", "social-engineering", "z9-", "abcdefghijklmnopqrstuvwxyz012345"})
    void takesNamesOfCategories(String name) {
        assertThat(new Category(name)).hasToString(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-", "9a", "Malware", "mal ware", "mal_ware", "malware\n", "m\u00e4lware", "m?",
        "abcdefghijklmnopqrstuvwxyz0123456", "a\u0000", "a{", "a`", "a/", "a:", "a."})
    void refusesWhatIsNoNameOfACategory(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Category(name)).withMessageContaining(name);
    }

    @Test
    void scopesHaveFrozenCodes() {
        assertThat(Scope.values()).containsExactly(Scope.HOST, Scope.PREFIX, Scope.EXACT);
        Map.of(Scope.HOST, 1, Scope.PREFIX, 2, Scope.EXACT, 3).forEach((scope, code) -> {
            assertThat(scope.code()).isEqualTo(code.byteValue());
            assertThat(Scope.isCode(code.byteValue())).isTrue();
            assertThat(Scope.ofCode(code.byteValue())).isEqualTo(scope);
        });
        for (int code : new int[] {0, 4, 0x7f, 0x80, 0xff}) {
            assertThat(Scope.isCode((byte) code)).isFalse();
        }
    }

    @Test
    void isOrderedByHashThenScopeThenCategory() {
        byte[] bytes = new byte[32];
        FullHash low = FullHash.ofDigest(bytes);
        bytes[31] = (byte) 0x80; // more than 1 only as an unsigned byte
        FullHash high = FullHash.ofDigest(bytes);
        bytes[31] = 1;
        FullHash middle = FullHash.ofDigest(bytes);
        List<ConfirmRecord> increasing = List.of(new ConfirmRecord(low, Scope.HOST, MALWARE),
                new ConfirmRecord(low, Scope.HOST, PHISHING), new ConfirmRecord(low, Scope.EXACT, new Category("m")),
                new ConfirmRecord(low, Scope.EXACT, MALWARE), new ConfirmRecord(low, Scope.EXACT, new Category("n")),
                new ConfirmRecord(middle, Scope.HOST, MALWARE), new ConfirmRecord(high, Scope.HOST, MALWARE));
        assertThat(increasing).isSorted().doesNotHaveDuplicates();
        assertThat(Bucket.of(new BucketBits(0), 0, increasing.reversed()).records()).isEqualTo(increasing);
    }
}
