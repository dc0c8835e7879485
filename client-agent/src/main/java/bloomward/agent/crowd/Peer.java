package bloomward.agent.crowd;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;

/// The user at the other end of a connection, by the kernel's word and not by the program's.
///
/// @param user empty where only one can connect, or the platform does not tell; all these share as one
public record Peer(Optional<UserPrincipal> user) {

    public static final Peer UNKNOWN = new Peer(Optional.empty());

    /// The user that made the connection. What became of the program since does not matter.
    public static Peer of(SocketChannel channel) {
        try {
            return new Peer(Optional.of(channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user()));
        } catch (IOException | UnsupportedOperationException _) {
            return UNKNOWN;
        }
    }
}
