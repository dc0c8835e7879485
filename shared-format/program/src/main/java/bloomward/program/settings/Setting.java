package bloomward.program.settings;

import java.util.Locale;

/// A setting of a program, declared once, by an enum of the program. The name of the constant gives the names of the
/// option, of the line in a file, and of the variable; the declaration provides all texts about it.
public interface Setting {

    /// The name of the constant.
    String name();

    SettingKind kind();

    /// The default value; empty if it depends on the machine, or if there is none.
    String fallback();

    /// The first sentence of its description, without the full stop.
    String purpose();

    /// The prefix of the program's variables, such as `BLOOMWARD_`.
    String variablePrefix();

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
