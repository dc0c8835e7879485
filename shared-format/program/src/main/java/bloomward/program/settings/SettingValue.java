package bloomward.program.settings;

import java.util.Optional;

/// The value of a setting.
///
/// @param text empty if it is not set
/// @param origin its source, such as `option --listen`, `/etc/x.toml line 3` or `default`
public record SettingValue<S extends Setting>(S setting, Optional<String> text, String origin) {

    private static final String DEFAULT = "default";

    /// The default of a setting that is not set.
    public static <S extends Setting> SettingValue<S> fallback(S setting) {
        return new SettingValue<>(setting, Optional.of(setting.fallback()).filter(text -> !text.isEmpty()), DEFAULT);
    }

    /// A default that depends on the machine.
    public static <S extends Setting> SettingValue<S> fallback(S setting, String text) {
        return new SettingValue<>(setting, Optional.of(text), DEFAULT);
    }

    /// A value from a source.
    ///
    /// @throws SettingException if it is invalid; the message begins with the origin
    static <S extends Setting> SettingValue<S> said(S setting, String text, String origin) throws SettingException {
        try {
            return new SettingValue<>(setting, Optional.of(setting.kind().read(text)), origin);
        } catch (SettingException e) {
            throw new SettingException(origin + ": " + e.getMessage());
        }
    }

    /// Whether it was set by a source.
    public boolean isTold() {
        return !origin.equals(DEFAULT);
    }
}
