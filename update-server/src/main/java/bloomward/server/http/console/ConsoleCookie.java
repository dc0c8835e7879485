package bloomward.server.http.console;

import io.javalin.http.Context;
import java.util.Optional;
import java.util.regex.Pattern;

/// The cookie of a session. It has the port in its name, so that the consoles of two servers on one host do not end each
/// other's sessions.
final class ConsoleCookie {

    private static final String NAME = "bloomward-console-";
    /// Browsers take a cookie of such a name only over TLS, for one host and all its paths.
    private static final String HOST = "__Host-";
    private static final Pattern VALUE = Pattern.compile("[0-9a-f]{64}");

    private ConsoleCookie() {}

    /// Under either name: a proxy may hide from a request without `Origin` that the browser speaks TLS.
    static Optional<String> read(Context context) {
        return read(context, true).or(() -> read(context, false));
    }

    private static Optional<String> read(Context context, boolean isSecure) {
        return Optional.ofNullable(context.cookie(name(context, isSecure)))
                .filter(value -> VALUE.matcher(value).matches());
    }

    static void set(Context context, boolean isSecure, String value) {
        write(context, isSecure, value, "");
    }

    /// Takes back the cookie that the request shows.
    static void clear(Context context) {
        write(context, read(context, true).isPresent(), "", "; Max-Age=0");
    }

    private static void write(Context context, boolean isSecure, String value, String age) {
        context.header("Set-Cookie", name(context, isSecure) + "=" + value + "; Path=/; HttpOnly; SameSite=Strict"
                + (isSecure ? "; Secure" : "") + age);
    }

    private static String name(Context context, boolean isSecure) {
        return (isSecure ? HOST : "") + NAME + context.port();
    }
}
