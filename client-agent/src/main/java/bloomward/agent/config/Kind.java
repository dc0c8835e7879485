package bloomward.agent.config;

import bloomward.format.release.ListName;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingKind;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/// Kinds of values that only the agent has.
enum Kind implements SettingKind {

    SOCKET("a path of at most " + Kind.MAX_SOCKET_IN_BYTES + " bytes", "FILE") {

        @Override
        public String read(String text) throws SettingException {
            String path = PATH.read(text);
            SocketPath.requireFits(Path.of(path));
            return path;
        }

        @Override
        public String from(Path file, String value) {
            return PATH.from(file, value);
        }
    },

    ADDRESS("an address such as `https://lists.example.org`", "ADDRESS") {

        @Override
        public String read(String text) throws SettingException {
            String base = text.replaceFirst("/+$", "");
            try {
                if (isBase(URI.create(base))) {
                    return base;
                }
            } catch (IllegalArgumentException _) {
                // Refused below, like a URL that is not such an address.
            }
            throw new SettingException(
                    "'" + text + "' is not an address such as https://lists.example.org or" + " http://host:8480/path");
        }

        private static boolean isBase(URI address) {
            boolean isWeb = "https".equals(address.getScheme()) || "http".equals(address.getScheme());
            String host = address.getHost();
            return isWeb && host != null && host.equals(host.toLowerCase(Locale.ROOT))
                    && address.getRawUserInfo() == null && address.getRawQuery() == null
                    && address.getRawFragment() == null;
        }
    },

    ROOT("a file, or `sha256:` and 64 hexadecimal digits", "FILE|sha256:HEX") {

        @Override
        public String read(String text) throws SettingException {
            String hex = text.startsWith(DIGEST) ? text.substring(DIGEST.length()) : text;
            if (hex.length() == DIGEST_IN_DIGITS && hex.chars().allMatch(HexFormat::isHexDigit)) {
                return DIGEST + hex.toLowerCase(Locale.ROOT);
            }
            if (text.startsWith(DIGEST)) {
                throw new SettingException("'" + text + "': " + DIGEST + " must be followed by 64 hexadecimal digits");
            }
            return PATH.read(text);
        }

        @Override
        public String from(Path file, String value) {
            return value.startsWith(DIGEST) ? value : PATH.from(file, value);
        }
    },

    LISTS("names, separated by commas; in files `[\"one\", \"two\"]`", "NAME,...") {

        @Override
        public String read(String text) throws SettingException {
            List<String> names = names(text);
            for (String name : names) {
                if (!ListName.isName(name)) {
                    throw new SettingException("'" + name + "' is not the name of a list: a name is 1 to "
                            + ListName.MAX_LENGTH + " characters from a-z, 0-9 and -, a letter first");
                }
            }
            return String.join(",", names);
        }

        @Override
        public boolean isList() {
            return true;
        }
    },

    INTERVAL("`1m` to `1d`, in `s`, `m`, `h` or `d`", "TIME") {

        @Override
        public String read(String text) throws SettingException {
            PollInterval.parse(text);
            return text;
        }
    };

    static final String DIGEST = "sha256:";

    /// The kernel's limit, without the zero at the end.
    static final int MAX_SOCKET_IN_BYTES = 107;

    private static final int DIGEST_IN_DIGITS = 64;

    private static final SettingKind PATH = SettingKind.file();

    private final String words;
    private final String paramLabel;

    Kind(String words, String paramLabel) {
        this.words = words;
        this.paramLabel = paramLabel;
    }

    @Override
    public String words() {
        return words;
    }

    @Override
    public String paramLabel() {
        return paramLabel;
    }

    /// The names in a value of [#LISTS], each once.
    static List<String> names(String text) {
        return text.isBlank() ? List.of() : Arrays.stream(text.strip().split("\\s*,\\s*", 0)).distinct().toList();
    }
}
