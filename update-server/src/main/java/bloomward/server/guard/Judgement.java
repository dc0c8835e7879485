package bloomward.server.guard;

import bloomward.server.guard.HoldReason.Release;
import java.util.EnumSet;
import java.util.Set;

/// The guards' judgement on an entry or a feed. A detail names the finding, as text for people.
public sealed interface Judgement {

    /// No finding.
    record Passed() implements Judgement {}

    /// Passed with a warning.
    record Warned(HoldReason reason, String detail) implements Judgement {

        public Warned {
            require(reason, EnumSet.of(Release.NOT_NEEDED));
        }
    }

    /// Held for the approval given by [HoldReason#release].
    record Held(HoldReason reason, String detail) implements Judgement {

        public Held {
            require(reason, EnumSet.of(Release.ONE_PERSON, Release.SECOND_PERSON));
        }

        /// Whether a person other than the one who proposed it must agree.
        public boolean needsSecondPerson() {
            return reason.release() == Release.SECOND_PERSON;
        }
    }

    /// Rejected, without a possible release.
    record Rejected(HoldReason reason, String detail) implements Judgement {

        public Rejected {
            require(reason, EnumSet.of(Release.NEVER));
        }
    }

    /// The judgement for a reason.
    static Judgement of(HoldReason reason, String detail) {
        return switch (reason.release()) {
            case NOT_NEEDED -> new Warned(reason, detail);
            case ONE_PERSON, SECOND_PERSON -> new Held(reason, detail);
            case NEVER -> new Rejected(reason, detail);
        };
    }

    private static void require(HoldReason reason, Set<Release> possible) {
        if (!possible.contains(reason.release())) {
            throw new IllegalArgumentException(reason + " leads to another judgement");
        }
    }
}
