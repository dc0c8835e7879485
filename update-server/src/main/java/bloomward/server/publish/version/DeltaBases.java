package bloomward.server.publish.version;

import bloomward.format.FormatException;
import bloomward.format.delta.Rungs;
import bloomward.format.wire.PublicPath;
import bloomward.server.compile.DeltaFiles;
import bloomward.server.compile.DeltaFiles.Outcome;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.version.NewVersion.NewDelta;
import bloomward.server.publish.version.VersionMaker.Order;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Cuts the deltas to a new version, from all the versions that [Rungs] names and whose files are still there.
final class DeltaBases {

    private final DataFolder folder;
    private final PublisherStore store;

    DeltaBases(DataFolder folder, PublisherStore store) {
        this.folder = folder;
        this.store = store;
    }

    /// Cuts them. One that a crash or a withdrawn proposal has left under the same name, for a version that never was,
    /// goes first: it may be that none is cut this time.
    ///
    /// @param packed the new packed file
    /// @param scratch takes them in a dry run
    List<NewDelta> cut(Order order, Path packed, Path scratch) throws IOException, FormatException {
        if (!order.isDryRun()) {
            for (long from : Rungs.basesFor(order.version())) {
                Files.deleteIfExists(folder.file(new PublicPath.DeltaFile(order.list().name(), from, order.version())));
            }
        }
        List<Long> versions = new ArrayList<>();
        List<DeltaFiles.Job> jobs = new ArrayList<>();
        for (VersionRow base : bases(order)) {
            PublicPath.DeltaFile delta = new PublicPath.DeltaFile(order.list().name(), base.version(), order.version());
            Path target = order.isDryRun() ? scratch.resolve("delta-" + base.version()) : folder.file(delta);
            Files.createDirectories(target.resolveSibling(""));
            versions.add(base.version());
            Optional<Path> known = order.previous()
                    .map(VersionRow::version)
                    .filter(before -> before > base.version())
                    .map(before -> folder.file(new PublicPath.DeltaFile(order.list().name(), base.version(), before)));
            jobs.add(new DeltaFiles.Job(packed(base), target, known));
        }
        List<NewDelta> cut = new ArrayList<>();
        List<Outcome> outcomes = DeltaFiles.cut(packed, order.previous().map(this::packed), jobs);
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof Outcome.Cut(long size)) {
                cut.add(new NewDelta(versions.get(i), order.version(), size));
            }
        }
        return cut;
    }

    private Path packed(VersionRow version) {
        return folder.file(new PublicPath.Content(PublicPath.ContentKind.PACKED, version.content().packed().digest()));
    }

    private List<VersionRow> bases(Order order) throws IOException {
        ListRow list = order.list();
        return store.read(tables -> {
            List<VersionRow> bases = new ArrayList<>();
            for (long version : Rungs.basesFor(order.version())) {
                Optional<VersionRow> base = tables.publications().version(list.id(), version);
                base.filter(row -> row.spec().equals(list.spec())).ifPresent(bases::add);
            }
            return bases;
        });
    }
}
