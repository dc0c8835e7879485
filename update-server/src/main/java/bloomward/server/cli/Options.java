package bloomward.server.cli;

import bloomward.program.command.CommandException;
import java.util.Arrays;
import java.util.List;

/// Checks of option values beyond their types.
public final class Options {

    private Options() {}

    public static void requireAtLeast(long least, String option, long number) throws CommandException {
        if (number < least) {
            throw CommandException.error(option + " " + number + ": must be at least " + least + "");
        }
    }

    public static void requireOneOf(String option, String value, String... possible) throws CommandException {
        if (!Arrays.asList(possible).contains(value)) {
            throw CommandException.error(option + " " + value + ": must be one of " + String.join(", ", possible));
        }
    }

    /// Requires either names or the option for all of them.
    public static void requireNamesOrAll(List<?> names, boolean all, String what) throws CommandException {
        if (names.isEmpty() != all) {
            throw CommandException.error(all
                    ? "--all cannot be combined with named " + what
                    : "no " + what + " named\nName some, or use --all.");
        }
    }
}
