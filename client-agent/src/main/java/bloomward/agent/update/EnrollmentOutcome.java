package bloomward.agent.update;

import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.release.Root;
import java.net.URI;

/// The outcome of an enrolment.
public sealed interface EnrollmentOutcome {

    /// The agent trusts this publication.
    ///
    /// @param root the newest root
    /// @param server where it was enrolled
    /// @param wasEnrolled whether it trusted it before, and keeps what it has of it
    record Enrolled(Root root, URI server, boolean wasEnrolled) implements EnrollmentOutcome {}

    /// Nothing was changed, as the agent trusts another publication, or another root that does not lead to this one.
    ///
    /// @param root the newest that it trusts
    /// @param server where it was enrolled
    record OtherTrusted(Root root, URI server) implements EnrollmentOutcome {}

    /// Nothing was changed.
    ///
    /// @param failure why
    /// @param message for a person
    record NotEnrolled(Failure failure, String message) implements EnrollmentOutcome {}
}
