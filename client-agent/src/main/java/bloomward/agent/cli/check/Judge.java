package bloomward.agent.cli.check;

import java.io.IOException;

/// Judges one URL after another: by lists that are mapped here, or by asking an agent. One thread.
public interface Judge extends AutoCloseable {

    /// Judges the URL in `length` bytes from `offset` on.
    ///
    /// @return holds until the next call
    CheckResult judge(byte[] bytes, int offset, int length) throws IOException;

    @Override
    void close() throws IOException;
}
