package bloomward.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class TemplateTest {

    /// systemd reads `%` as a specifier everywhere, and `$` as a variable in a command only (systemd.unit, systemd.service).
    @Test
    void writesAnyPathAsItIs() {
        Path path = Path.of("/home/a b/50%/$HOME/\"q\"\\");
        assertThat(Template.unitWord(path)).isEqualTo("\"/home/a b/50%%/$$HOME/\\\"q\\\"\\\\\"");
        assertThat(Template.unitValue(path)).isEqualTo("\"/home/a b/50%%/$HOME/\\\"q\\\"\\\\\"");
        assertThat(Template.xml(Path.of("/a&b/<c>"))).isEqualTo("/a&amp;b/&lt;c&gt;");
    }
}
