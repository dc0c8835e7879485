package bloomward.server.http.console;

import io.javalin.http.Context;
import jakarta.servlet.http.Cookie;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The cookie of a session. It has the port in its name, so that the consoles of two servers on one host do not end each
/// other's sessions.
final class ConsoleCookie {

    private static final String NAME = "bloomward-console-";
    /// Browsers take a cookie of such a name only over TLS, for one host and all its paths.
    private static final String HOST = "__Host-";
    private static final Pattern VALUE = Pattern.compile("[0-9a-f]{64}");

    private ConsoleCookie() {}

    /// The values under either name: a proxy may hide from a request without `Origin` that the browser speaks TLS. Not all of
    /// them are ours: another port of the host can set a cookie of this name for a longer path, which browsers send first.
    static List<String> read(Context context) {
        return Stream.concat(read(context, true), read(context, false)).toList();
    }

    private static Stream<String> read(Context context, boolean isSecure) {
        String name = name(context, isSecure);
        return Stream.ofNullable(context.req().getCookies())
                .flatMap(Arrays::stream)
                .filter(cookie -> cookie.getName().equals(name))
                .map(Cookie::getValue)
                .filter(value -> VALUE.matcher(value).matches());
    }

    static void set(Context context, boolean isSecure, String value) {
        write(context, isSecure, value, "");
    }

    /// Takes back the cookie that the request shows.
    static void clear(Context context) {
        write(context, read(context, true).findAny().isPresent(), "", "; Max-Age=0");
    }

    private static void write(Context context, boolean isSecure, String value, String age) {
        context.header("Set-Cookie", name(context, isSecure) + "=" + value + "; Path=/; HttpOnly; SameSite=Strict"
                + (isSecure ? "; Secure" : "") + age);
    }

    private static String name(Context context, boolean isSecure) {
        return (isSecure ? HOST : "") + NAME + context.port();
    }
}
