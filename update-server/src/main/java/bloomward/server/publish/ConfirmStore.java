package bloomward.server.publish;

import bloomward.format.confirm.ConfirmRoot;
import bloomward.server.compile.ConfirmFiles;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The leaves of all lists. Safe for all threads.
public final class ConfirmStore {

    private final DataFolder folder;
    private final Map<String, ConfirmFiles> lists = new ConcurrentHashMap<>();
    private final Map<ConfirmRoot, String> listOfRoot = new ConcurrentHashMap<>();

    public ConfirmStore(DataFolder folder) {
        this.folder = folder;
    }

    /// The leaves of a list.
    ConfirmFiles of(String list) throws IOException {
        ConfirmFiles known = lists.get(list);
        if (known != null) {
            return known;
        }
        ConfirmFiles opened = ConfirmFiles.open(folder.confirm(list));
        ConfirmFiles before = lists.putIfAbsent(list, opened);
        return before == null ? opened : before;
    }

    /// Lets questions about a version be answered.
    void serve(ConfirmRoot root, String list) throws IOException {
        of(list);
        listOfRoot.put(root, list);
    }

    /// Ends the answers about a version.
    void forget(ConfirmRoot root) {
        listOfRoot.remove(root);
    }

    /// The bytes of an answer, or nothing where there is no such version or no such bucket.
    public Optional<byte[]> answer(ConfirmRoot root, int bucket) throws IOException {
        String list = listOfRoot.get(root);
        return list == null ? Optional.empty() : of(list).answer(root, bucket);
    }
}
