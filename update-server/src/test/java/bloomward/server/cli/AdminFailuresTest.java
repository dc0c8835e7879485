package bloomward.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.Refusal;
import bloomward.server.cli.client.ServerProblem;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class AdminFailuresTest {

    @ParameterizedTest
    @EnumSource(Refusal.Code.class)
    void oneMeansThatARuleForbidsIt(Refusal.Code code) {
        int expected = Set.of(403, 409, 422).contains(code.status()) ? 1 : 2;
        ServerProblem problem = new ServerProblem("about:blank", "", code.status(), "", ServerProblem.label(code), "",
                List.of());
        assertThat(problem.code()).doesNotContain("_").isLowerCase();
        assertThat(AdminFailures.exitCode(problem)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"409,new-rule,1", "403,'',2", "422,other,1", "404,other,2", "500,internal,2", "401,unauthorized,2"})
    void judgesWhatItDoesNotKnowByTheStatus(int status, String code, int expected) {
        assertThat(AdminFailures.exitCode(new ServerProblem("", "", status, "", code, "", List.of())))
                .isEqualTo(expected);
    }
}
