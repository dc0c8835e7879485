/// The extension in the browsers of a machine, or packed for those of many.
///
/// In: the extension as the build packed it, a key, and the browsers. Out: a [bloomward.agent.install.Plan]: copies of the
/// extension, the script that starts the native messaging host, native manifests and policies.
///
/// May import: `browser`, `format`, `install`, `com.fasterxml.jackson`.
/// Called by: `cli.agent`, `cli.browser`.
@NullMarked
package bloomward.agent.browser.install;

import org.jspecify.annotations.NullMarked;
