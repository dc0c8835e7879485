package bloomward.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.PagesContract;
import bloomward.program.testing.Run;
import bloomward.server.cli.admin.AdminProgram;
import bloomward.server.cli.server.ServerProgram;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class PagesTest {

    @Nested
    final class OfAdmin extends PagesContract {

        OfAdmin() {
            super(AdminProgram.commands(Run.silent()).getCommandSpec());
        }

        @Test
        void bashCompletes() throws Exception {
            assertThat(answer(Shell.bash, """
                    . 'SCRIPT'
                    COMP_WORDS=(bloomward-admin holds re) COMP_CWORD=2
                    _complete_bloomward-admin 2>/dev/null # where no completion runs, it cannot set its options
                    echo "${COMPREPLY[*]}"
                    """)).isEqualTo("release reject\n");
        }
    }

    @Nested
    final class OfServer extends PagesContract {

        OfServer() {
            super(ServerProgram.commands(Run.silent()).getCommandSpec());
        }
    }

    @Test
    void theCommandForItWritesIt() {
        assertThat(new Run.Setting().run(AdminProgram::run, "completion", "fish").out()).contains("bloomward-admin");
    }
}
