package bloomward.agent.browser.host;

import java.util.List;

/// Checks that the host was started for our extension. A browser names the extension in the arguments: Chromium in the first
/// one, `chrome-extension://ID/`, Firefox in the second one, behind the path of the manifest.
///
/// This is no defence against other programs of the user, which can ask the agent themselves: it keeps other extensions
/// out where a manifest was changed, and shows mistakes of an installation.
public final class Caller {

    private static final String CHROMIUM = "chrome-extension://";

    private Caller() {}

    /// Whether the browser started the host for one of these extensions.
    ///
    /// @param expected an origin of Chromium or an identifier of Firefox, each
    /// @param told the arguments that the browser added
    public static boolean isExpected(List<String> expected, List<String> told) {
        for (String caller : expected) {
            int place = caller.startsWith(CHROMIUM) ? 0 : 1;
            if (told.size() > place && told.get(place).equals(caller)) {
                return true;
            }
        }
        return false;
    }
}
