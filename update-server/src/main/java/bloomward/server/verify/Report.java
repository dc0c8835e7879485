package bloomward.server.verify;

import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a verification found.
///
/// @param sequence of the publication that was verified, 0 where there is none
/// @param checks in the order in which they were made
public record Report(String folder, long sequence, List<Check> checks) {

    /// How one check ended.
    public enum State {
        OK,
        /// Worth knowing, and nothing is broken: something has expired, or is not finished.
        REMARK,
        /// Could not be looked at here.
        SKIPPED, PROBLEM
    }

    /// One thing that was looked at.
    ///
    /// @param subject what
    /// @param detail how much of it was in order, or what is wrong
    public record Check(String subject, State state, String detail) {}

    public Report {
        checks = List.copyOf(checks);
    }

    /// Whether nothing is broken.
    public boolean isSound() {
        return problems().isEmpty();
    }

    public List<Check> problems() {
        return checks.stream().filter(check -> check.state() == State.PROBLEM).toList();
    }

    /// For people, a line for each check.
    public String toText() {
        StringBuilder text = new StringBuilder();
        for (Check check : checks) {
            text.append("%-8s %s: %s%n".formatted(check.state().name().toLowerCase(Locale.ROOT), check.subject(),
                    check.detail()));
        }
        return text.toString();
    }

    /// Collects checks.
    static final class Findings {

        private final List<Check> checks = new ArrayList<>();

        void ok(String subject, String detail) {
            checks.add(new Check(subject, State.OK, detail));
        }

        void remark(String subject, String detail) {
            checks.add(new Check(subject, State.REMARK, detail));
        }

        void skipped(String subject, String why) {
            checks.add(new Check(subject, State.SKIPPED, why));
        }

        void problem(String subject, String what) {
            checks.add(new Check(subject, State.PROBLEM, what));
        }

        /// Says what is wrong with a file.
        void problem(String subject, Exception e) {
            problem(subject,
                    e instanceof NoSuchFileException ? "not there: " + e.getMessage() : String.valueOf(e.getMessage()));
        }

        Report report(String folder, long sequence) {
            return new Report(folder, sequence, checks);
        }
    }
}
