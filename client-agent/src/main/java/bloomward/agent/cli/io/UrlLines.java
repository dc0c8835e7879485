package bloomward.agent.cli.io;

import java.io.Flushable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;

/// The URLs of arguments, then of several streams, one after another. Lines of blanks are skipped: they separate, and mean no URL.
final class UrlLines extends Inputs {

    private final List<InputStream> streams;
    private final byte separator;
    private final Flushable answers;
    private final Iterator<InputStream> rest;
    private Inputs current;
    private boolean isArgument = true;

    /// @param first given as arguments
    /// @param separator a NUL ends raw bytes, of which none are skipped
    UrlLines(List<String> first, List<InputStream> streams, byte separator, Flushable answers) {
        this.streams = List.copyOf(streams);
        this.separator = separator;
        this.answers = answers;
        this.rest = this.streams.iterator();
        this.current = Inputs.of(first);
    }

    @Override
    public boolean next() throws IOException {
        while (true) {
            if (!current.next()) {
                if (!rest.hasNext()) {
                    return false;
                }
                current = Inputs.lines(rest.next(), separator, answers);
                isArgument = false;
            } else if (isArgument || separator == 0 || !isBlank()) {
                buffer = current.buffer;
                start = current.start;
                length = current.length;
                return true;
            }
        }
    }

    private boolean isBlank() {
        for (int at = current.start; at < current.start + current.length; at++) {
            if (current.buffer[at] != ' ' && current.buffer[at] != '\t') {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        for (InputStream stream : streams) {
            stream.close();
        }
    }
}
