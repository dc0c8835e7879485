package bloomward.server.fetch;

/// A feed definition that cannot be used. The message says in which file, at which line, and why.
public final class FeedDefinitionException extends Exception {

    private static final long serialVersionUID = 1;

    FeedDefinitionException(String message) {
        super(message);
    }
}
