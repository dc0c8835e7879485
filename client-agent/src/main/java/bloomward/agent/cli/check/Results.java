package bloomward.agent.cli.check;

import java.io.Flushable;
import java.io.IOException;

/// Where results go, in one form. One thread. To flush writes out what is there.
public interface Results extends Flushable {

    /// What stands before the first result.
    void begin() throws IOException;

    /// A result.
    ///
    /// @param bytes has the input as it was given in `length` bytes from `offset` on
    void add(byte[] bytes, int offset, int length, CheckResult result) throws IOException;

    /// What stands behind the last result; written only if nothing went wrong, so that what was cut does not look whole.
    void end() throws IOException;
}
