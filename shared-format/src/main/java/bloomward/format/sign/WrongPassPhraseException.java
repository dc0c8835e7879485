package bloomward.format.sign;

/// A wrong pass phrase, or a modified key file: the two cannot be distinguished.
public final class WrongPassPhraseException extends Exception {

    private static final long serialVersionUID = 1;

    WrongPassPhraseException(String message) {
        super(message);
    }
}
