package bloomward.server.store;

import java.util.Optional;
import java.util.OptionalLong;

/// The texts of a report. All come from strangers and are only ever shown.
///
/// @param url as it was sent; empty once it is erased
/// @param canonical the canonical form of the URL
/// @param comment may be empty
/// @param verdict of the sender's program: clean, listed, allowed or unknown
/// @param list that the sender's program found it in
/// @param expression that it found there
/// @param version of that list
public record ReportText(ReportKind kind, String url, String canonical, String comment, String verdict,
        Optional<String> list, Optional<String> expression, OptionalLong version) {}
