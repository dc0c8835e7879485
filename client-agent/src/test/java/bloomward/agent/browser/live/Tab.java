package bloomward.agent.browser.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;

/// A tab of a browser, and whatever page stands in it.
public interface Tab {

    String id();

    /// Goes there and does not wait for the page.
    void go(String url) throws IOException, InterruptedException;

    /// The address of the page that stands there.
    String address() throws IOException, InterruptedException;

    /// @param script an expression; a promise is waited for
    /// @return its value as JSON
    JsonNode evaluate(String script) throws IOException, InterruptedException;

    void back() throws IOException, InterruptedException;

    void forward() throws IOException, InterruptedException;

    void reload() throws IOException, InterruptedException;

    /// Presses a key as a person does: `Tab`, `Enter`, `Escape`, `ArrowDown`, `ArrowUp`, or one character.
    void press(String key) throws IOException, InterruptedException;

    /// Types into whatever has the focus.
    void type(String text) throws IOException, InterruptedException;

    /// Makes it the tab that is seen; the others of its window are hidden.
    void toFront() throws IOException, InterruptedException;

    /// Clicks the middle of the first element, as a person does.
    void click(String selector) throws IOException, InterruptedException;

    /// Lays the page out for a window of this width, light or dark.
    void show(int width, int height, boolean isDark) throws IOException, InterruptedException;

    void screenshot(Path file) throws IOException, InterruptedException;

    void close() throws IOException, InterruptedException;

    default String title() throws IOException, InterruptedException {
        return evaluate("document.title").asText();
    }

    /// The text that a person sees.
    default String text() throws IOException, InterruptedException {
        return evaluate("document.body ? document.body.innerText : ''").asText();
    }

    default String awaitTitle(String title) {
        return Until.holds("the page " + title, this::title, title::equals);
    }
}
