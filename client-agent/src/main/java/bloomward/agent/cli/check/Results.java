package bloomward.agent.cli.check;

import java.io.ByteArrayOutputStream;
import java.io.Flushable;
import java.io.IOException;

/// Writes results in one form. One thread. A flush writes out all results so far.
public interface Results extends Flushable {

    /// Writes the text before the first result.
    void begin() throws IOException;

    /// Writes a result.
    ///
    /// @param bytes has the input as it was given in `length` bytes from `offset` on
    void add(byte[] bytes, int offset, int length, CheckResult result) throws IOException;

    /// Writes results that were written in the same form already, beginning with a whole one.
    void addLines(ByteArrayOutputStream written) throws IOException;

    /// Writes the text after the last result, only if nothing went wrong, so that an output that was cut short does not look
    /// whole.
    void end() throws IOException;
}
