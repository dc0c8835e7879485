package bloomward.agent.browser.install;

/// A browser that is installed on a machine.
///
/// @param packaging of its installation
/// @param version empty if it cannot be told without starting it
public record FoundBrowser(Browser browser, Packaging packaging, String version) {

    /// The ways in which browsers are installed.
    public enum Packaging {
        /// A package of Debian or its kin.
        DEB,
        /// Another package, or none.
        OTHER,
        /// A sandbox that starts no program of the machine.
        SNAP,
        /// A sandbox that starts no program of the machine.
        FLATPAK
    }

    /// Whether it can start a native messaging host of the machine, and read its policies.
    public boolean isReachable() {
        return switch (packaging) {
            case DEB, OTHER -> true;
            case SNAP, FLATPAK -> false;
        };
    }
}
