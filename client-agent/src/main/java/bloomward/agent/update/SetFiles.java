package bloomward.agent.update;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.agent.store.StoreWriter;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.format.Digest;
import bloomward.format.file.FileType;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyHash;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.TestEntries;
import bloomward.format.wire.PublicPath.ContentKind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The files of a set: which are kept, and how the others come. When it is done all are kept and each is what the manifest
/// says; until then what is installed is not touched.
final class SetFiles {

    private final StoreWriter writer;
    private final Manifest manifest;
    private final List<ListRelease> used;

    /// @param chosen the lists that are used; none means all. One that is not in the manifest is no error: its publisher
    ///     may have removed it, and the others are to go on
    SetFiles(StoreWriter writer, Manifest manifest, List<String> chosen) {
        this.writer = writer;
        this.manifest = manifest;
        this.used = manifest.lists().stream().filter(list -> chosen.isEmpty() || chosen.contains(list.name())).toList();
    }

    /// Whether every file is there.
    boolean areKept() {
        for (ListRelease list : used) {
            if (!writer.has(list.packed()) || !writer.has(list.flat())) {
                return false;
            }
        }
        return writer.has(manifest.allowFile());
    }

    /// By what all of them are kept, those in the making, too.
    Set<Digest> digests() {
        Set<Digest> digests = new HashSet<>(Set.of(manifest.allowFile().digest()));
        for (ListRelease list : used) {
            digests.add(list.packed().digest());
            digests.add(list.flat().digest());
        }
        return digests;
    }

    /// Fetches and makes what is not there.
    ///
    /// @param installed from which deltas may lead here
    /// @return what became of each list that is not as it was
    List<ListChange> complete(Site site, Optional<Manifest> installed) throws AttemptException {
        completeAllow(site);
        List<ListChange> changes = new ArrayList<>();
        for (ListRelease list : used) {
            complete(list, installed.flatMap(before -> before.list(list.name())), site).ifPresent(changes::add);
        }
        installed.stream()
                .flatMap(before -> before.lists().stream())
                .filter(before -> manifest.list(before.name()).isEmpty() && isKept(before))
                .forEach(before -> changes.add(new ListChange(before.name(), before.version(), 0, 0, 0)));
        return changes;
    }

    private void completeAllow(Site site) throws AttemptException {
        FileRef allow = manifest.allowFile();
        AttemptException.during("allow file", () -> {
            if (allow.length() > AllowList.MAX_SIZE_IN_BYTES) {
                throw AttemptException.refused("allow file",
                        allow.length() + " bytes in the manifest, possible: " + AllowList.MAX_SIZE_IN_BYTES);
            }
            if (!writer.has(allow)) {
                new WholeFile(writer, site).fetch(ContentKind.ALLOW, allow, "allow file");
            }
            AllowList list = AllowList.parse(Files.readAllBytes(writer.file(allow.digest())));
            list.requireVersionOf(manifest);
            if (list.canonical() != manifest.canonical()) {
                throw AttemptException.refused("allow file",
                        "canonical " + list.canonical() + " in a manifest of canonical " + manifest.canonical());
            }
            return allow;
        });
    }

    private Optional<ListChange> complete(ListRelease list, Optional<ListRelease> installed, Site site)
            throws AttemptException {
        return AttemptException.during("list " + list.name(), () -> {
            boolean hasPacked = writer.has(list.packed());
            boolean hasFlat = writer.has(list.flat());
            // A list that was not used until now is as one that was not there.
            long before = installed.filter(release -> hasPacked || hasFlat || isKept(release))
                    .map(ListRelease::version)
                    .orElse(0L);
            if (hasPacked && hasFlat && before == list.version()) {
                return Optional.empty();
            }
            DeltaPath.Fetched fetched = hasPacked ? new DeltaPath.Fetched(0, 0) : fetchPacked(list, installed, site);
            derive(list, hasFlat);
            return Optional.of(new ListChange(list.name(), before, list.version(), fetched.deltas(), fetched.bytes()));
        });
    }

    private boolean isKept(ListRelease release) {
        return Files.exists(writer.file(release.packed().digest()))
                || Files.exists(writer.file(release.flat().digest()));
    }

    private DeltaPath.Fetched fetchPacked(ListRelease list, Optional<ListRelease> installed, Site site)
            throws AttemptException {
        if (installed.isPresent()) {
            Optional<DeltaPath.Fetched> byDeltas = new DeltaPath(writer, site).follow(installed.get(), list);
            if (byDeltas.isPresent()) {
                return byDeltas.get();
            }
        }
        long bytes = new WholeFile(writer, site).fetch(ContentKind.PACKED, list.packed(),
                "list " + list.name() + ", packed file");
        return new DeltaPath.Fetched(0, bytes);
    }

    /// Opens the packed file, whose digest is right by now, and makes of it what is asked first. What was refused stays
    /// kept, so that it is not fetched again and again; so it is looked at again, and has no flat file.
    private void derive(ListRelease list, boolean hasFlat) throws AttemptException {
        AttemptException.during("list " + list.name() + ", packed file", () -> {
            try (FilterFile file = FilterFile.open(writer.file(list.packed().digest()))) {
                PackedFilter packed = file.packed();
                list.requireFits(ListFields.of(packed));
                KeyHash hash = list.spec().keyHash();
                TestEntries.check(list, expression -> packed.mightContain(hash.of(expression)));
                if (!hasFlat) {
                    makeFlat(list, packed);
                }
            }
            return list;
        });
    }

    private void makeFlat(ListRelease list, PackedFilter packed) throws AttemptException, IOException {
        String what = "list " + list.name() + ", flat file";
        long length = FileType.FLAT.headerLength() + packed.flatBlocks() * FlatFilter.BLOCK_IN_BYTES + Integer.BYTES;
        if (length != list.flat().length()) { // or a short packed file could fill the disk
            throw AttemptException.refused(what, "made of the packed file it has " + length + " bytes, not the "
                    + list.flat().length() + " that the manifest names");
        }
        try (FileChannel out = FileChannel.open(writer.partial(list.flat().digest()), CREATE, TRUNCATE_EXISTING,
                WRITE)) {
            FilterFile.writeFlat(out, packed);
        }
        if (!writer.keep(list.flat())) {
            throw AttemptException.refused(what, "made of the packed file it has not the digest " + list.flat().digest()
                    + " that the manifest names");
        }
    }
}
