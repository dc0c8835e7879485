package bloomward.agent.browser;

import java.time.Duration;
import java.util.Optional;

/// The rules for every browser that asks an agent. Immutable.
///
/// @param proceed how long a person may visit a listed site after a warning; empty if not at all
/// @param unknown treatment of a URL that cannot be checked
/// @param subresources whether the parts of a page are checked, too
/// @param publisher the name on the warning page
/// @param contact a mail address or an `https` address; may be empty
/// @param language of the warning page: `browser`, or a language tag
/// @param reports whether a person may send reports to the publisher
public record BrowserPolicy(Optional<Duration> proceed, Unknown unknown, boolean subresources, String publisher,
        String contact, String language, boolean reports) {

    /// The treatment of a URL that cannot be checked.
    public enum Unknown {
        /// The URL opens, and the browser's button says so.
        PASS,
        /// A warning page is shown first.
        WARN,
        /// The URL does not open.
        BLOCK
    }

    /// The same rules; a publisher without a name gets this one.
    public BrowserPolicy named(String fallback) {
        return publisher.isEmpty()
                ? new BrowserPolicy(proceed, unknown, subresources, fallback, contact, language, reports)
                : this;
    }
}
