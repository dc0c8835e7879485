package bloomward.server.draft;

import bloomward.server.draft.ImportResult.Sample;
import java.util.List;

/// A body that is no list, damaged, of unknown format, mostly unreadable, or beyond a limit. The draft is as it was.
public final class UnreadableListException extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean isBeyondLimits;
    private final transient List<Sample> samples;

    UnreadableListException(String message, List<Sample> samples) {
        this(message, false, samples);
    }

    private UnreadableListException(String message, boolean isBeyondLimits, List<Sample> samples) {
        super(message);
        this.isBeyondLimits = isBeyondLimits;
        this.samples = List.copyOf(samples);
    }

    /// A body that would cost more than a list may.
    static UnreadableListException beyondLimits(String message, List<Sample> samples) {
        return new UnreadableListException(message, true, samples);
    }

    /// Whether it would cost more than a list may; it may well be a list.
    public boolean isBeyondLimits() {
        return isBeyondLimits;
    }

    /// Some of the lines that could not be read, or that guards hold.
    public List<Sample> samples() {
        return samples;
    }
}
