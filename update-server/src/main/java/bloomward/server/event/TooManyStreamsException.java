package bloomward.server.event;

/// A person has too many streams, or all people together have.
public final class TooManyStreamsException extends Exception {

    private static final long serialVersionUID = 1;

    TooManyStreamsException() {
        super("too many streams of events: one is enough for all pages of a browser");
    }
}
