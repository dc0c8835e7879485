package bloomward.agent.doctor;

import bloomward.agent.config.Config;
import bloomward.agent.store.Store;
import bloomward.agent.store.TrustedState;
import bloomward.agent.update.Contradiction;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.EnrollmentOutcome;
import bloomward.agent.update.RootPin;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.FormatException;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/// Examines whether the agent trusts the publication that its settings name.
final class PublicationExam {

    private static final String PUBLICATION = "publication";

    private final Store store;
    private final Config config;
    private final Instruments instruments;

    PublicationExam(Store store, Config config, Instruments instruments) {
        this.store = store;
        this.config = config;
        this.instruments = instruments;
    }

    /// @return empty if the settings name none, or no server answers, which is another finding
    Optional<Finding> finding(TrustedState state) {
        return config.root().flatMap(root -> compare(root, config.server().orElse(state.server()), state));
    }

    private Optional<Finding> compare(String root, URI at, TrustedState state) {
        EnrollmentOutcome outcome;
        try {
            outcome = new Enrollment(instruments.transport().open(), store).compare(at, RootPin.read(root));
        } catch (IOException | FormatException | IllegalArgumentException e) {
            return Optional.of(Finding.warning(PUBLICATION, "the setting root cannot be compared: " + e.getMessage(),
                    "correct the setting root"));
        }
        return switch (outcome) {
            case EnrollmentOutcome.Enrolled _ ->
                Optional.of(Finding.ok(PUBLICATION, state.root().origin() + ", the one that the settings name"));
            case EnrollmentOutcome.OtherTrusted _ -> problem(Contradiction.other(at, root, state));
            case EnrollmentOutcome.NotEnrolled(Failure failure, String why) when failure == Failure.REFUSED ->
                problem(Contradiction.unverified(at, root, state, why));
            case EnrollmentOutcome.NotEnrolled _ -> Optional.empty();
        };
    }

    private static Optional<Finding> problem(Contradiction found) {
        return Optional.of(Finding.problem(PUBLICATION, found.problem(), found.remedy()));
    }
}
