package bloomward.agent.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.socket.message.Request;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.socket.message.RequestException.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Locale;

/// Errors that are written where nothing may be allocated for a request: in one piece, without its name.
final class Refusal {

    private static final byte[] BUSY_LINE = line(busy());

    private Refusal() {}

    /// Of a request, or of a connection, for which there is no room.
    static RequestException busy() {
        return new RequestException(Code.BUSY,
                "too many requests of this user at once, or of all; this says nothing about a URL, ask again");
    }

    /// The messages of the errors that come here need no escaping.
    static byte[] line(RequestException e) {
        return ("{\"v\":" + Request.VERSION + ",\"error\":\"" + e.code().name().toLowerCase(Locale.ROOT)
                + "\",\"message\":\"" + e.getMessage() + "\"}\n").getBytes(UTF_8);
    }

    /// Turns a program away that has just connected, without waiting for it.
    static void turnAway(SocketChannel channel) {
        try (channel) {
            channel.configureBlocking(false);
            channel.write(ByteBuffer.wrap(BUSY_LINE));
        } catch (IOException _) {
            // It is gone already.
        }
    }
}
