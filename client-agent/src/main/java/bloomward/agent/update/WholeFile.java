package bloomward.agent.update;

import bloomward.agent.store.StoreWriter;
import bloomward.format.release.FileRef;
import bloomward.format.wire.PublicPath.ContentKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Fetches files that a manifest names, and keeps those that are what they must be.
///
/// A part that an earlier attempt left is continued. It may be of another server, and no digest says that before the end; so
/// where a continued file is not what it must be, it is fetched once more from the beginning.
///
/// @param writer where they are kept
/// @param site where they come from
record WholeFile(StoreWriter writer, Site site) {

    /// @param what for messages: `list phishing, packed file`
    /// @return how many bytes were fetched
    long fetch(ContentKind kind, FileRef file, String what) throws AttemptException {
        return AttemptException.during(what, () -> {
            Path partial = writer.partial(file.digest());
            long begun = Files.exists(partial) ? Files.size(partial) : 0;
            if (begun > file.length()) {
                Files.delete(partial);
                begun = 0;
            }
            long fetched = file.length() - begun;
            if (isFetched(kind, file, fetched)) {
                return fetched;
            }
            if (begun > 0 && isFetched(kind, file, file.length())) {
                return fetched + file.length();
            }
            throw AttemptException.refused(site.address() + ", " + what,
                    "not the " + file.length() + " bytes with digest " + file.digest() + " that the manifest names");
        });
    }

    private boolean isFetched(ContentKind kind, FileRef file, long missing) throws AttemptException, IOException {
        if (missing > 0) {
            writer.requireRoomFor(missing);
            site.download(kind, file, writer.partial(file.digest()));
        }
        return writer.keep(file);
    }
}
