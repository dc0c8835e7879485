package bloomward.agent.service;

import bloomward.agent.config.Config;
import bloomward.agent.store.Store;
import bloomward.agent.store.TrustedState;
import bloomward.agent.update.Contradiction;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.EnrollmentOutcome;
import bloomward.agent.update.RootPin;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.Updater;
import bloomward.format.FormatException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/// A poll, and before the first one the enrolment that the configuration asks for. One thread, unless a method says
/// otherwise.
///
/// An enrolled agent takes over a new address of its publication, but never another publication: a new root is trusted by a
/// command only, and until then the lists in use go on protecting.
final class SelfEnrollingUpdater {

    private final Store store;
    private final Updater updater;
    private final Enrollment enrollment;
    private final Optional<URI> server;
    private final Optional<String> root;
    private final Log log;
    /// The trusted root with which the settings were compared, with a result that is final.
    private Optional<SignedNote> compared = Optional.empty();
    private volatile Optional<String> contradiction = Optional.empty();

    SelfEnrollingUpdater(Store store, Updater updater, Enrollment enrollment, Config config, Log log) {
        this.store = store;
        this.updater = updater;
        this.enrollment = enrollment;
        this.server = config.server().map(Enrollment::base);
        this.root = config.root();
        this.log = log;
    }

    /// Polls once. Every failure is an outcome.
    UpdateOutcome poll() {
        try {
            Optional<TrustedState> state = root.isPresent() ? store.state() : Optional.empty();
            if (root.isPresent() && state.isPresent()) {
                compare(root.get(), state.get());
            } else if (root.isPresent() && state.isEmpty() && server.isPresent()) {
                Optional<UpdateOutcome> failed = enroll(server.get(), RootPin.read(root.get()));
                if (failed.isPresent()) {
                    return failed.get();
                }
            }
        } catch (IOException | FormatException e) {
            return new Failed(Failure.LOCAL, String.valueOf(e.getMessage()), Optional.empty());
        }
        return updater.poll(preferred());
    }

    /// The addresses to ask before those of the publication. Safe for all threads.
    List<URI> preferred() {
        return contradiction.isPresent() ? List.of() : server.stream().toList();
    }

    /// A contradiction between the settings and the publication that is trusted, with its remedy. Safe for all threads.
    Optional<String> contradiction() {
        return contradiction;
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

    /// Compares the settings with the trusted publication. A failure does not keep the agent from polling; the next poll tries
    /// again.
    private void compare(String named, TrustedState there) {
        SignedNote trusted = there.written().root();
        if (compared.equals(Optional.of(trusted))) {
            return;
        }
        RootPin pin;
        try {
            pin = RootPin.read(named);
        } catch (IOException | FormatException e) {
            log.warn("the setting root is of no use: " + e.getMessage());
            compared = Optional.of(trusted);
            return;
        }
        URI at = server.orElse(there.server());
        if (at.equals(there.server()) && pin.names(trusted)) {
            agree(trusted);
            return;
        }
        switch (enrollment.enroll(at, pin, false)) {
            case EnrollmentOutcome.Enrolled(Root _, URI now, boolean _) -> {
                agree(trusted);
                if (!now.equals(there.server())) {
                    log.info("moved from " + there.server() + " to " + now + ", as the settings say");
                }
            }
            case EnrollmentOutcome.OtherTrusted _ -> {
                compared = Optional.of(trusted);
                contradict(Contradiction.other(at, named, there));
            }
            case EnrollmentOutcome.NotEnrolled(Failure failure, String message) when failure == Failure.REFUSED ->
                contradict(Contradiction.unverified(at, named, there, message));
            case EnrollmentOutcome.NotEnrolled(Failure _, String message) ->
                log.debug("the settings were not compared with the publication: " + message);
        }
    }

    private void agree(SignedNote trusted) {
        compared = Optional.of(trusted);
        contradiction = Optional.empty();
    }

    private void contradict(Contradiction found) {
        String words = found.problem() + "; to change it: " + found.remedy();
        if (!contradiction.equals(Optional.of(words))) {
            contradiction = Optional.of(words);
            log.error(words);
        }
    }
}
