package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingKind;
import bloomward.program.text.Printable;
import bloomward.program.text.TimeSpan;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// Kinds of values that only settings for browsers have. A page shows these texts to people, so they are short and
/// contain nothing that could hide or reorder text around them.
enum BrowserKind implements SettingKind {

    PROCEED("`off`, or `1m` to `1d`, in `s`, `m`, `h` or `d`", "off|TIME") {

        @Override
        public String read(String text) throws SettingException {
            if (!text.equals(OFF) && TimeSpan.parse(text).filter(BrowserKind::isPossible).isEmpty()) {
                throw new SettingException("'" + text + "': must be off, or a time from 1m to 1d, such as 10m");
            }
            return text;
        }
    },

    NAME("a text of at most " + BrowserKind.MAX_LENGTH + " characters", "TEXT") {

        @Override
        public String read(String text) throws SettingException {
            return visible(text);
        }
    },

    CONTACT("a mail address, or an `https` address", "CONTACT") {

        @Override
        public String read(String text) throws SettingException {
            if (!text.isEmpty() && !text.matches(MAIL) && !isPage(text)) {
                throw new SettingException("'" + Printable.beginningOf(text)
                        + "' is neither a mail address such as help@lists.example.org nor an https address");
            }
            return visible(text);
        }

        private static boolean isPage(String text) {
            try {
                URI address = URI.create(text);
                return "https".equals(address.getScheme()) && address.getHost() != null
                        && address.getRawUserInfo() == null && text.matches(PLAIN);
            } catch (IllegalArgumentException _) {
                return false;
            }
        }
    };

    static final String OFF = "off";

    static final int MAX_LENGTH = 100;

    private static final Duration LEAST = Duration.ofMinutes(1);
    private static final Duration MOST = Duration.ofDays(1);

    /// A mail address; deliberately narrow, as it becomes a link.
    private static final String MAIL = "[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9-]*[A-Za-z0-9])+";
    private static final String PLAIN = "[!-~]+";

    private final String words;
    private final String paramLabel;

    BrowserKind(String words, String paramLabel) {
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

    /// The time in a value of [#PROCEED]; empty if nobody may proceed.
    static Optional<Duration> proceed(String text) {
        return TimeSpan.parse(text);
    }

    private static boolean isPossible(Duration time) {
        return time.compareTo(LEAST) >= 0 && time.compareTo(MOST) <= 0;
    }

    private static String visible(String text) throws SettingException {
        if (text.codePointCount(0, text.length()) > MAX_LENGTH) {
            throw new SettingException("has " + text.codePointCount(0, text.length()) + " characters; at most "
                    + MAX_LENGTH + " are possible");
        }
        if (!Printable.of(text).equals(text)) {
            throw new SettingException("'" + Printable.of(text) + "' has a character that is not visible");
        }
        return text;
    }
}
