package bloomward.server.http;

import java.time.Duration;

/// How much of the server a stranger can hold, and for how long.
///
/// @param connections that are served; the ones above get `503` with `Retry-After`, and an eighth more is accepted at all
/// @param connectionsPerAddress of one address (IPv6: of one /64 network); further ones are closed at once
/// @param slowHeadsPerAddress connections of one address whose request head may be overdue by a quarter of the deadline
/// @param headBytes of a request's first line and headers
/// @param headDeadline from accepting, or from the first byte of a later request, to the end of the head; TLS included
/// @param idle between two requests, and without any byte within one
/// @param stallWindow in which a reader that we wait for has to take
/// @param stallBytes at least so many bytes
/// @param bodyGrace after which a request body has to have come at
/// @param bodyBytesPerSecond on average
/// @param stopGrace for answers under way when the listener closes
public record HttpLimits(int connections, int connectionsPerAddress, int slowHeadsPerAddress, int headBytes,
        Duration headDeadline, Duration idle, Duration stallWindow, long stallBytes, Duration bodyGrace,
        long bodyBytesPerSecond, Duration stopGrace) {

    /// - 4,096 connections are some 100 MB of kernel and heap at the worst, and one file descriptor each.
    /// - 3,000 for an address: 2,000 agents behind one router fit, and it still cannot take what all others share.
    /// - Nobody needs more than 8 KiB of head: our own longest path has 120 bytes, a bearer token 50.
    /// - A head is one packet; who has not sent it after ten seconds will not. 256 that are late are a bad line; more are a try.
    /// - 16 KiB in 30 s is a tenth of a GPRS line.
    public static final HttpLimits DEFAULT = new HttpLimits(4096, 3000, 256, 8192, Duration.ofSeconds(10),
            Duration.ofSeconds(30), Duration.ofSeconds(30), 16_384, Duration.ofSeconds(10), 1024,
            Duration.ofSeconds(5));

    public HttpLimits {
        if (connections < 1 || connectionsPerAddress < 1 || slowHeadsPerAddress < 0 || headBytes < 256 || stallBytes < 1
                || bodyBytesPerSecond < 1) {
            throw new IllegalArgumentException("a limit leaves no room to serve anything");
        }
        for (Duration time : new Duration[] {headDeadline, idle, stallWindow, bodyGrace, stopGrace}) {
            if (time.isNegative() || time.isZero()) {
                throw new IllegalArgumentException("a limit leaves no time to serve anything");
            }
        }
    }

    /// The same, with other numbers of connections.
    public HttpLimits withConnections(int inAll, int perAddress) {
        return new HttpLimits(inAll, perAddress, slowHeadsPerAddress, headBytes, headDeadline, idle, stallWindow,
                stallBytes, bodyGrace, bodyBytesPerSecond, stopGrace);
    }

    /// The same, with other bounds on request heads.
    public HttpLimits withHeads(int slowPerAddress, Duration deadline) {
        return new HttpLimits(connections, connectionsPerAddress, slowPerAddress, headBytes, deadline, idle,
                stallWindow, stallBytes, bodyGrace, bodyBytesPerSecond, stopGrace);
    }

    /// The same, with another rate for readers.
    public HttpLimits withReaders(Duration window, long bytes) {
        return new HttpLimits(connections, connectionsPerAddress, slowHeadsPerAddress, headBytes, headDeadline, idle,
                window, bytes, bodyGrace, bodyBytesPerSecond, stopGrace);
    }

    /// The same, with another rate for request bodies.
    public HttpLimits withBodies(Duration grace, long bytesPerSecond) {
        return new HttpLimits(connections, connectionsPerAddress, slowHeadsPerAddress, headBytes, headDeadline, idle,
                stallWindow, stallBytes, grace, bytesPerSecond, stopGrace);
    }
}
