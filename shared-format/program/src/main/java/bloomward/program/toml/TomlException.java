package bloomward.program.toml;

/// A TOML file that cannot be understood; the message names the file, the line and what is wrong.
public final class TomlException extends Exception {

    private static final long serialVersionUID = 1;

    TomlException(String message) {
        super(message);
    }
}
