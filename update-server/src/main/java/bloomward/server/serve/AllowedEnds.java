package bloomward.server.serve;

import bloomward.format.FormatException;
import bloomward.format.release.AllowEntry;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.folder.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;

/// The first end in the published allow file. The file and not the store is asked, so that an end whose publication failed
/// after the store had dropped the entry is not forgotten. Used by one thread at a time.
final class AllowedEnds {

    private final DataFolder folder;
    /// The file that was read last, and its first end.
    private Optional<FileRef> read = Optional.empty();
    private Optional<Instant> first = Optional.empty();

    AllowedEnds(DataFolder folder) {
        this.folder = folder;
    }

    boolean hasEnded(FileRef file, Instant now) throws IOException {
        if (!read.equals(Optional.of(file))) {
            first = firstOf(file);
            read = Optional.of(file);
        }
        return first.filter(end -> !now.isBefore(end)).isPresent();
    }

    private Optional<Instant> firstOf(FileRef file) throws IOException {
        try {
            AllowList list = AllowList.parse(Files
                    .readAllBytes(folder.file(new PublicPath.Content(PublicPath.ContentKind.ALLOW, file.digest()))));
            return IntStream.range(0, list.size())
                    .mapToObj(list::entry)
                    .map(AllowEntry::end)
                    .flatMap(Optional::stream)
                    .min(Instant::compareTo);
        } catch (FormatException e) {
            throw new IOException("the published allow file: " + e.getMessage(), e);
        }
    }
}
