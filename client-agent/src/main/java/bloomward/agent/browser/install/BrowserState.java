package bloomward.agent.browser.install;

import bloomward.agent.browser.Rung;
import java.util.Optional;

/// A browser, and the extension in it.
///
/// @param found what is installed; empty if the browser is gone, or somewhere else
/// @param expected the rung that the installation promises; empty if it did not install into this browser
/// @param reason why not more, or what a person must do
public record BrowserState(Browser browser, Optional<FoundBrowser> found, Optional<Rung> expected, String reason) {}
