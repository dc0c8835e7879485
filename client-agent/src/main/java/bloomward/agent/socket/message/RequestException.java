package bloomward.agent.socket.message;

/// A request that is not answered. The message says what is wrong and where.
public final class RequestException extends Exception {

    private static final long serialVersionUID = 1;

    /// The error codes of the API.
    public enum Code {
        /// The line is no JSON object.
        MALFORMED,
        /// A version of the API that this agent does not speak.
        VERSION,
        /// An operation that this agent does not know.
        OP,
        /// A field that is missing, unknown, or not what it must be.
        REQUEST,
        /// The line is longer than any may be; the connection ends.
        TOO_LONG,
        /// There is no place or no memory for it at the moment, which says nothing about a URL: ask again.
        BUSY,
        /// The agent's rules forbid it.
        POLICY,
        /// The agent failed, which is its fault; the log says how.
        FAILED
    }

    private final Code code;

    public RequestException(Code code, String message) {
        super(message);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
