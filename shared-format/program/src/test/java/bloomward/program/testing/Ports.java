package bloomward.program.testing;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/// Ports for programs that need a fixed one, from the start or across a restart.
public final class Ports {

    private static final int LOWEST = 20_000;
    /// The beginning of Linux's `ip_local_port_range`.
    private static final int LOWEST_GIVEN_OUT = 32_768;
    private static final AtomicInteger NEXT = new AtomicInteger(
            ThreadLocalRandom.current().nextInt(LOWEST_GIVEN_OUT - LOWEST));

    private Ports() {}

    /// A port that nobody has now, another one each time. It lies below those that the system gives out, so that no connection
    /// and no server on port 0 takes it before the program does, nor while the program is restarted.
    public static int free() throws IOException {
        while (true) {
            int port = LOWEST + Math.floorMod(NEXT.getAndIncrement(), LOWEST_GIVEN_OUT - LOWEST);
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (BindException _) {
                // The next one, then.
            }
        }
    }
}
