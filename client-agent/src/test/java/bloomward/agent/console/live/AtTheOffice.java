package bloomward.agent.console.live;

import bloomward.agent.browser.live.Browser;
import bloomward.agent.browser.live.Until;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Cases with one office for all of a class: each has lists, hosts and people of its own.
@Timeout(Until.TEST_SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AtTheOffice {

    private final Browser.Kind kind;
    Office office;

    AtTheOffice(Browser.Kind kind) {
        this.kind = kind;
    }

    @BeforeAll
    void open(@TempDir Path folder) throws Exception {
        office = Office.open(folder, kind);
        prepare();
    }

    /// What all cases find there.
    void prepare() throws Exception {}

    @AfterEach
    void closeTabs() throws Exception {
        office.browser.closeTabs();
    }

    @AfterAll
    void close() {
        if (office != null) { // or the start was skipped
            office.close();
        }
    }
}
