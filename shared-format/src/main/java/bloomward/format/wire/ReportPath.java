package bloomward.format.wire;

import java.util.Optional;

/// The paths for reports to the publisher (FORMAT.md 18.2). They name no file: reports are no part of a publication, are
/// not exported, and no cache keeps them.
public final class ReportPath {

    /// The path that takes a report, the only one on the public side with a body.
    public static final String SUBMIT = "/v1/report";

    private static final String PREFIX = SUBMIT + "/";

    private ReportPath() {}

    /// The path for the state of a report.
    public static String of(ReportNumber number) {
        return PREFIX + number;
    }

    /// Reads the path of a URL, as it was sent.
    ///
    /// @return the number of the report; empty if it is no such path, [#SUBMIT] included
    public static Optional<ReportNumber> parse(String path) {
        return path.startsWith(PREFIX) ? ReportNumber.parse(path.substring(PREFIX.length())) : Optional.empty();
    }
}
