package bloomward.agent.cli.check;

import java.util.regex.Pattern;

/// URLs in a form that no program turns into a link: `hxxps://evil[.]example/page[.]html`.
final class Defanged {

    private static final Pattern HTTP = Pattern.compile("\\b(h)tt(ps?)(?=:)", Pattern.CASE_INSENSITIVE);
    private static final Pattern FTP = Pattern.compile("\\b(f)t(ps?)(?=:)", Pattern.CASE_INSENSITIVE);
    private static final Pattern DOT_INSIDE = Pattern.compile("(?<=\\S)\\.(?=\\S)");

    private Defanged() {}

    /// A text with all URLs in it defanged. The full stop of a sentence is kept.
    static String of(String text) {
        String schemes = FTP.matcher(HTTP.matcher(text).replaceAll("$1xx$2")).replaceAll("$1x$2");
        return DOT_INSIDE.matcher(schemes).replaceAll("[.]");
    }
}
