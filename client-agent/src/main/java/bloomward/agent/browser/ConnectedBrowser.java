package bloomward.agent.browser;

import java.time.Instant;

/// A browser that is connected to the agent, as it describes itself.
///
/// @param browser its name and version; at most [#MAX_NAME] characters
/// @param extension the version of the extension in it; at most [#MAX_VERSION] characters
/// @param rung the protection that the extension gives there
/// @param since when it said so
public record ConnectedBrowser(String browser, String extension, Rung rung, Instant since) {

    public static final int MAX_NAME = 100;
    public static final int MAX_VERSION = 30;

    public ConnectedBrowser {
        if (browser.length() > MAX_NAME || extension.length() > MAX_VERSION) {
            throw new IllegalArgumentException("too long");
        }
    }
}
