package bloomward.agent.store;

import bloomward.agent.store.ComparedFiles.Stamp;
import bloomward.format.Digest;
import bloomward.format.file.FilterFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The files that a set has mapped, which closing takes away. Filled by one thread; read by all afterwards.
///
/// A mapping shows what is written over its file, so its digest was compared for nothing from then on; and a file that was
/// healed since is another one under the same name, while the mapping stays with the damaged one.
final class MappedFiles implements AutoCloseable {

    private final ComparedFiles files;
    private final List<FilterFile> mapped = new ArrayList<>();
    private final Map<Digest, Stamp> stamps = new HashMap<>();

    MappedFiles(ComparedFiles files) {
        this.files = files;
    }

    /// Adds a file that was just opened.
    void add(Digest digest, FilterFile file) {
        files.stamp(digest).ifPresent(stamp -> stamps.put(digest, stamp));
        mapped.add(file);
    }

    /// Whether no file has changed or was replaced since it was compared. One that is gone has not: nobody can write into it
    /// any more by its name, and it stays mapped.
    boolean areIntact() {
        return stamps.entrySet().stream().allMatch(file -> isIntact(file.getKey(), file.getValue()));
    }

    private boolean isIntact(Digest digest, Stamp compared) {
        try {
            return files.isGone(digest) || files.stampNow(digest).equals(compared);
        } catch (IOException _) {
            return false; // no regular file, or not to be read: a look at the whole set says more
        }
    }

    @Override
    public void close() {
        mapped.forEach(FilterFile::close);
    }
}
