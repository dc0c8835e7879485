package bloomward.program.settings;

import java.util.Locale;

/// A setting of a program, declared once, by an enum of the program. The name of the constant gives the names of the
/// option, of the line in a file, and of the variable; the declaration provides all texts about it.
public interface Setting {

    /// @param fallback the default value; empty if it depends on the machine, or if there is none
    /// @param purpose the first sentence of the description, without the full stop
    record Declaration(SettingKind kind, String fallback, String purpose) {}

    /// The name of the constant.
    String name();

    /// The declaration that the constant is made of.
    Declaration declaration();

    /// The prefix of the program's variables, such as `BLOOMWARD_`.
    String variablePrefix();

    default SettingKind kind() {
        return declaration().kind();
    }

    default String fallback() {
        return declaration().fallback();
    }

    default String purpose() {
        return declaration().purpose();
    }

    /// The name in options and in files.
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    default String option() {
        return "--" + label();
    }

    default String variable() {
        return variablePrefix() + name();
    }
}
