package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// How long the path of a unix socket can be: the kernel keeps it in 108 bytes, the last of them zero.
final class SocketPath {

    private SocketPath() {}

    static void requireFits(Path socket) throws SettingException {
        int length = lengthInBytes(socket);
        if (length > Kind.MAX_SOCKET_IN_BYTES) {
            throw new SettingException("'" + socket + "' has " + length
                    + " bytes, and the path of a unix socket at most " + Kind.MAX_SOCKET_IN_BYTES);
        }
    }

    private static int lengthInBytes(Path socket) {
        return socket.toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
