package bloomward.agent.cli.io;

import bloomward.program.terminal.Io;
import java.io.PrintStream;
import java.util.Locale;

/// A progress line on a terminal, shown once a command has taken longer than a second. Elsewhere nothing is shown.
public final class Progress implements AutoCloseable {

    private static final long FIRST_AFTER_NANOS = 1_000_000_000L;
    private static final long THEN_EVERY_NANOS = 100_000_000L;
    private static final int CHECK_EVERY = 1 << 12;
    private static final int BAR_WIDTH = 30;

    private final PrintStream err;
    private final boolean shown;
    private final String what;
    private final long total;
    private long nextAt = System.nanoTime() + FIRST_AFTER_NANOS;
    private boolean drawn;

    /// @param total the final value of [#at], or 0 if unknown
    public Progress(Io io, String what, long total) {
        this.err = io.err();
        this.shown = io.errIsTerminal();
        this.what = what;
        this.total = total;
    }

    /// Records the number done. Cheap enough to be called for each one.
    public void at(long done) {
        if (shown && (done & CHECK_EVERY - 1) == 0 && System.nanoTime() - nextAt >= 0) {
            nextAt = System.nanoTime() + THEN_EVERY_NANOS;
            drawn = true;
            err.print("\r" + line(done) + "\u001b[K");
            err.flush();
        }
    }

    private String line(long done) {
        if (total <= 0) {
            return String.format(Locale.ROOT, "%s %,d", what, done);
        }
        int filled = (int) (BAR_WIDTH * Math.min(1.0, (double) done / total));
        return String.format(Locale.ROOT, "%s [%s%s] %3.0f %%", what, "#".repeat(filled),
                "-".repeat(BAR_WIDTH - filled), 100.0 * done / total);
    }

    /// Removes the line.
    @Override
    public void close() {
        if (drawn) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
