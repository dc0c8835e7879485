package bloomward.server.cli.client;

import bloomward.server.admin.Refusal;
import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the server says when it does not do what it was asked to (RFC 9457).
///
/// @param instance the id of the request, by which those who run the server find it in their log
/// @param code of a [Refusal] in lower case with hyphens; newer servers may have others
/// @param errors what is wrong with a body, line by line
public record ServerProblem(String type, String title, int status, String detail, String code, String instance,
        List<Line> errors) {

    /// One thing that is wrong with a body.
    ///
    /// @param line counted from 1, 0 if there is none
    public record Line(long line, @JsonAlias("detail") String text) {}

    /// A code as the API spells it.
    public static String label(Refusal.Code code) {
        return code.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The code, if it is one that this program knows.
    public Optional<Refusal.Code> knownCode() {
        return Arrays.stream(Refusal.Code.values()).filter(known -> label(known).equals(code)).findFirst();
    }

    /// The most that it says in one line.
    public String words() {
        if (!detail.isEmpty()) {
            return detail;
        }
        return title.isEmpty() ? "status " + status : title;
    }
}
