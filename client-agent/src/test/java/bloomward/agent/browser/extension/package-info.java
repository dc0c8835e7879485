/// The extension's sources, as far as they need no browser.
@NullMarked
package bloomward.agent.browser.extension;

import org.jspecify.annotations.NullMarked;
