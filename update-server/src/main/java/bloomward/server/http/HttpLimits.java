package bloomward.server.http;

import bloomward.server.config.AddressRange;
import java.time.Duration;
import java.util.List;

/// Limits on how much of the server a client can occupy, and for how long.
///
/// @param connections served at once; those above get `503` with `Retry-After`, up to an eighth more
/// @param connectionsPerAddress from one address (IPv6: one /64 network); further ones are closed at once
/// @param connectionsPerNetwork from one /24 network (IPv6: /48); further ones are closed at once
/// @param proxies addresses whose connections belong to many clients: not counted by address or network
/// @param slowHeadsPerAddress heads from one address that may be overdue by a quarter of the deadline
/// @param headBytes of a request's first line and headers
/// @param headDeadline from accepting, or from the first byte of a later request, to the end of the head; TLS included
/// @param idle time between two requests, and without any byte within one
/// @param stallWindow time in which a slow reader has to take `stallBytes`
/// @param stallBytes minimum number of bytes taken within `stallWindow`
/// @param bodyGrace time after which `bodyBytesPerSecond` applies to a request body
/// @param bodyBytesPerSecond minimum average rate of a request body
/// @param stopGrace time for unfinished answers when the listener closes
/// @param strangersMakeRoom whether connections without a valid token lose their places to new ones, which would be
///        refused otherwise
public record HttpLimits(int connections, int connectionsPerAddress, int connectionsPerNetwork,
        List<AddressRange> proxies, int slowHeadsPerAddress, int headBytes, Duration headDeadline, Duration idle,
        Duration stallWindow, long stallBytes, Duration bodyGrace, long bodyBytesPerSecond, Duration stopGrace,
        boolean strangersMakeRoom) {

    /// - 4,096 connections need at most about 100 MB of kernel memory and heap, and one file descriptor each.
    /// - 1,024 from one address admit 10,000 agents behind one router, which poll every five minutes and leave their
    ///   connections idle for half a minute. 2,048 from one network leave room for others.
    /// - 8 KiB of request head is ample: the longest path of our own has 120 bytes, a bearer token 50.
    /// - A head is one packet; if it is not here after ten seconds, it will not come. Up to 256 late heads can be a bad
    ///   line; more are an attack.
    /// - 16 KiB in 30 s is a tenth of a GPRS line.
    public static final HttpLimits DEFAULT = new HttpLimits(4096, 1024, 2048, List.of(), 256, 8192,
            Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30), 16_384, Duration.ofSeconds(10),
            1024, Duration.ofSeconds(5), false);

    public HttpLimits {
        proxies = List.copyOf(proxies);
        if (connections < 1 || connectionsPerAddress < 1 || connectionsPerNetwork < 1 || slowHeadsPerAddress < 0
                || headBytes < 256 || stallBytes < 1 || bodyBytesPerSecond < 1) {
            throw new IllegalArgumentException("a limit leaves no room to serve anything");
        }
        for (Duration time : new Duration[] {headDeadline, idle, stallWindow, bodyGrace, stopGrace}) {
            if (time.isNegative() || time.isZero()) {
                throw new IllegalArgumentException("a limit leaves no time to serve anything");
            }
        }
    }

    /// A copy with other numbers of connections.
    public HttpLimits withConnections(int inAll, int perAddress, int perNetwork) {
        return new HttpLimits(inAll, perAddress, perNetwork, proxies, slowHeadsPerAddress, headBytes, headDeadline,
                idle, stallWindow, stallBytes, bodyGrace, bodyBytesPerSecond, stopGrace, strangersMakeRoom);
    }

    /// A copy behind these proxies.
    public HttpLimits withProxies(List<AddressRange> trusted) {
        return new HttpLimits(connections, connectionsPerAddress, connectionsPerNetwork, trusted, slowHeadsPerAddress,
                headBytes, headDeadline, idle, stallWindow, stallBytes, bodyGrace, bodyBytesPerSecond, stopGrace,
                strangersMakeRoom);
    }

    /// A copy with other bounds on request heads.
    public HttpLimits withHeads(int slowPerAddress, Duration deadline) {
        return new HttpLimits(connections, connectionsPerAddress, connectionsPerNetwork, proxies, slowPerAddress,
                headBytes, deadline, idle, stallWindow, stallBytes, bodyGrace, bodyBytesPerSecond, stopGrace,
                strangersMakeRoom);
    }

    /// A copy with room for longer request heads.
    public HttpLimits withHeadBytes(int bytes) {
        return new HttpLimits(connections, connectionsPerAddress, connectionsPerNetwork, proxies, slowHeadsPerAddress,
                bytes, headDeadline, idle, stallWindow, stallBytes, bodyGrace, bodyBytesPerSecond, stopGrace,
                strangersMakeRoom);
    }

    /// A copy with another rate for readers.
    public HttpLimits withReaders(Duration window, long bytes) {
        return new HttpLimits(connections, connectionsPerAddress, connectionsPerNetwork, proxies, slowHeadsPerAddress,
                headBytes, headDeadline, idle, window, bytes, bodyGrace, bodyBytesPerSecond, stopGrace,
                strangersMakeRoom);
    }

    /// A copy with another rate for request bodies.
    public HttpLimits withBodies(Duration grace, long bytesPerSecond) {
        return new HttpLimits(connections, connectionsPerAddress, connectionsPerNetwork, proxies, slowHeadsPerAddress,
                headBytes, headDeadline, idle, stallWindow, stallBytes, grace, bytesPerSecond, stopGrace,
                strangersMakeRoom);
    }

    /// A copy for a listener on which strangers make room for the holders of valid tokens.
    public HttpLimits withStrangersMakingRoom() {
        return new HttpLimits(connections, connectionsPerAddress, connectionsPerNetwork, proxies, slowHeadsPerAddress,
                headBytes, headDeadline, idle, stallWindow, stallBytes, bodyGrace, bodyBytesPerSecond, stopGrace, true);
    }
}
