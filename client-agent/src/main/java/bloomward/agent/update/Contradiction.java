package bloomward.agent.update;

import bloomward.agent.store.TrustedState;
import java.net.URI;

/// Settings that name another publication than the trusted one. They change nothing: a machine trusts another root by a
/// command only, as its lists and its floor go with the old one.
///
/// @param problem in words
/// @param remedy the command that follows the settings
public record Contradiction(String problem, String remedy) {

    /// The root of the settings belongs to another publication.
    ///
    /// @param at the server of the settings
    /// @param root as [RootPin#read] takes it
    public static Contradiction other(URI at, String root, TrustedState there) {
        return new Contradiction("the settings name another publication (" + at + ", root " + root + ") than "
                + enrolled(there) + ", which stays in use", command(at, root));
    }

    /// The root of the settings is not known at the server of the settings.
    public static Contradiction unverified(URI at, String root, TrustedState there, String why) {
        return new Contradiction("the settings name a publication (" + at + ", root " + root
                + ") that is not verified to be " + enrolled(there) + ", which stays in use: " + why,
                command(at, root));
    }

    private static String enrolled(TrustedState there) {
        return "the enrolled one, " + there.root().origin() + " at " + there.server();
    }

    private static String command(URI at, String root) {
        return "bloomward agent enroll " + at + " --root " + root + " --replace";
    }
}
