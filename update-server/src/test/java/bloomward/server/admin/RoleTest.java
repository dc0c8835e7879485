package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RoleTest {

    @ParameterizedTest
    @EnumSource
    void includesItselfAndThoseBeforeIt(Role role) {
        for (Role other : Role.values()) {
            assertThat(role.includes(other)).as(role + " and " + other).isEqualTo(other.ordinal() <= role.ordinal());
        }
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsLabel(Role role) {
        assertThat(Role.labelled(role.label())).contains(role);
    }

    @Test
    void knowsNoOtherLabel() {
        assertThat(Role.labelled("Admin")).isEmpty();
        assertThat(Role.labelled("owner")).isEmpty();
    }
}
