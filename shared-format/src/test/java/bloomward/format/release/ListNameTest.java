package bloomward.format.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ListNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "malware", "a-1-", "abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz0"})
    void takes(String name) {
        assertThat(ListName.isName(name)).isTrue();
        assertThat(ListName.require(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "1a", "-a", "a b", "a_b", "a.b", "a/b", "..", "\u00e9", "a\n",
        "abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz01"})
    void refuses(String name) {
        assertThat(ListName.isName(name)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> ListName.require(name));
    }
}
