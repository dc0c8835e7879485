package bloomward.program.settings;

import java.util.Locale;

/// One thing that a program can be told, declared once: by an enum of the program. The name of a constant gives the name of
/// the option, of the line in a file, and of the variable; this declaration gives all that is said about it anywhere.
public interface Setting {

    /// The name of the constant.
    String name();

    SettingKind kind();

    /// The value where nothing is said; empty if that depends on the machine, or if there is none.
    String fallback();

    /// The first sentence about it, without its full stop.
    String purpose();

    /// The beginning of the variables of the program, such as `BLOOMWARD_`.
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
