package bloomward.agent.socket.message;

import bloomward.agent.browser.BrowserPolicy;
import java.util.Optional;

/// The agent's answer to a browser that says hello.
///
/// @param policy its rules
/// @param tests empty without lists
public record Welcome(BrowserPolicy policy, Optional<TestUrls> tests) {

    /// Addresses by which the extension tests itself. Nobody can own them.
    ///
    /// @param listed on an installed list
    /// @param clean on no list
    public record TestUrls(String listed, String clean) {}
}
