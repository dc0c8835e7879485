package bloomward.server.cli;

import bloomward.program.command.CommandException;
import java.util.Arrays;
import java.util.List;

/// Checks of values that a type alone does not make.
public final class Options {

    private Options() {}

    public static void requireAtLeast(long least, String option, long number) throws CommandException {
        if (number < least) {
            throw CommandException.error(option + " " + number + ": at least " + least + " is needed");
        }
    }

    public static void requireOneOf(String option, String value, String... possible) throws CommandException {
        if (!Arrays.asList(possible).contains(value)) {
            throw CommandException.error(option + " " + value + ": possible are " + String.join(", ", possible));
        }
    }

    /// Names, or the option that means all of them, and not both.
    public static void requireNamesOrAll(List<?> names, boolean all, String what) throws CommandException {
        if (names.isEmpty() != all) {
            throw CommandException.error(
                    all ? "--all and " + what + ": which of both?" : "no " + what + "\nName some, or say --all.");
        }
    }
}
