package bloomward.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.door.Crowd;
import bloomward.agent.door.Door;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SocketFileTest {

    @TempDir
    private Path folder;

    private Path own;
    private Path path;

    @BeforeEach
    void name() {
        own = folder.resolve("own");
        path = own.resolve("agent.sock");
    }

    @Test
    void isForItsOwnerOnly() throws IOException {
        try (SocketFile file = SocketFile.listen(path, Access.OWNER)) {
            assertThat(mode(path)).isEqualTo("rw-------");
            assertThat(mode(own)).isEqualTo("rwx------");
            assertThat(Door.isAttended(path)).isTrue();
            assertThat(file.path()).isEqualTo(path.toRealPath());
        }
        assertThat(path).doesNotExist();
        assertThat(Door.isAttended(path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwx--x---", "rwx-----x", "rwxrwxrwx", "rwx-w----"})
    void refusesAFolderThatOthersCanEnterOrWrite(String mode) throws IOException {
        Files.createDirectory(own);
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString(mode));
        assertThatThrownBy(() -> SocketFile.listen(path, Access.OWNER)).isInstanceOf(IOException.class)
                .hasMessageContainingAll(own.toString(), "its mode is " + mode, "chmod 700");
        assertThat(path).doesNotExist();
    }

    @Test
    void looksAtTheFolderBehindALink() throws IOException {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), open);
        assertThatThrownBy(() -> SocketFile.listen(link.resolve("agent.sock"), Access.OWNER))
                .hasMessageContaining("its mode is");
    }

    @Test
    void replacesTheSocketOfADeadAgent() throws IOException {
        Files.createDirectory(own, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(path));
        }
        assertThat(path).exists();
        assertThat(Door.isAttended(path)).isFalse();
        try (SocketFile _ = SocketFile.listen(path, Access.OWNER)) {
            assertThat(Door.isAttended(path)).isTrue();
        }
    }

    @Test
    void leavesALivingAgentAlone() throws IOException {
        try (SocketFile _ = SocketFile.listen(path, Access.OWNER)) {
            assertThatThrownBy(() -> SocketFile.listen(path, Access.OWNER)).isInstanceOf(AlreadyRunningException.class)
                    .hasMessageContaining("already running");
            assertThat(Door.isAttended(path)).isTrue();
        }
    }

    @Test
    void anAgentThatIsTooBusyToAcceptIsRunning() throws IOException {
        try (Crowd crowd = Crowd.in(folder)) {
            assertThatThrownBy(() -> SocketFile.listen(crowd.path(), Access.OWNER))
                    .isInstanceOf(AlreadyRunningException.class);
        }
    }

    @Test
    void replacesNothingButSockets() throws IOException {
        SocketFile.listen(path, Access.OWNER).close();
        Files.writeString(path, "mine");
        assertThatThrownBy(() -> SocketFile.listen(path, Access.OWNER)).hasMessageContaining("no socket");
        assertThat(path).hasContent("mine");
    }

    @Test
    void leavesTheSocketOfAnotherAgentWhenItGoes() throws IOException {
        SocketFile first = SocketFile.listen(path, Access.OWNER);
        Files.delete(path);
        try (SocketFile _ = SocketFile.listen(path, Access.OWNER)) {
            first.close();
            assertThat(Door.isAttended(path)).isTrue();
        }
    }

    @Test
    void saysThatAPathIsTooLong() {
        assertThatThrownBy(() -> SocketFile.listen(folder.resolve("x".repeat(100) + "/s"), Access.OWNER))
                .hasMessageContaining("the path of a socket has at most 107");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void thatOfTheMachineIsForEveryUser() throws IOException {
        Path path = folder.resolve("machine/agent.sock");
        Path own = Files.createDirectory(path.getParent());
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (SocketFile _ = SocketFile.listen(path, Access.EVERYONE)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path))).isEqualTo("rw-rw-rw-");
        }
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxr-x"));
        assertThatThrownBy(() -> SocketFile.listen(path, Access.EVERYONE)).hasMessageContaining("at most rwxr-xr-x");
    }
}
