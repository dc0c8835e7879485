package bloomward.agent.cli.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.io.Facts.Format;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FactsTest {

    private static final List<Facts> ROWS = List.of(new Facts().put("name", "a").put("count", 12),
            new Facts().put("name", "long").put("count", 3));

    private static String written(Facts facts, Format format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        facts.write(out, format);
        return out.toString(UTF_8);
    }

    @Test
    void separatesTablesByAnEmptyLine() throws Exception {
        Facts facts = new Facts().put("state", "good").put("rows", ROWS);
        assertThat(written(facts, Format.HUMAN)).isEqualTo("""
                state  good

                rows
                  name  count
                  a        12
                  long      3
                """);
    }

    @Test
    void beginsWithNoEmptyLine() throws Exception {
        assertThat(written(new Facts().put("rows", ROWS), Format.HUMAN)).startsWith("rows\n  name");
    }

    @Test
    void leavesAnEmptyTableOutOfTheText() throws Exception {
        Facts facts = new Facts().put("rows", List.of()).put("others", ROWS);
        assertThat(written(facts, Format.HUMAN)).startsWith("others\n").doesNotContain("rows");
        assertThat(written(facts, Format.JSON)).startsWith("{\"rows\":[],\"others\":[{");
    }
}
