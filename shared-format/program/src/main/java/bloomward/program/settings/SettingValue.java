package bloomward.program.settings;

import java.util.Optional;

/// A setting as it is.
///
/// @param text empty if it is not set
/// @param origin where that was said, such as `option --listen`, `/etc/x.toml line 3` or `default`
public record SettingValue<S extends Setting>(S setting, Optional<String> text, String origin) {

    private static final String DEFAULT = "default";

    /// Nothing was said about it.
    public static <S extends Setting> SettingValue<S> fallback(S setting) {
        return new SettingValue<>(setting, Optional.of(setting.fallback()).filter(text -> !text.isEmpty()), DEFAULT);
    }

    /// A default that depends on the machine.
    public static <S extends Setting> SettingValue<S> fallback(S setting, String text) {
        return new SettingValue<>(setting, Optional.of(text), DEFAULT);
    }

    /// The value that was said somewhere.
    ///
    /// @throws SettingException if it is not possible; the message begins with the origin
    static <S extends Setting> SettingValue<S> said(S setting, String text, String origin) throws SettingException {
        try {
            return new SettingValue<>(setting, Optional.of(setting.kind().read(text)), origin);
        } catch (SettingException e) {
            throw new SettingException(origin + ": " + e.getMessage());
        }
    }

    /// Whether anybody said it.
    public boolean isTold() {
        return !origin.equals(DEFAULT);
    }
}
