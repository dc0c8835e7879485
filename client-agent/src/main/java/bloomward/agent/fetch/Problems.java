package bloomward.agent.fetch;

import bloomward.agent.fetch.FetchException.Reason;
import bloomward.program.text.Printable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/// The meaning of connection exceptions.
final class Problems {

    private Problems() {}

    /// @param where for messages
    public static FetchException of(String where, IOException problem) {
        String said = Printable.beginningOf(String.valueOf(problem.getMessage()));
        return switch (problem) {
            case UnknownHostException _ -> notReached(where, "unknown host");
            case SocketTimeoutException _ -> notReached(where, "connection timed out");
            case ConnectException _ -> notReached(where, said);
            case NoRouteToHostException _ -> notReached(where, said);
            case SSLException tls when !isBroken(tls) ->
                new FetchException(Reason.NOT_TRUSTED, where + ": not trusted: " + said);
            // The JDK has no exception type for this: a proxy that refuses a tunnel answers with a status, like a
            // server.
            case IOException tunnel when said.startsWith("Unable to tunnel through proxy") ->
                new FetchException(Reason.NOT_SERVED, where + ": " + said);
            default -> notReached(where, "the connection broke: " + said);
        };
    }

    private static FetchException notReached(String where, String why) {
        return new FetchException(Reason.NOT_REACHED, where + ": " + why);
    }

    /// Whether TLS ended because the connection below it did, which says nothing about the server.
    private static boolean isBroken(SSLException problem) {
        if (problem instanceof SSLPeerUnverifiedException) {
            return false;
        }
        for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return false;
            }
            if (cause instanceof IOException && !(cause instanceof SSLException)) {
                return true;
            }
        }
        return false;
    }
}
