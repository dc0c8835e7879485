package bloomward.program.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// The kinds of values of settings, and the form in which each is kept.
public interface SettingKind {

    /// The possible values, for a person; in Markdown.
    String words();

    /// The value in the synopsis of an option, such as `FILE`.
    String paramLabel();

    /// Refuses an invalid value, with a message that can follow the name of a setting.
    ///
    /// @return the value as it is kept
    String read(String text) throws SettingException;

    /// A value from a file: a path is relative to the folder of that file, wherever the program is started.
    default String from(Path file, String value) {
        return value;
    }

    /// Whether the value is true or false, and its option takes no value.
    default boolean isFlag() {
        return false;
    }

    /// Whether a file has it as a number.
    default boolean isNumber() {
        return false;
    }

    /// Whether a file has it as an array of strings, which are kept separated by commas.
    default boolean isList() {
        return false;
    }

    static SettingKind file() {
        return new PathKind("FILE");
    }

    static SettingKind folder() {
        return new PathKind("DIR");
    }

    static SettingKind flag() {
        return new Flag();
    }

    /// A whole number from `least` to `most`.
    static SettingKind number(long least, long most) {
        return new Whole(least, most);
    }

    /// One of some words.
    static SettingKind choice(String... words) {
        return new Choice(List.of(words));
    }

    /// A path.
    record PathKind(String paramLabel) implements SettingKind {

        @Override
        public String words() {
            return "a path";
        }

        @Override
        public String read(String text) throws SettingException {
            if (text.startsWith("~")) {
                throw new SettingException("'" + text + "': ~ is not expanded here; give the full path");
            }
            try {
                if (!text.isEmpty()) {
                    return Path.of(text).toString();
                }
            } catch (InvalidPathException _) {
                // Refused like an empty one.
            }
            throw new SettingException("not a valid path");
        }

        @Override
        public String from(Path file, String value) {
            return file.toAbsolutePath().resolveSibling(value).normalize().toString();
        }
    }

    /// True or false.
    record Flag() implements SettingKind {

        @Override
        public String words() {
            return "`true`, `false`";
        }

        @Override
        public String paramLabel() {
            return "";
        }

        @Override
        public String read(String text) throws SettingException {
            return choice("true", "false").read(text);
        }

        @Override
        public boolean isFlag() {
            return true;
        }
    }

    /// A whole number.
    record Whole(long least, long most) implements SettingKind {

        @Override
        public String words() {
            return "`" + least + "` to `" + most + "`";
        }

        @Override
        public String paramLabel() {
            return "N";
        }

        @Override
        public String read(String text) throws SettingException {
            if (text.matches("\\d{1,18}")) {
                long number = Long.parseLong(text);
                if (number >= least && number <= most) {
                    return Long.toString(number);
                }
            }
            throw new SettingException("'" + text + "': must be a whole number from " + least + " to " + most);
        }

        @Override
        public boolean isNumber() {
            return true;
        }
    }

    /// One of some words.
    record Choice(List<String> choices) implements SettingKind {

        public Choice {
            choices = List.copyOf(choices);
        }

        @Override
        public String words() {
            return choices.stream().map(choice -> "`" + choice + "`").collect(Collectors.joining(", "));
        }

        @Override
        public String paramLabel() {
            return String.join("|", choices);
        }

        @Override
        public String read(String text) throws SettingException {
            if (!choices.contains(text)) {
                throw new SettingException("'" + text + "': must be one of " + String.join(", ", choices));
            }
            return text;
        }
    }
}
