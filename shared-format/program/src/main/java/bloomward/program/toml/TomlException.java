package bloomward.program.toml;

/// An invalid TOML file; the message names the file, the line and the problem.
public final class TomlException extends Exception {

    private static final long serialVersionUID = 1;

    TomlException(String message) {
        super(message);
    }
}
