package bloomward.agent.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AccountTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Account account = new Account(out);

    @Test
    void numbersStepsAndIndentsWhatBelongsToThem() throws Exception {
        account.step("Begin");
        account.text("a word");
        account.command("ls");
        account.said("");
        account.said("file");
        account.step("End");
        assertThat(out.toString(UTF_8)).isEqualTo("\n1. Begin\n   a word\n   $ ls\n\n     file\n\n2. End\n");
    }

    @Test
    void cutsALongOutputAndSaysHowMuch() throws Exception {
        account.said(List.of("a", "b"), 2);
        account.said(List.of("a", "b", "c"), 2);
        account.said(List.of("a", "b", "c"), 1);
        assertThat(out.toString(UTF_8).lines()).containsExactly("     a", "     b", "     a", "     b",
                "     ... 1 more line", "     a", "     ... 2 more lines");
    }

    @Test
    void obeysNoControlCharacterOfAnOutput() throws Exception {
        account.said("\u001b[2J");
        assertThat(out.toString(UTF_8)).doesNotContain("\u001b").contains("[2J");
    }

    @Test
    void failsWhereNobodyReads() {
        Account unread = new Account(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        });
        assertThatThrownBy(() -> unread.step("Begin")).hasMessage("Broken pipe");
    }
}
