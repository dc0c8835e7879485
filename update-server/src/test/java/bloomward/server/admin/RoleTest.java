package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.draft.Approvals;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RoleTest {

    @ParameterizedTest
    @EnumSource
    void includesItselfAndThoseBeforeIt(Role role) {
        List<Role> ranked = List.of(Role.READER, Role.EDITOR, Role.REVIEWER, Role.PUBLISHER, Role.ADMIN);
        assertThat(ranked).containsExactly(Role.values());
        for (Role other : ranked) {
            assertThat(role.includes(other)).as(role + " and " + other)
                    .isEqualTo(ranked.indexOf(other) <= ranked.indexOf(role));
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

    @Test
    void thoseWhoMayApproveAreReviewersAndAllAbove() {
        assertThat(Arrays.stream(Role.values()).filter(role -> role.includes(Role.REVIEWER)).map(Role::label))
                .containsExactlyInAnyOrderElementsOf(Approvals.ROLES);
    }
}
