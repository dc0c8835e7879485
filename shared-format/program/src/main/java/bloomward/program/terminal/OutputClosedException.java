package bloomward.program.terminal;

import java.io.IOException;

/// Standard output was closed by its reader, as `head` does. Not an error: nothing is left to do.
public final class OutputClosedException extends IOException {

    private static final long serialVersionUID = 1;

    OutputClosedException(IOException cause) {
        super(cause);
    }
}
