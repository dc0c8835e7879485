package bloomward.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.PagesContract;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class PagesTest {

    private static Io io() {
        return new Io(InputStream.nullInputStream(), OutputStream.nullOutputStream(), new PrintStream(OutputStream
                .nullOutputStream()), Map.of(), Optional.empty(), Clock.systemUTC(), new SecureRandom());
    }

    @Nested
    final class OfAdmin extends PagesContract {

        OfAdmin() {
            super(AdminProgram.commands(io()).getCommandSpec());
        }

        @Test
        void bashCompletes() throws Exception {
            assertThat(answer(Shell.bash, """
                    . 'SCRIPT'
                    COMP_WORDS=(bloomward-admin holds re) COMP_CWORD=2
                    _complete_bloomward-admin 2>/dev/null # where no completion runs, it cannot set its options
                    echo "${COMPREPLY[*]}"
                    """)).isEqualTo("release reject\n");
        }
    }

    @Nested
    final class OfServer extends PagesContract {

        OfServer() {
            super(ServerProgram.commands(io(), new ServerProgramTest.Recorder()).getCommandSpec());
        }
    }

    @Test
    void theCommandForItWritesIt() {
        assertThat(Run.admin("completion", "fish").out()).contains("bloomward-admin");
    }
}
