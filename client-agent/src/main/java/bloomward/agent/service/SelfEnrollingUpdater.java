package bloomward.agent.service;

import bloomward.agent.config.Config;
import bloomward.agent.store.Store;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.EnrollmentOutcome;
import bloomward.agent.update.RootPin;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.Updater;
import bloomward.format.FormatException;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/// A poll, and before the first one the enrolment that the configuration asks for. One thread.
final class SelfEnrollingUpdater {

    private final Store store;
    private final Updater updater;
    private final Enrollment enrollment;
    private final Optional<URI> server;
    private final Optional<String> root;
    private final Log log;

    SelfEnrollingUpdater(Store store, Updater updater, Enrollment enrollment, Config config, Log log) {
        this.store = store;
        this.updater = updater;
        this.enrollment = enrollment;
        this.server = config.server();
        this.root = config.root();
        this.log = log;
    }

    /// Polls once. Every failure is an outcome.
    UpdateOutcome poll() {
        if (server.isPresent() && root.isPresent()) {
            try {
                if (store.state().isEmpty()) {
                    Optional<UpdateOutcome> failed = enroll(server.get(), RootPin.read(root.get()));
                    if (failed.isPresent()) {
                        return failed.get();
                    }
                }
            } catch (IOException | FormatException e) {
                return new Failed(Failure.LOCAL, String.valueOf(e.getMessage()), Optional.empty());
            }
        }
        return updater.poll();
    }

    private Optional<UpdateOutcome> enroll(URI at, RootPin pin) {
        return switch (enrollment.enroll(at, pin, false)) {
            case EnrollmentOutcome.Enrolled enrolled -> {
                log.info("enrolled at " + enrolled.server() + ", " + enrolled.root().origin() + ", root "
                        + enrolled.root().version());
                yield Optional.empty();
            }
            case EnrollmentOutcome.OtherTrusted _ -> Optional.empty(); // another program was faster
            case EnrollmentOutcome.NotEnrolled(Failure failure, String message) ->
                Optional.of(new Failed(failure, "not enrolled: " + message, Optional.empty()));
        };
    }
}
