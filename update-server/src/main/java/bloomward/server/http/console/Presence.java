package bloomward.server.http.console;

import bloomward.format.Digest;
import io.javalin.http.Context;

/// The session that a request shows.
public sealed interface Presence {

    /// The header with the key of a session.
    String KEY = "X-Bloomward-Key";
    /// The header of a request that no person caused, such as one after an event: it does not prolong the session.
    String BACKGROUND = "X-Bloomward-Background";

    /// None: there is no cookie or no key.
    record None() implements Presence {}

    /// Cookie and key of a session that has ended.
    record Ended() implements Presence {}

    /// @param session that is open
    record Present(Sessions.Open session) implements Presence {}

    /// Reads cookie and key of a request that is known to come from the console's own page.
    ///
    /// @param isUse whether the request may prolong the session
    static Presence of(Context context, Sessions sessions, boolean isUse) {
        String key = context.header(KEY);
        if (key == null) {
            return new None();
        }
        boolean prolongs = isUse && context.header(BACKGROUND) == null;
        return ConsoleCookie.read(context)
                .stream()
                .flatMap(cookie -> sessions.find(cookie, key, prolongs).stream())
                .<Presence>map(Present::new)
                .findFirst()
                .orElseGet(Ended::new); // the page had one
    }

    /// Begins a session in the place of the one that the page has. The cookie alone ends none: other ports have it, too.
    ///
    /// @return the key
    static String begin(Context context, boolean isSecure, Sessions sessions, Digest token) {
        endPresent(context, sessions);
        Sessions.Begun begun = sessions.begin(token);
        ConsoleCookie.set(context, isSecure, begun.cookie());
        return begun.key();
    }

    /// Ends a session that is present, and takes the cookie back.
    static void end(Context context, Sessions sessions) {
        endPresent(context, sessions);
        ConsoleCookie.clear(context);
    }

    private static void endPresent(Context context, Sessions sessions) {
        String key = context.header(KEY);
        if (key != null) {
            ConsoleCookie.read(context).forEach(cookie -> sessions.end(cookie, key));
        }
    }
}
