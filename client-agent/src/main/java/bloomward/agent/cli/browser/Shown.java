package bloomward.agent.cli.browser;

import bloomward.agent.browser.install.BrowserState;
import bloomward.agent.install.Plan;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Results as these commands show them.
final class Shown {

    /// A page that is listed, if a list has this category.
    static final String TEST_ADDRESS = "http://phishing.listed.bloomward.test/";

    private Shown() {}

    static void plan(Plan plan, Io io) throws IOException {
        try (Output out = new Output(io.out())) {
            out.write(plan.shown().getBytes(StandardCharsets.UTF_8));
        }
        plan.notes().forEach(note -> io.err().println("note: " + note));
    }

    static String name(BrowserState state) {
        return state.browser().title() + state.found()
                .filter(found -> !found.isReachable())
                .map(found -> " (" + packaging(state) + ")")
                .orElse("");
    }

    static String packaging(BrowserState state) {
        return state.found().map(found -> found.packaging().name().toLowerCase(Locale.ROOT)).orElse("not found");
    }
}
