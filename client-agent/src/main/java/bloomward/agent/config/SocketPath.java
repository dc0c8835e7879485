package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The length limit for the path of a unix socket: the kernel stores it in 108 bytes, the last of them zero.
final class SocketPath {

    private SocketPath() {}

    static void requireFits(Path socket) throws SettingException {
        int length = lengthInBytes(socket);
        if (length > Kind.MAX_SOCKET_IN_BYTES) {
            throw new SettingException("'" + socket + "' has " + length
                    + " bytes; the path of a unix socket has at most " + Kind.MAX_SOCKET_IN_BYTES);
        }
    }

    private static int lengthInBytes(Path socket) {
        return socket.toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
