package bloomward.server.publish;

import bloomward.format.delta.Rungs;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.version.NewVersion;
import bloomward.server.publish.version.NewVersion.NewDelta;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The new versions of a publication that waits for signatures, from the rows and files that were kept.
final class KeptOutcomes {

    private KeptOutcomes() {}

    /// @param versions as they were proposed
    static List<NewVersion> of(DataFolder folder, PublisherStore store, List<VersionRow> versions) throws IOException {
        Map<Long, String> names = new HashMap<>();
        store.read(tables -> tables.lists().allEver()).forEach((ListRow list) -> names.put(list.id(), list.name()));
        List<NewVersion> outcomes = new ArrayList<>();
        for (VersionRow row : versions) {
            String name = names.getOrDefault(row.listId(), "");
            outcomes.add(new NewVersion(name, row.version(), row.counts().expressions(), row.counts().added(),
                    row.counts().removed(), row.content().packed().length(), row.content().flat().length(),
                    deltas(folder, name, row.version())));
        }
        return outcomes;
    }

    private static List<NewDelta> deltas(DataFolder folder, String list, long version) throws IOException {
        List<NewDelta> deltas = new ArrayList<>();
        for (long from : Rungs.basesFor(version)) {
            Path file = folder.file(new PublicPath.DeltaFile(list, from, version));
            if (Files.exists(file)) {
                deltas.add(new NewDelta(from, version, Files.size(file)));
            }
        }
        return deltas;
    }
}
