package bloomward.server.cli.client;

import bloomward.server.admin.Refusal;
import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A refusal or error of the server (RFC 9457).
///
/// @param instance the id of the request, as in the server's log
/// @param code of a [Refusal] in lower case with hyphens; newer servers may send others
/// @param errors the faults of a body, line by line
public record ServerProblem(String type, String title, int status, String detail, String code, String instance,
        List<Line> errors) {

    /// One fault of a body.
    ///
    /// @param line counted from 1, 0 if there is none
    public record Line(long line, @JsonAlias("detail") String text) {}

    /// A code in the spelling of the API.
    public static String label(Refusal.Code code) {
        return code.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The code, if this program knows it.
    public Optional<Refusal.Code> knownCode() {
        return Arrays.stream(Refusal.Code.values()).filter(known -> label(known).equals(code)).findFirst();
    }

    /// The most specific message, in one line.
    public String words() {
        if (!detail.isEmpty()) {
            return detail;
        }
        return title.isEmpty() ? "status " + status : title;
    }
}
