package bloomward.agent.cli.check;

import java.io.IOException;
import java.util.Optional;

/// Judges one URL after another: by lists that are mapped here, or by asking an agent. One thread.
public interface Judge extends AutoCloseable {

    /// Judges the URL in `length` bytes from `offset` on.
    ///
    /// @return holds until the next call
    CheckResult judge(byte[] bytes, int offset, int length) throws IOException;

    /// A judge by the same lists for another thread; empty if there is none.
    default Optional<Judge> another() {
        return Optional.empty();
    }

    @Override
    void close() throws IOException;
}
