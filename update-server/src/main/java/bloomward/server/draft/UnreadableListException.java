package bloomward.server.draft;

import bloomward.server.draft.ImportResult.Sample;
import java.util.List;

/// A body that is no list, damaged, of unknown format, or mostly unreadable. The draft is as it was.
public final class UnreadableListException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient List<Sample> samples;

    UnreadableListException(String message, List<Sample> samples) {
        super(message);
        this.samples = List.copyOf(samples);
    }

    /// Some of the lines that could not be read.
    public List<Sample> samples() {
        return samples;
    }
}
