package bloomward.agent.store;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.FileRef;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// The one writer of a store, until closed. One thread.
public final class StoreWriter implements AutoCloseable {

    private final StoreFolder folder;
    private final StateFiles states;
    private final ComparedFiles compared;
    private final WriterLock lock;

    StoreWriter(StoreFolder folder, StateFiles states, ComparedFiles compared, WriterLock lock) {
        this.folder = folder;
        this.states = states;
        this.compared = compared;
        this.lock = lock;
    }

    /// The place to which a file with that digest is fetched, or where it is made. A file that is there was left by an
    /// earlier attempt.
    public Path partial(Digest digest) {
        lock.requireHeld();
        return folder.partial(digest);
    }

    /// Refuses a file that would leave no room, before it is fetched. A manifest that thieves have signed can name a file as
    /// large as the disk, and a full disk harms more than the lists.
    ///
    /// @param missing how many of its bytes are still to come
    /// @throws IOException if that is more than half of what is free
    public void requireRoomFor(long missing) throws IOException {
        lock.requireHeld();
        long free = folder.freeSpace();
        if (missing > free / 2) {
            throw new IOException(
                    missing + " bytes are to come, and " + free + " are free, of which half is taken at the most");
        }
    }

    /// Whether a file is kept, and has these bytes. A file that cannot be read is not, so that it is fetched and
    /// kept again.
    public boolean has(FileRef file) {
        lock.requireHeld();
        try (FileChannel channel = compared.open(file)) {
            return channel.isOpen();
        } catch (IOException | FormatException _) {
            return false;
        }
    }

    /// The path of a file that is kept.
    public Path file(Digest digest) {
        lock.requireHeld();
        return folder.file(digest);
    }

    /// Keeps the partial file if it has its digest: it is durable under that afterwards. Otherwise deletes it.
    ///
    /// @return whether it was
    /// @throws IOException if there is none, or it cannot be kept
    public boolean keep(FileRef file) throws IOException {
        lock.requireHeld();
        Path partial = folder.partial(file.digest());
        boolean isRight;
        try (FileChannel channel = folder.open(partial, StandardOpenOption.READ)) {
            isRight = file.isOf(channel);
        }
        if (isRight) {
            folder.makePrivate(partial);
            DurableFiles.moveIntoPlace(partial, folder.file(file.digest()));
            compared.remember(file.digest());
        } else {
            Files.delete(partial);
        }
        return isRight;
    }

    /// Makes this the state, durably. Every file that its manifest names for the lists in use must be kept already.
    ///
    /// @return the same state, verified and parsed
    /// @throws IllegalArgumentException if its notes do not verify or do not belong together
    /// @throws IOException then the state is the one before or this one, whole in any case
    public TrustedState commit(StoreState state) throws IOException {
        lock.requireHeld();
        return states.write(state);
    }

    /// Deletes files that the state does not name, and what earlier attempts left.
    public void collect() throws IOException {
        collect(Set.of());
    }

    /// Deletes files that the state does not name, and what earlier attempts left, but for what is still wanted: files of a
    /// set that is not whole yet. A deleted file that is mapped stays readable until it is unmapped.
    ///
    /// Nothing of `files` is deleted while the state cannot be read: an agent that is enrolled again need not fetch them
    /// again.
    ///
    /// @param wanted digests of the files that are going on to be fetched, or are kept and not named yet
    public void collect(Set<Digest> wanted) throws IOException {
        lock.requireHeld();
        new Leftovers(folder, states).delete(wanted);
        compared.forgetDeleted();
    }

    /// Gives the lock back.
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
