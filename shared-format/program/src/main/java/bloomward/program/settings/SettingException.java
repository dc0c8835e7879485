package bloomward.program.settings;

/// An invalid value of a setting, an invalid settings file, or a value that a policy forbids; the message says where
/// and why.
public final class SettingException extends Exception {

    private static final long serialVersionUID = 1;

    public SettingException(String message) {
        super(message);
    }
}
