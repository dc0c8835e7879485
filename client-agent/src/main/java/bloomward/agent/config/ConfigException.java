package bloomward.agent.config;

/// A setting that has no such value, a file of settings that cannot be understood, or a wish that the policy forbids; the
/// message says where and why.
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1;

    ConfigException(String message) {
        super(message);
    }
}
