package bloomward.server.publish.folder;

import bloomward.format.confirm.ConfirmRoot;
import bloomward.server.compile.ConfirmFiles;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The leaves of all lists. Safe for all threads.
public final class ConfirmStore {

    private final DataFolder folder;
    private final Map<String, ConfirmFiles> lists = new ConcurrentHashMap<>();
    /// Lists with the same entries have the same root, as all have that are empty yet.
    private final Map<ConfirmRoot, Set<String>> listsOfRoot = new ConcurrentHashMap<>();

    public ConfirmStore(DataFolder folder) {
        this.folder = folder;
    }

    /// The leaves of a list.
    public ConfirmFiles of(String list) throws IOException {
        ConfirmFiles known = lists.get(list);
        if (known != null) {
            return known;
        }
        ConfirmFiles opened = ConfirmFiles.open(folder.confirm(list));
        ConfirmFiles before = lists.putIfAbsent(list, opened);
        return before == null ? opened : before;
    }

    /// Lets questions about a version be answered.
    public void serve(ConfirmRoot root, String list) throws IOException {
        of(list);
        listsOfRoot.merge(root, Set.of(list), (before, more) -> Stream.concat(before.stream(), more.stream())
                .collect(Collectors.toUnmodifiableSet()));
    }

    /// Lets questions be answered about all versions whose files are there.
    public void serveAll(PublisherStore store) throws IOException {
        store.read(tables -> {
            for (ListRow list : tables.lists().allEver()) {
                for (VersionRow row : tables.publications().versions(list.id(), Integer.MAX_VALUE)) {
                    if (row.hasFiles()) {
                        serve(row.content().confirmRoot(), list.name());
                    }
                }
            }
            return true;
        });
    }

    /// Ends the answers about a version of one list.
    public void forget(ConfirmRoot root, String list) {
        listsOfRoot.computeIfPresent(root, (_,
                lists) -> lists.stream().filter(each -> !each.equals(list)).collect(Collectors.toUnmodifiableSet()));
        listsOfRoot.remove(root, Set.of());
    }

    /// The bytes of an answer, or nothing where there is no such version or no such bucket.
    public Optional<byte[]> answer(ConfirmRoot root, int bucket) throws IOException {
        for (String list : listsOfRoot.getOrDefault(root, Set.of())) {
            Optional<byte[]> answer = of(list).answer(root, bucket);
            if (answer.isPresent()) {
                return answer;
            }
        }
        return Optional.empty();
    }
}
