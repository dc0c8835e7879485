package bloomward.server.admin;

import java.util.List;
import java.util.Locale;

/// Thrown where a use case is not carried out. Nothing has changed.
public final class Refusal extends Exception {

    private static final long serialVersionUID = 1;

    /// The kinds of refusal; the name in lower case with hyphens is the stable code in JSON.
    public enum Code {
        /// The role does not include this.
        FORBIDDEN(403), NO_SUCH_LIST(404), NO_SUCH_SOURCE(404), NO_SUCH_HOLD(404), NO_SUCH_VERSION(404),
        NO_SUCH_FEED(404), NO_SUCH_TOKEN(404), NO_SUCH_REPORT(404), NO_SUCH_FETCH(404), NO_SUCH_JOB(404),
        NOTHING_PENDING(404),
        /// The question itself cannot be understood.
        BAD_REQUEST(400), NAME_TAKEN(409),
        /// A list body that is no list, damaged, of unknown format, or mostly unreadable.
        UNREADABLE_LIST(422),
        /// A list body that would cost more than the settings `import-max-...` allow.
        LIST_BEYOND_LIMITS(422),
        /// The allow file of the next publication would be longer than agents take.
        ALLOW_FILE_FULL(409),
        /// A guard refuses it, or a rule needs another person.
        REFUSED_BY_GUARD(409), NEEDS_APPROVAL(409),
        /// The draft is no longer the one that the request names.
        DRAFT_CHANGED(409),
        /// The page of a report of a wrong block is listed no more.
        NOT_LISTED(409),
        /// The decision about a hold has had consequences that stay.
        CANNOT_BE_UNDONE(409),
        /// The entry to remove is listed by a source that would bring it back.
        LISTED_BY_SOURCE(409),
        /// A signature that does not count, or signs something else.
        BAD_SIGNATURE(422),
        /// A feed could not be fetched.
        FETCH_FAILED(502),
        /// The server does not hold the key that this needs.
        KEY_MISSING(409);

        private final int status;

        Code(int status) {
            this.status = status;
        }

        /// The code in JSON.
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /// The HTTP status.
        public int status() {
            return status;
        }
    }

    /// One fault of a body.
    ///
    /// @param line counted from 1, 0 if there is none
    public record Detail(long line, String text) {}

    private final Code code;
    private final transient List<Detail> details;

    public Refusal(Code code, String message) {
        this(code, message, List.of());
    }

    public Refusal(Code code, String message, List<Detail> details) {
        super(message);
        this.code = code;
        this.details = List.copyOf(details);
    }

    public Code code() {
        return code;
    }

    public List<Detail> details() {
        return details;
    }
}
