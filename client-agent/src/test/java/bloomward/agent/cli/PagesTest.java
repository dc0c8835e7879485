package bloomward.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.pages.Pages;
import bloomward.program.testing.PagesContract;
import bloomward.program.testing.Run;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PagesTest extends PagesContract {

    PagesTest() {
        super(Cli.allCommands(Run.silent()));
    }

    @Test
    void bashCompletes() throws Exception {
        assertThat(answer(Shell.bash, """
                . 'SCRIPT'
                COMP_WORDS=(bloomward filter fl) COMP_CWORD=2
                _complete_bloomward
                echo "${COMPREPLY[*]}"
                """)).isEqualTo("flatten\n");
    }

    @Test
    void fishCompletes() throws Exception {
        assertThat(answer(Shell.fish, """
                source 'SCRIPT'
                for line in 'bloomward filter fl' 'bloomward filter build --form p' 'bloomward completion b' \\
                    'bloomward filter build --stri' 'bloomward ur'
                    complete -C $line | string replace -r '\\t.*' ''
                end
                """).lines()).containsExactly("flatten", "packed", "bash", "--strict", "url");
    }

    @Test
    void pagesHaveTheSectionsThatReadersLookFor() {
        String check = Pages.all(Cli.allCommands(Run.silent())).get("man/man1/bloomward-check.1");
        assertThat(check)
                .contains("\n.SH EXIT STATUS\n0 all clean", "\n.SH ENVIRONMENT\n", "\\fBBLOOMWARD_DATA_DIR\\fR",
                        "\n.SH FILES\n", "policy.toml", "\n.SH EXAMPLES\nbloomward check http")
                .doesNotContain("Exit code:");
    }

    @Test
    void pagesOfCommandsHaveExamplesAndVariables() {
        Map<String, String> pages = Pages.all(Cli.allCommands(Run.silent()));
        pages.forEach((file, page) -> {
            if (file.startsWith("man/")) {
                assertThat(page).as(file).contains("\n.SH ENVIRONMENT\n", "\\fBCOLUMNS\\fR", "\\fBNO_COLOR\\fR");
                if (!page.contains("\n.SH COMMANDS\n")) {
                    assertThat(page).as(file).contains("\n.SH EXAMPLES\nbloomward ");
                }
            }
        });
        assertThat(pages.get("man/man1/bloomward-agent-install.1")).contains("\n.SH FILES\n",
                "bloomward\\-agent.service");
    }

    @Test
    void theCommandForItWritesIt() {
        assertThat(Bloomward.of("completion", "zsh").out()).startsWith("#compdef bloomward\n");
    }
}
