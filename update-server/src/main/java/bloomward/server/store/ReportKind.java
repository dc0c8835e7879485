package bloomward.server.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The mistakes that a person can report.
public enum ReportKind {
    /// The page is blocked by mistake.
    WRONG,
    /// The page should be blocked.
    MISSED;

    /// The word in JSON and on the command line.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ReportKind> labelled(String label) {
        return Arrays.stream(values()).filter(kind -> kind.label().equals(label)).findFirst();
    }
}
