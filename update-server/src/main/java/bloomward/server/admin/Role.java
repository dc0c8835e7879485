package bloomward.server.admin;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The rights of a token; each role includes those before it.
public enum Role {
    /// Look at everything but tokens.
    READER,
    /// Change drafts: import, add, remove.
    EDITOR,
    /// Release or reject what guards hold, approve drafts, allow.
    REVIEWER,
    /// Publish, renew, roll back.
    PUBLISHER,
    /// Make lists, feeds and tokens, change guards and roots.
    ADMIN;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /// The name in JSON and on the command line.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> labelled(String label) {
        return Arrays.stream(values()).filter(role -> role.label().equals(label)).findFirst();
    }
}
