package bloomward.program.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TableTest {

    private static Table holds() {
        return new Table("id", "entry", "detail", "rank")
                .row(7, "a.very.long.host.name.evil.example/", "a host with many users", 1200)
                .row(12, "b.example/", "rank 12", 3);
    }

    @Test
    void isAsWideAsItsCells() {
        assertThat(new Page().table(holds()).toText(false)).isEqualTo("""
                id  entry                                detail                   rank
                 7  a.very.long.host.name.evil.example/  a host with many users  1,200
                12  b.example/                           rank 12                     3
                """);
    }

    @Test
    void goesOnBelowWhereTheReaderHasLessRoom() {
        String text = new Page().table(holds()).toText(false, 50);
        assertThat(text).isEqualTo("""
                id  entry               detail                rank
                 7  a.very.long.host.n  a host with many     1,200
                    ame.evil.example/   users
                12  b.example/          rank 12                  3
                """);
        assertThat(text.lines()).allMatch(line -> line.length() <= 50);
        assertThat(new Page().table(holds()).toText(false, 71)).isEqualTo(new Page().table(holds()).toText(false));
    }

    @Test
    void narrowsNoNumberAndNoColumnToNothing() {
        String text = new Page().table(holds()).toText(false, 10);
        assertThat(text).contains("1,200");
        assertThat(text.lines().mapToInt(String::length).max()).hasValue(2 + 2 + 12 + 2 + 12 + 2 + 5);
        assertThat(text.replaceAll("\\s", "")).contains("ahost").contains("users");
    }
}
