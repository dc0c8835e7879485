package bloomward.agent.browser.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// The rules of WCAG that a program can examine: axe-core, in a page.
public final class Axe {

    private static final String SCRIPT = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final String RUN = """
            axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
                .then(({passes, violations}) => ({
                  passed: passes.length,
                  violations: violations.map(one => one.id + ': '
                      + one.nodes.map(node => node.html + ' ' + node.failureSummary).join('; '))}))
            """;

    private Axe() {}

    /// Finds nothing against the rules in the page as it stands.
    public static void examine(Tab tab) throws IOException, InterruptedException {
        JsonNode found = run(tab);
        assertThat(found.get("passed").asInt()).as("rules that axe could apply").isGreaterThan(10);
        assertThat(found.get("violations")).as("violations at " + tab.address()).isEmpty();
    }

    private static JsonNode run(Tab tab) throws IOException, InterruptedException {
        if (tab.evaluate("typeof axe").asText().equals("undefined")) {
            try (InputStream script = Objects.requireNonNull(Axe.class.getResourceAsStream(SCRIPT))) {
                tab.evaluate(new String(script.readAllBytes(), UTF_8) + "; 1");
            }
        }
        return tab.evaluate(RUN);
    }
}
