package bloomward.server.config;

/// A setting that has no such value, or a file of settings that cannot be understood; the message says where and why.
public final class SettingException extends Exception {

    private static final long serialVersionUID = 1;

    SettingException(String message) {
        super(message);
    }
}
