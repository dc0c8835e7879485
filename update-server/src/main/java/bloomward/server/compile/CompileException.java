package bloomward.server.compile;

/// Entries of which no version can be made, and why: too many for the width of the keys, or too many in one bucket.
public class CompileException extends Exception {

    private static final long serialVersionUID = 1L;

    public CompileException(String message) {
        super(message);
    }
}
