package bloomward.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.pages.Pages;
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

    /// The page of a command that contacts the server names what that needs.
    @Test
    void pagesNameTheVariablesAndFilesOfOptions() {
        String page = Pages.all(AdminProgram.commands(Run.silent()).getCommandSpec())
                .get("man/man1/bloomward-admin-add.1");
        assertThat(page).contains("\\fBBLOOMWARD_ADMIN_URL\\fR\nThe same as \\-\\-server.\n",
                "\\fBBLOOMWARD_TOKEN_FILE\\fR\n", "\n.SH FILES\n", "\\fB\\-\\-token\\-file\\fR \\fIFILE\\fR\n",
                "\n.SH EXIT STATUS\n0 if all of them are in the draft");
    }

    @Test
    void theCommandForItWritesIt() {
        assertThat(new Run.Setting().run(AdminProgram::run, "completion", "fish").out()).contains("bloomward-admin");
    }
}
