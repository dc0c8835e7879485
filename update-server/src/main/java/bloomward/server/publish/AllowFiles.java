package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.AllowEntry;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.AllowRow;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The allow files of a publication (FORMAT.md 17.5).
///
/// Version 2 says for which list and until when. Version 1 can say neither, and stays for agents that read nothing else: it has
/// what is allowed for every list. So such an agent goes on listing what is allowed for one list only; it never allows too much.
///
/// @param plain version 1
/// @param full version 2, where version 1 does not say everything
record AllowFiles(FileRef plain, Optional<FileRef> full) {

    /// The files that a manifest names.
    static AllowFiles of(Manifest manifest) {
        return new AllowFiles(manifest.allow(), manifest.allowV2());
    }

    /// The files with their content, before they are written.
    record Made(AllowFiles files, List<byte[]> contents) {

        void write(DataFolder folder) throws IOException {
            for (byte[] content : contents) {
                DurableFiles.write(
                        folder.file(new PublicPath.Content(PublicPath.ContentKind.ALLOW, FileRef.of(content).digest())),
                        content);
            }
        }
    }

    /// Makes the files of what is allowed; what is held is left out.
    ///
    /// @param lists names by id
    /// @param canonical the number of the lists beside it
    static Made make(List<AllowRow> rows, Map<Long, String> lists, int canonical) throws FormatException {
        List<AllowEntry> entries = new ArrayList<>();
        List<byte[]> forEveryList = new ArrayList<>();
        for (AllowRow row : rows) {
            if (!row.isHeld()) {
                AllowEntry entry = entry(row, lists);
                entries.add(entry);
                if (entry.list().isEmpty()) {
                    forEveryList.add(row.expression().toBytes());
                }
            }
        }
        List<byte[]> contents = new ArrayList<>();
        contents.add(AllowList.of(canonical, forEveryList).toBytes());
        if (!entries.stream().allMatch(AllowEntry::isForGood)) {
            contents.add(AllowList.ofEntries(canonical, entries).toBytes());
        }
        List<FileRef> refs = contents.stream().map(FileRef::of).toList();
        return new Made(new AllowFiles(refs.getFirst(), refs.stream().skip(1).findFirst()), contents);
    }

    /// Ends are published in whole seconds; a fraction is cut, so that nothing is allowed for longer than was said.
    private static AllowEntry entry(AllowRow row, Map<Long, String> lists) {
        return new AllowEntry(row.expression().text(),
                row.listId() == 0
                        ? Optional.empty()
                        : Optional.of(Optional.ofNullable(lists.get(row.listId())).orElseThrow()),
                row.expires().map(end -> end.truncatedTo(ChronoUnit.SECONDS)));
    }
}
