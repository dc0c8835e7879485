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
/// nothing else. A file that a newer program wrote is neither used nor
/// overwritten, even if it is damaged.
///
/// The last verified bytes are remembered by their digest and not verified again by the same process: that would cost more
/// than the rest of a poll that finds nothing newer. Safe for all threads.
final class StateFiles {

    private final StoreFolder folder;
    private final AtomicReference<Optional<StateFile.Whole>> verified = new AtomicReference<>(Optional.empty());

    StateFiles(StoreFolder folder) {
        this.folder = folder;
    }

    /// The state that counts, and the condition of its two files.
    ///
    /// @param trusted what counts
    /// @param digest of the file that says so
    /// @param damages of the other file
    /// @param isTwice whether both files say the same
    record Found(TrustedState trusted, Digest digest, List<Damage> damages, boolean isTwice) {}

    /// The condition of one file.
    private sealed interface StateFile {

        record Whole(TrustedState trusted, Digest digest) implements StateFile {}

        record Newer(long format, boolean isWhole) implements StateFile {}

        record Broken(FormatException why) implements StateFile {}

        record Unreadable(IOException why) implements StateFile {}
    }

    /// @return empty if there is no state at all
    /// @throws FormatException TOO_NEW if a newer program wrote it; another reason if neither file can be used
    Optional<Found> read() throws IOException, FormatException {
        StateFile state = content(folder.state());
        StateFile copy = content(folder.copyOfState());
        requireNotNewer(state, copy);
        if (state instanceof StateFile.Whole(TrustedState trusted, Digest digest)) {
            List<Damage> damages = damages("copy of the state file", copy, digest,
                    "nothing stands in for the state file until the next update");
            boolean isTwice = copy instanceof StateFile.Whole other && other.digest().equals(digest);
            return Optional.of(new Found(trusted, digest, damages, isTwice));
        }
        if (copy instanceof StateFile.Whole(TrustedState trusted, Digest digest)) {
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
        StateFile state = content(folder.state());
        requireNotNewer(state, content(folder.copyOfState()));
    }

    /// Makes this the state, in both files.
    ///
    /// @return the same state as it will be read
    /// @throws IllegalArgumentException if it could not be read again
    /// @throws IOException then the state is the one before or this one
    TrustedState write(StoreState state) throws IOException {
        byte[] bytes = StateText.of(state);
        StateFile content = content(bytes);
        if (!(content instanceof StateFile.Whole(TrustedState trusted, Digest _))) {
            throw new IllegalArgumentException("no state that can be read again: " + problem(content));
        }
        DurableFiles.write(folder.state(), bytes, folder.forFiles());
        DurableFiles.write(folder.copyOfState(), bytes, folder.forFiles());
        return trusted;
    }

    private StateFile content(Path file) {
        try {
            return content(bytes(file));
        } catch (IOException e) {
            return new StateFile.Unreadable(e);
        }
    }

    private byte[] bytes(Path file) throws IOException {
        try (FileChannel channel = folder.open(file, StandardOpenOption.READ);
                InputStream in = Channels.newInputStream(channel)) {
            return in.readNBytes(StateText.MAX_SIZE_IN_BYTES + 1);
        }
    }

    private StateFile content(byte[] bytes) {
        Digest digest = Digest.of(bytes);
        Optional<StateFile.Whole> known = verified.get().filter(whole -> whole.digest().equals(digest));
        if (known.isPresent()) {
            return known.get();
        }
        long format = StateText.format(bytes);
        if (format > StateText.FORMAT) {
            return new StateFile.Newer(format, StateText.isWhole(bytes));
        }
        try {
            StateFile.Whole whole = new StateFile.Whole(TrustedState.of(StateText.parse(bytes)), digest);
            verified.set(Optional.of(whole));
            return whole;
        } catch (FormatException e) {
            return new StateFile.Broken(e);
        }
    }

    /// A whole file of a newer format counts always; one that is not whole may be an older one of which a byte is wrong, and
    /// counts if there is nothing better.
    private void requireNotNewer(StateFile state, StateFile copy) throws FormatException {
        boolean isUsable = state instanceof StateFile.Whole || copy instanceof StateFile.Whole;
        for (StateFile content : List.of(state, copy)) {
            if (content instanceof StateFile.Newer(long format, boolean isWhole) && (isWhole || !isUsable)) {
                throw new FormatException(Reason.TOO_NEW,
                        "store in " + folder.path() + ": format " + format
                                + ", made by a newer version of this program; this one reads format " + StateText.FORMAT
                                + " and leaves it unchanged");
            }
        }
    }

    private static boolean isAbsent(StateFile content) {
        return content instanceof StateFile.Unreadable(IOException why) && why instanceof NoSuchFileException;
    }

    private static List<Damage> damages(String what, StateFile content, Digest expected, String consequence) {
        return content instanceof StateFile.Whole
                ? List.of()
                : List.of(new Damage(what, expected, problem(content), consequence));
    }

    private static String problem(StateFile content) {
        return switch (content) {
            case StateFile.Whole _ -> "whole";
            case StateFile.Newer(long format, boolean _) -> "format " + format + ", or damaged";
            case StateFile.Broken(FormatException why) -> String.valueOf(why.getMessage());
            case StateFile.Unreadable(IOException why) -> isAbsent(content) ? "not there" : "cannot be read: " + why;
        };
    }

    private FormatException unusable(StateFile state, StateFile copy) throws IOException {
        List<StateFile> both = List.of(state, copy);
        String message = "store in " + folder.path() + ": neither state file can be used; state: " + problem(state)
                + "; state.copy: " + problem(copy);
        List<Reason> reasons = new ArrayList<>();
        for (StateFile content : both) {
            switch (content) {
                case StateFile.Unreadable(IOException why) when !isAbsent(content) ->
                    throw new IOException(message, why);
                case StateFile.Broken(FormatException why) -> reasons.add(why.reason());
                case StateFile.Unreadable _,StateFile.Newer _,StateFile.Whole _ -> {
                    // says nothing of what is wrong with the other one
                }
            }
        }
        return new FormatException(reasons.isEmpty() ? Reason.MALFORMED : reasons.getFirst(), message);
    }
}
