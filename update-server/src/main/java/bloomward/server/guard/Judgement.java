package bloomward.server.guard;

import bloomward.server.guard.HoldReason.Release;
import java.util.EnumSet;
import java.util.Set;

/// What the guards say of an entry or a feed. A detail names what was found, as text for a person.
public sealed interface Judgement {

    /// Nothing was found.
    record Passed() implements Judgement {}

    /// It passes, and is shown.
    record Warned(HoldReason reason, String detail) implements Judgement {

        public Warned {
            require(reason, EnumSet.of(Release.NOT_NEEDED));
        }
    }

    /// It waits for the person that [HoldReason#release] says.
    record Held(HoldReason reason, String detail) implements Judgement {

        public Held {
            require(reason, EnumSet.of(Release.ONE_PERSON, Release.SECOND_PERSON));
        }

        /// Whether a person other than the one who brought it in must agree.
        public boolean needsSecondPerson() {
            return reason.release() == Release.SECOND_PERSON;
        }
    }

    /// Nobody can let it pass.
    record Refused(HoldReason reason, String detail) implements Judgement {

        public Refused {
            require(reason, EnumSet.of(Release.NEVER));
        }
    }

    /// The judgement that a reason leads to.
    static Judgement of(HoldReason reason, String detail) {
        return switch (reason.release()) {
            case NOT_NEEDED -> new Warned(reason, detail);
            case ONE_PERSON, SECOND_PERSON -> new Held(reason, detail);
            case NEVER -> new Refused(reason, detail);
        };
    }

    private static void require(HoldReason reason, Set<Release> possible) {
        if (!possible.contains(reason.release())) {
            throw new IllegalArgumentException(reason + " leads to another judgement");
        }
    }
}
