package bloomward.agent.service;

import bloomward.program.text.Printable;
import java.io.PrintStream;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;

/// The agent's log: a line for a fact, on the error stream. No line ever has a URL that was checked. Safe for all threads.
public final class Log {

    private final PrintStream err;
    private final Clock clock;
    private final Level least;
    private final boolean journal;

    /// The importance of a line, the least last.
    public enum Level {
        ERROR(3), WARN(4), INFO(6), DEBUG(7);

        /// Its name in the journal.
        private final int priority;

        Level(int priority) {
            this.priority = priority;
        }

        /// The level of that name, as a setting has it.
        public static Level named(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    /// @param least what matters less is not written
    /// @param environment says whether the stream goes to systemd's journal, which takes its levels as `<6>` and has a
    ///     clock of its own
    public Log(PrintStream err, Clock clock, Level least, Map<String, String> environment) {
        this.err = err;
        this.clock = clock;
        this.least = least;
        this.journal = environment.containsKey("JOURNAL_STREAM");
    }

    void error(String message) {
        write(Level.ERROR, message);
    }

    void warn(String message) {
        write(Level.WARN, message);
    }

    void info(String message) {
        write(Level.INFO, message);
    }

    void debug(String message) {
        write(Level.DEBUG, message);
    }

    /// A fault of this program: what and where, but not its message, which may have a URL in it.
    void fault(String during, Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        error("a fault of this program " + during + ": " + e.getClass().getName()
                + (trace.length == 0 ? "" : " at " + trace[0]));
    }

    private void write(Level level, String message) {
        if (level.compareTo(least) <= 0) {
            String line = Printable.of(message);
            err.println(journal
                    ? "<" + level.priority + ">" + line
                    : clock.instant().truncatedTo(ChronoUnit.SECONDS) + " " + level.name().toLowerCase(Locale.ROOT)
                            + " " + line);
        }
    }
}
