package bloomward.program.terminal;

import java.io.IOException;

/// Whoever reads our output has closed it, as `head` does. No error: there is nothing left to do.
public final class OutputClosedException extends IOException {

    private static final long serialVersionUID = 1;

    OutputClosedException(IOException cause) {
        super(cause);
    }
}
