package bloomward.format.sign;

/// A pass phrase that does not open the key; or the key file was changed, which cannot be told apart.
public final class WrongPassPhraseException extends Exception {

    private static final long serialVersionUID = 1;

    WrongPassPhraseException(String message) {
        super(message);
    }
}
