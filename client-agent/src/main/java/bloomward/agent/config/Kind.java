package bloomward.agent.config;

import bloomward.format.release.ListName;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// What a value can be, and the one form in which it is kept.
enum Kind {

    PATH("a path") {

        @Override
        String read(String text, List<String> choices) throws ConfigException {
            if (text.startsWith("~")) {
                throw new ConfigException("'" + text + "': ~ means nothing here; the whole path is needed");
            }
            try {
                if (!text.isEmpty()) {
                    return Path.of(text).toString();
                }
            } catch (InvalidPathException _) {
                // Refused like an empty one.
            }
            throw new ConfigException("is no name of a file or folder");
        }

        @Override
        String from(Path file, String value) {
            return file.toAbsolutePath().resolveSibling(value).normalize().toString();
        }
    },

    SOCKET("a path of at most " + Kind.MAX_SOCKET_IN_BYTES + " bytes") {

        @Override
        String read(String text, List<String> choices) throws ConfigException {
            String path = PATH.read(text, choices);
            SocketPath.requireFits(Path.of(path));
            return path;
        }

        @Override
        String from(Path file, String value) {
            return PATH.from(file, value);
        }
    },

    ADDRESS("an address such as `https://lists.example.org`") {

        @Override
        String read(String text, List<String> choices) throws ConfigException {
            String base = text.replaceFirst("/+$", "");
            try {
                if (isBase(URI.create(base))) {
                    return base;
                }
            } catch (IllegalArgumentException _) {
                // Refused below, as what is a URL and no such address.
            }
            throw new ConfigException("'" + text + "' is no address such as https://lists.example.org or"
                    + " http://host:8480/path");
        }

        private static boolean isBase(URI address) {
            boolean isWeb = "https".equals(address.getScheme()) || "http".equals(address.getScheme());
            String host = address.getHost();
            return isWeb && host != null && host.equals(host.toLowerCase(Locale.ROOT))
                    && address.getRawUserInfo() == null && address.getRawQuery() == null
                    && address.getRawFragment() == null;
        }
    },

    ROOT("a file, or `sha256:` and 64 hexadecimal digits") {

        @Override
        String read(String text, List<String> choices) throws ConfigException {
            String hex = text.startsWith(DIGEST) ? text.substring(DIGEST.length()) : text;
            if (hex.length() == DIGEST_IN_DIGITS && hex.chars().allMatch(HexFormat::isHexDigit)) {
                return DIGEST + hex.toLowerCase(Locale.ROOT);
            }
            if (text.startsWith(DIGEST)) {
                throw new ConfigException("'" + text + "': behind " + DIGEST + " stand 64 hexadecimal digits");
            }
            return PATH.read(text, choices);
        }

        @Override
        String from(Path file, String value) {
            return value.startsWith(DIGEST) ? value : PATH.from(file, value);
        }
    },

    LISTS("names, separated by commas; in files `[\"one\", \"two\"]`") {

        @Override
        String read(String text, List<String> choices) throws ConfigException {
            List<String> names = names(text);
            for (String name : names) {
                if (!ListName.isName(name)) {
                    throw new ConfigException("'" + name + "' is no name of a list: possible are 1 to "
                            + ListName.MAX_LENGTH + " of a-z, 0-9 and -, a letter first");
                }
            }
            return String.join(",", names);
        }
    },

    INTERVAL("`1m` to `1d`, in `s`, `m`, `h` or `d`") {

        @Override
        String read(String text, List<String> choices) throws ConfigException {
            PollInterval.parse(text);
            return text;
        }
    },

    CHOICE("") {

        @Override
        String read(String text, List<String> choices) throws ConfigException {
            if (!choices.contains(text)) {
                throw new ConfigException("'" + text + "': possible are " + String.join(", ", choices));
            }
            return text;
        }
    };

    static final String DIGEST = "sha256:";

    /// What the kernel takes, less the zero at its end.
    static final int MAX_SOCKET_IN_BYTES = 107;

    private static final int DIGEST_IN_DIGITS = 64;
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

    private final String words;

    Kind(String words) {
        this.words = words;
    }

    /// What it can be, for a person.
    String words() {
        return words;
    }

    /// Refuses what it cannot be, in words that go behind the name of a setting.
    ///
    /// @return the value as it is kept
    abstract String read(String text, List<String> choices) throws ConfigException;

    /// A value that was read from a file: a path is meant from where that file lies, wherever the agent is started.
    String from(Path file, String value) {
        return value;
    }

    /// The names in a value of [#LISTS], each once.
    static List<String> names(String text) {
        return text.isBlank() ? List.of() : Arrays.stream(COMMA.split(text.strip())).distinct().toList();
    }
}
