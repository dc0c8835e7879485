package bloomward.server.publish.version;

import bloomward.server.compile.CompileException;
import bloomward.server.publish.folder.ConfirmStore;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the leaves of versions that another server has compiled. The same entries give the same leaves, and their root, which
/// the manifest names, shows it.
public final class Leaves {

    private static final Logger LOG = LoggerFactory.getLogger(Leaves.class);

    private final PublisherStore store;
    private final ConfirmStore confirm;
    private final VersionMaker versions;

    public Leaves(DataFolder folder, PublisherStore store, ConfirmStore confirm) {
        this.store = store;
        this.confirm = confirm;
        this.versions = new VersionMaker(folder, store, confirm, Optional.empty());
    }

    /// A list with one of its versions.
    private record Missing(ListRow list, VersionRow version) {}

    /// Makes the leaves that are missing here of the versions that agents have after their next poll.
    ///
    /// @return how many versions
    public int makeNewest() throws IOException {
        return make(missing(VersionRow::isPublished));
    }

    /// Makes the leaves that are missing here of all versions whose files are kept, the newest first. Deleted lists are among
    /// them: agents have such a list until the next publication.
    ///
    /// @return how many versions
    public int makeAll() throws IOException {
        return make(missing(VersionRow::hasFiles));
    }

    private List<Missing> missing(Predicate<VersionRow> wanted) throws IOException {
        List<Missing> missing = new ArrayList<>();
        for (ListRow list : store.<List<ListRow>, RuntimeException>read(tables -> tables.lists().allEver())) {
            List<VersionRow> rows = store.<List<VersionRow>, RuntimeException>read(
                    tables -> tables.publications().versions(list.id(), Integer.MAX_VALUE));
            for (VersionRow row : rows) {
                if (wanted.test(row) && !confirm.of(list.name()).roots().contains(row.content().confirmRoot())) {
                    missing.add(new Missing(list, row));
                }
            }
        }
        return missing;
    }

    private int make(List<Missing> missing) {
        int made = 0;
        for (Missing each : missing) {
            try {
                versions.remakeLeaves(each.list(), each.version());
                made++;
            } catch (CompileException | IOException e) {
                // Questions about it stay without an answer, and agents go on asking; the newest version matters most.
                LOG.error("list {}, version {}: its confirm answers could not be made again", each.list().name(),
                        each.version().version(), e);
            }
        }
        return made;
    }
}
