package bloomward.server.verify;

import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The report of a verification.
///
/// @param sequence of the verified publication, 0 if there is none
/// @param checks in the order of execution
public record Report(String folder, long sequence, List<Check> checks) {

    /// The outcome of a check.
    public enum State {
        OK,
        /// A remark; nothing is broken, but something has expired or is unfinished.
        REMARK,
        /// Not possible here.
        SKIPPED, PROBLEM
    }

    /// One check.
    ///
    /// @param subject the checked object
    /// @param detail the amount in order, or the fault
    public record Check(String subject, State state, String detail) {}

    public Report {
        checks = List.copyOf(checks);
    }

    /// Whether no check failed.
    public boolean isSound() {
        return problems().isEmpty();
    }

    public List<Check> problems() {
        return checks.stream().filter(check -> check.state() == State.PROBLEM).toList();
    }

    /// The report as text, with a line for each check.
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

        /// Adds a problem.
        void problem(String subject, Exception e) {
            problem(subject,
                    e instanceof NoSuchFileException ? "missing: " + e.getMessage() : String.valueOf(e.getMessage()));
        }

        Report report(String folder, long sequence) {
            return new Report(folder, sequence, checks);
        }
    }
}
