package bloomward.server.verify;

import bloomward.format.Digest;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.server.store.PublicationTable.VersionRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The packed file of each version of each list, as known from manifests or a store.
final class Versions {

    private final Map<Version, Digest> packed = new HashMap<>();
    private final Map<ConfirmRoot, Long> expressions = new HashMap<>();

    private record Version(String list, long version) {}

    void add(Manifest manifest) {
        for (ListRelease list : manifest.lists()) {
            packed.putIfAbsent(new Version(list.name(), list.version()), list.packed().digest());
        }
    }

    void add(String list, VersionRow row) {
        packed.put(new Version(list, row.version()), row.content().packed().digest());
        expressions.put(row.content().confirmRoot(), row.counts().expressions());
    }

    Optional<Digest> packed(String list, long version) {
        return Optional.ofNullable(packed.get(new Version(list, version)));
    }

    /// The number of expressions of a version without test entries, known only from a store.
    OptionalLong expressions(ConfirmRoot root) {
        Long count = expressions.get(root);
        return count == null ? OptionalLong.empty() : OptionalLong.of(count);
    }
}
