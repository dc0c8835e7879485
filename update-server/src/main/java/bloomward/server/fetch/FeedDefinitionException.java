package bloomward.server.fetch;

/// An unusable feed definition. The message names the file, the line and the reason.
public final class FeedDefinitionException extends Exception {

    private static final long serialVersionUID = 1;

    FeedDefinitionException(String message) {
        super(message);
    }
}
