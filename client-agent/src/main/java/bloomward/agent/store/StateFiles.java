package bloomward.agent.store;

import bloomward.agent.store.LoadedSet.Damage;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.io.DurableFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// The state file and its copy: one of them is enough.
///
/// Both are written whole, the copy after the other is durable. So after a crash the copy may be one state behind, and
/// nothing else. What a newer program wrote is neither used nor written over, also where it is damaged.
///
/// What was verified last is remembered by its digest: the same bytes need not be verified again by the same process, and
/// that costs more than all else of a poll that finds nothing newer. Safe for all threads.
final class StateFiles {

    private final StoreFolder folder;
    private final AtomicReference<Optional<Content.Whole>> verified = new AtomicReference<>(Optional.empty());

    StateFiles(StoreFolder folder) {
        this.folder = folder;
    }

    /// What there is.
    ///
    /// @param trusted what counts
    /// @param digest of the file that says so
    /// @param damages of the other file
    /// @param isTwice whether both files say the same
    record Found(TrustedState trusted, Digest digest, List<Damage> damages, boolean isTwice) {}

    /// What one file turned out to be.
    private sealed interface Content {

        record Whole(TrustedState trusted, Digest digest) implements Content {}

        record Newer(long format, boolean isWhole) implements Content {}

        record Broken(FormatException why) implements Content {}

        record Unreadable(IOException why) implements Content {}
    }

    /// @return empty if there is no state at all
    /// @throws FormatException TOO_NEW if a newer program wrote it; another reason if neither file can be used
    Optional<Found> read() throws IOException, FormatException {
        Content state = content(folder.state());
        Content copy = content(folder.copyOfState());
        requireNotNewer(state, copy);
        if (state instanceof Content.Whole(TrustedState trusted, Digest digest)) {
            List<Damage> damages = damages("copy of the state file", copy, digest,
                    "nothing stands in for the state file until the next update");
            boolean isTwice = copy instanceof Content.Whole other && other.digest().equals(digest);
            return Optional.of(new Found(trusted, digest, damages, isTwice));
        }
        if (copy instanceof Content.Whole(TrustedState trusted, Digest digest)) {
            List<Damage> damages = damages("state file", state, digest, "its copy is used until the next update");
            return Optional.of(new Found(trusted, digest, damages, false));
        }
        if (isAbsent(state) && isAbsent(copy)) {
            return Optional.empty();
        }
        throw unusable(state, copy);
    }

    /// Refuses to have anything written where a newer program has.
    void requireNotNewer() throws FormatException {
        Content state = content(folder.state());
        requireNotNewer(state, content(folder.copyOfState()));
    }

    /// Makes this the state, in both files.
    ///
    /// @return the same state as it will be read
    /// @throws IllegalArgumentException if it could not be read again
    /// @throws IOException then the state is the one before or this one
    TrustedState write(StoreState state) throws IOException {
        byte[] bytes = StateText.of(state);
        Content content = content(bytes);
        if (!(content instanceof Content.Whole(TrustedState trusted, Digest _))) {
            throw new IllegalArgumentException("no state that can be read again: " + problem(content));
        }
        DurableFiles.write(folder.state(), bytes, folder.forFiles());
        DurableFiles.write(folder.copyOfState(), bytes, folder.forFiles());
        return trusted;
    }

    private Content content(Path file) {
        try {
            return content(bytes(file));
        } catch (IOException e) {
            return new Content.Unreadable(e);
        }
    }

    private byte[] bytes(Path file) throws IOException {
        try (FileChannel channel = folder.open(file, StandardOpenOption.READ);
                InputStream in = Channels.newInputStream(channel)) {
            return in.readNBytes(StateText.MAX_SIZE_IN_BYTES + 1);
        }
    }

    private Content content(byte[] bytes) {
        Digest digest = Digest.of(bytes);
        Optional<Content.Whole> known = verified.get().filter(whole -> whole.digest().equals(digest));
        if (known.isPresent()) {
            return known.get();
        }
        long format = StateText.format(bytes);
        if (format > StateText.FORMAT) {
            return new Content.Newer(format, StateText.isWhole(bytes));
        }
        try {
            Content.Whole whole = new Content.Whole(TrustedState.of(StateText.parse(bytes)), digest);
            verified.set(Optional.of(whole));
            return whole;
        } catch (FormatException e) {
            return new Content.Broken(e);
        }
    }

    /// A whole file of a newer format counts always; one that is not whole may be an older one of which a byte is wrong, and
    /// counts if there is nothing better.
    private void requireNotNewer(Content state, Content copy) throws FormatException {
        boolean isUsable = state instanceof Content.Whole || copy instanceof Content.Whole;
        for (Content content : List.of(state, copy)) {
            if (content instanceof Content.Newer(long format, boolean isWhole) && (isWhole || !isUsable)) {
                throw new FormatException(Reason.TOO_NEW,
                        "store in " + folder.path() + ": format " + format
                                + ", made by a newer version of this program; this one reads format " + StateText.FORMAT
                                + " and leaves it unchanged");
            }
        }
    }

    private static boolean isAbsent(Content content) {
        return content instanceof Content.Unreadable(IOException why) && why instanceof NoSuchFileException;
    }

    private static List<Damage> damages(String what, Content content, Digest expected, String consequence) {
        return content instanceof Content.Whole
                ? List.of()
                : List.of(new Damage(what, expected, problem(content), consequence));
    }

    private static String problem(Content content) {
        return switch (content) {
            case Content.Whole _ -> "whole";
            case Content.Newer(long format, boolean _) -> "format " + format + ", or damaged";
            case Content.Broken(FormatException why) -> String.valueOf(why.getMessage());
            case Content.Unreadable(IOException why) -> isAbsent(content) ? "not there" : "cannot be read: " + why;
        };
    }

    private FormatException unusable(Content state, Content copy) throws IOException {
        List<Content> both = List.of(state, copy);
        String message = "store in " + folder.path() + ": neither state file can be used; state: " + problem(state)
                + "; state.copy: " + problem(copy);
        List<Reason> reasons = new ArrayList<>();
        for (Content content : both) {
            switch (content) {
                case Content.Unreadable(IOException why) when !isAbsent(content) -> throw new IOException(message, why);
                case Content.Broken(FormatException why) -> reasons.add(why.reason());
                case Content.Unreadable _,Content.Newer _,Content.Whole _ -> {
                    // says nothing of what is wrong with the other one
                }
            }
        }
        return new FormatException(reasons.isEmpty() ? Reason.MALFORMED : reasons.getFirst(), message);
    }
}
