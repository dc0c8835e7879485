package bloomward.server.verify;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.Category;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.TestEntries;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.program.text.Figures;
import bloomward.server.publish.folder.PublicFolder;
import bloomward.server.store.AuditLog;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.SourceRow;
import bloomward.server.store.StoreView;
import bloomward.server.store.place.StorePlace;
import bloomward.server.verify.Report.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Verifies the database of a data folder, and that it matches the files.
final class StoreCheck implements AutoCloseable {

    private static final int ATTEMPTS = 3;

    /// Empty if there is no readable database.
    private final Optional<StoreView> store;
    private final Findings findings;

    private StoreCheck(Optional<StoreView> store, Findings findings) {
        this.store = store;
        this.findings = findings;
    }

    /// Opens the database, if the folder is a data folder.
    ///
    /// @param place empty for none
    static StoreCheck open(Optional<StorePlace> place, Findings findings) {
        if (place.isEmpty()) {
            return new StoreCheck(Optional.empty(), findings);
        }
        try {
            StoreView store = place.get().view();
            Verification.look(findings, "database", () -> integrity(store));
            Verification.look(findings, "audit log", () -> audit(store));
            return new StoreCheck(Optional.of(store), findings);
        } catch (IOException e) {
            findings.problem("database", e);
            return new StoreCheck(Optional.empty(), findings);
        }
    }

    private static String integrity(StoreView store) throws IOException {
        List<String> problems = store.integrityCheck();
        if (!problems.isEmpty()) {
            throw new IOException(String.join("; ", problems));
        }
        return "intact";
    }

    private static String audit(StoreView store) throws IOException {
        return switch (store.<AuditLog.Verification, RuntimeException>read(tables -> tables.audit().verify())) {
            case AuditLog.Verification.Intact(long rows, Digest head) ->
                Figures.amount(rows, "row", "rows") + ", last hash " + head;
            case AuditLog.Verification.Broken(long number, String what) ->
                throw new IOException("row " + number + ": " + what);
        };
    }

    /// Collects the known versions.
    void addTo(Versions versions) {
        store.ifPresent(view -> Verification.look(findings, "versions", () -> view.<String, IOException>read(tables -> {
            int count = 0;
            for (ListRow list : tables.lists().allEver()) {
                for (VersionRow row : tables.publications().versions(list.id(), Integer.MAX_VALUE)) {
                    versions.add(list.name(), row);
                    count++;
                }
            }
            return count + " in the database";
        })));
    }

    /// Reads the entries of a published version with their categories, and the test entries.
    ///
    /// @return nothing if there is no readable database; reading fails if the version is not in it
    Optional<Entries> entries(ListRelease release) {
        return store.map(view -> entry -> view.<Boolean, IOException>read(tables -> {
            ListRow list = tables.lists()
                    .allEver()
                    .stream()
                    .filter(row -> row.name().equals(release.name()))
                    .findAny()
                    .orElseThrow(() -> new IOException("list " + release.name() + " is not in the database"));
            VersionRow version = tables.publications()
                    .version(list.id(), release.version())
                    .orElseThrow(() -> new IOException("version " + release.version() + " is not in the database"));
            Map<Long, Category> ofSource = new HashMap<>();
            for (SourceRow source : tables.lists().sources(list.id())) {
                ofSource.put(source.id(), source.category().orElse(list.category()));
            }
            tables.entries()
                    .scan(list.id(), version.change(), (expression, source) -> entry.take(expression.text(),
                            ofSource.getOrDefault(source, list.category())));
            for (Category category : release.categories()) {
                entry.take(TestEntries.listed(category), category);
            }
            return true;
        }));
    }

    /// The entries of a version.
    @FunctionalInterface
    interface Entries {
        void each(Entry entry) throws IOException;
    }

    /// Takes an entry.
    @FunctionalInterface
    interface Entry {
        void take(String expression, Category category) throws IOException;
    }

    /// Compares the newest publication with the files, with a few attempts in case a server publishes meanwhile: its
    /// commit and `latest` are milliseconds apart.
    void compare(Chain chain, Path files) {
        store.ifPresent(view -> Verification.look(findings, "newest publication", () -> compare(chain, files, view)));
    }

    private static String compare(Chain chain, Path files, StoreView view)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Optional<Digest> named = Optional.empty();
        Optional<PublicationRow> row = Optional.empty();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            row = view.<Optional<PublicationRow>, IOException>read(tables -> tables.publications().latest());
            named = named(chain, files);
            if (named.equals(row.map(PublicationRow::manifest))) {
                requireFiles(view, files);
                return row.map(found -> "sequence " + found.sequence() + ", as in latest").orElse("none yet");
            }
        }
        throw new IOException("the database has "
                + row.map(found -> found.sequence() + " with manifest " + found.manifest()).orElse("none")
                + ", but latest names " + named.map(Digest::toString).orElse("none")
                + "; the next start of the server repairs this if the manifest is present");
    }

    private static Optional<Digest> named(Chain chain, Path files)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Path latest = PublicFolder.at(files, new PublicPath.Latest());
        return Files.exists(latest)
                ? Optional
                        .of(chain.root().latest(Verification.note(latest, Latest.MAX_SIZE_IN_BYTES)).value().manifest())
                : Optional.empty();
    }

    /// Verifies that versions with kept files have them.
    private static void requireFiles(StoreView view, Path files) throws IOException {
        view.<Boolean, IOException>read(tables -> {
            for (ListRow list : tables.lists().allEver()) {
                for (VersionRow row : tables.publications().versions(list.id(), Integer.MAX_VALUE)) {
                    if (row.hasFiles()) {
                        require(files, new PublicPath.Content(ContentKind.PACKED, row.content().packed().digest()),
                                list, row);
                        require(files, new PublicPath.Content(ContentKind.FLAT, row.content().flat().digest()), list,
                                row);
                    }
                }
            }
            return true;
        });
    }

    private static void require(Path files, PublicPath path, ListRow list, VersionRow row) throws IOException {
        if (!Files.exists(PublicFolder.at(files, path))) {
            throw new IOException(path + " of list " + list.name() + ", version " + row.version() + ", is missing");
        }
    }

    @Override
    public void close() throws IOException {
        if (store.isPresent()) {
            store.get().close();
        }
    }
}
