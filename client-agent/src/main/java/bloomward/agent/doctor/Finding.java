package bloomward.agent.doctor;

import java.util.List;

/// The result of one examination.
///
/// @param check name of the examined part, in one word
/// @param outcome state of the examined part
/// @param message the observation, for a person
/// @param advice the remedy; empty if nothing needs to be done
public record Finding(String check, Outcome outcome, String message, String advice) {

    /// The state of an examined part.
    public enum Outcome {
        /// In order.
        OK,
        /// Protects, but not as well as it could, or not for long.
        WARNING,
        /// Does not protect.
        PROBLEM,
        /// Could not be examined.
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

    /// The worst outcome of several: a problem, then unknown, then a warning.
    public static Outcome worst(List<Finding> findings) {
        for (Outcome outcome : List.of(Outcome.PROBLEM, Outcome.UNKNOWN, Outcome.WARNING)) {
            if (findings.stream().anyMatch(finding -> finding.outcome() == outcome)) {
                return outcome;
            }
        }
        return Outcome.OK;
    }
}
