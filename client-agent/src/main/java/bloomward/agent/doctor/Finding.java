package bloomward.agent.doctor;

import java.util.List;

/// What came of one examination.
///
/// @param check what was examined, in one word
/// @param outcome how it is
/// @param message what was seen, for a person
/// @param advice what helps; empty if nothing needs to be done
public record Finding(String check, Outcome outcome, String message, String advice) {

    /// How it is.
    public enum Outcome {
        /// As it should be.
        OK,
        /// It protects, but not as well as it could, or not for long.
        WARNING,
        /// It does not protect.
        PROBLEM,
        /// It could not be examined.
        UNKNOWN
    }

    static Finding ok(String check, String message) {
        return new Finding(check, Outcome.OK, message, "");
    }

    static Finding warning(String check, String message, String advice) {
        return new Finding(check, Outcome.WARNING, message, advice);
    }

    static Finding problem(String check, String message, String advice) {
        return new Finding(check, Outcome.PROBLEM, message, advice);
    }

    static Finding unknown(String check, String message, String advice) {
        return new Finding(check, Outcome.UNKNOWN, message, advice);
    }

    /// The worst of several: a problem, then what could not be examined, then a warning.
    public static Outcome worst(List<Finding> findings) {
        for (Outcome outcome : List.of(Outcome.PROBLEM, Outcome.UNKNOWN, Outcome.WARNING)) {
            if (findings.stream().anyMatch(finding -> finding.outcome() == outcome)) {
                return outcome;
            }
        }
        return Outcome.OK;
    }
}
