package bloomward.agent.console.live;

import bloomward.agent.browser.live.Browser;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Tests with an office, opened for each of them.
abstract class AtTheOffice {

    final Browser.Kind kind;

    @TempDir
    Path folder;
    Office office;

    AtTheOffice(Browser.Kind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() throws Exception {
        office = Office.open(folder, kind);
    }

    @AfterEach
    void close() {
        office.close();
    }
}
