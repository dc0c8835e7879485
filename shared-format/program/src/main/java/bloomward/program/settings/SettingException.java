package bloomward.program.settings;

/// A setting without such a value, a file of settings that cannot be understood, or a wish that a policy forbids; the message
/// says where and why.
public final class SettingException extends Exception {

    private static final long serialVersionUID = 1;

    public SettingException(String message) {
        super(message);
    }
}
