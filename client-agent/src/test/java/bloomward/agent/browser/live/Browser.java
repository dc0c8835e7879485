package bloomward.agent.browser.live;

import java.io.IOException;
import java.util.List;

/// A running browser with a profile of its own.
public sealed interface Browser extends AutoCloseable permits Chromium, Firefox {

    enum Kind {
        CHROMIUM, FIREFOX;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    Kind kind();

    /// Opens a new tab and does not wait for its page.
    Tab open(String url) throws IOException, InterruptedException;

    /// The same for another person: with cookies and storage of its own.
    Tab openApart(String url) throws IOException, InterruptedException;

    /// A new tab of the person whose tab the other one is.
    Tab openBeside(Tab other, String url) throws IOException, InterruptedException;

    /// All tabs, those that a page opened included.
    List<Tab> tabs() throws IOException, InterruptedException;

    /// Closes all tabs but a blank one.
    default void closeTabs() throws IOException, InterruptedException {
        String left = "";
        for (Tab tab : tabs()) {
            if (left.isEmpty() && tab.address().equals("about:blank")) {
                left = tab.id();
            }
        }
        if (left.isEmpty()) {
            left = open("about:blank").id();
        }
        for (Tab tab : tabs()) {
            if (!tab.id().equals(left)) {
                tab.close();
            }
        }
    }

    /// Messages of pages and of the extension since the start.
    List<String> console();

    /// The browser's processes, the first one first.
    ProcessHandle process();

    /// Ends all its processes.
    @Override
    void close();
}
