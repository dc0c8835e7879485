package bloomward.agent.cli.check;

import bloomward.agent.check.Verdict;
import java.io.Flushable;
import java.io.IOException;

/// A writer of results in one format. One thread. Flushing writes out the collected results.
public interface Results extends Flushable {

    /// Writes the part before the first result.
    void begin() throws IOException;

    /// Writes a result.
    ///
    /// @param bytes holds the input as it was given, in `length` bytes from `offset` on
    /// @param judge gave the verdict, and knows more about it
    void add(byte[] bytes, int offset, int length, Verdict verdict, Judge judge) throws IOException;

    /// Writes the part after the last result; called only on success, so that a truncated output does not look
    /// complete.
    void end() throws IOException;
}
