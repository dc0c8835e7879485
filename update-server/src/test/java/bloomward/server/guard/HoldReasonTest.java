package bloomward.server.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class HoldReasonTest {

    @ParameterizedTest
    @EnumSource
    void isFoundByItsLabelAndSaysWhatToDo(HoldReason reason) {
        assertThat(reason.label()).matches("[a-z]+(-[a-z]+)+|[a-z]+")
                .isEqualTo(reason.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        assertThat(HoldReason.labelled(reason.label())).contains(reason);
        assertThat(reason.description()).isNotBlank();
        assertThat(reason.remedy()).isNotBlank();
    }

    @ParameterizedTest
    @EnumSource
    void leadsToOneJudgement(HoldReason reason) {
        assertThat(Judgement.of(reason, "x")).isInstanceOf(switch (reason.release()) {
            case NOT_NEEDED -> Judgement.Warned.class;
            case ONE_PERSON, SECOND_PERSON -> Judgement.Held.class;
            case NEVER -> Judgement.Rejected.class;
        });
    }

    @Test
    void aJudgementCannotContradictItsReason() {
        assertThatThrownBy(() -> new Judgement.Held(HoldReason.PROTECTED_HOST, "x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Judgement.Warned(HoldReason.PUBLIC_SUFFIX, "x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Judgement.Rejected(HoldReason.POPULAR_HOST, "x"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
