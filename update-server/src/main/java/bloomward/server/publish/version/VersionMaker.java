package bloomward.server.publish.version;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.format.FormatException;
import bloomward.format.confirm.Category;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.PackedFilter;
import bloomward.format.io.DurableFiles;
import bloomward.format.key.KeyHash;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.TestEntries;
import bloomward.format.url.Expression;
import bloomward.format.wire.PublicPath;
import bloomward.server.compile.CompileException;
import bloomward.server.compile.Compiled;
import bloomward.server.compile.ConfirmFiles;
import bloomward.server.compile.ListCompiler;
import bloomward.server.publish.folder.ConfirmStore;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.version.NewVersion.NewDelta;
import bloomward.server.safebrowsing.Allowed;
import bloomward.server.safebrowsing.FinishedHashes;
import bloomward.server.safebrowsing.Gateway;
import bloomward.server.safebrowsing.NextHashes;
import bloomward.server.safebrowsing.VersionHashes;
import bloomward.server.store.EntryTable;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionContent;
import bloomward.server.store.PublicationTable.VersionCounts;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Compiles the draft of one list to the files of its next version. They stand under their names then, and nobody is
/// told of them yet.
public final class VersionMaker {

    /// Of a thousand strangers, one passes the flat form and costs a look-up in the packed one.
    private static final int RATE_PER_MILLION = 1000;

    private final DataFolder folder;
    private final PublisherStore store;
    private final ConfirmStore confirm;
    private final DeltaBases deltas;
    private final LastVersions lastVersions;
    private final Optional<Gateway> gateway;

    /// @param gateway that serves the versions, too
    public VersionMaker(DataFolder folder, PublisherStore store, ConfirmStore confirm, Optional<Gateway> gateway) {
        this.folder = folder;
        this.store = store;
        this.confirm = confirm;
        this.gateway = gateway;
        this.deltas = new DeltaBases(folder, store);
        this.lastVersions = new LastVersions(folder, store, RATE_PER_MILLION);
    }

    /// A version to make.
    ///
    /// @param upTo the last change of the draft that counts
    /// @param isDryRun leave nothing behind
    /// @param without entries that are left out, as a dry run cannot hold them
    public record Order(ListRow list, long upTo, Optional<VersionRow> previous, boolean isDryRun,
            Set<Expression> without) {

        public Order(ListRow list, long upTo, Optional<VersionRow> previous, boolean isDryRun) {
            this(list, upTo, previous, isDryRun, Set.of());
        }

        /// The same, and these are left out too.
        public Order leavingOut(Set<Expression> more) {
            Set<Expression> all = new HashSet<>(without);
            all.addAll(more);
            return new Order(list, upTo, previous, isDryRun, all);
        }

        public long version() {
            return Math.max(list.compileFrom(), previous.map(VersionRow::version).orElse(0L) + 1);
        }
    }

    /// A version.
    ///
    /// @param change of the draft from which it was made
    public record Made(long listId, long change, ListRelease release, NewVersion outcome) {

        /// As the store keeps it.
        public VersionRow row(long sequence, Instant now) {
            return new VersionRow(listId, release.version(), sequence, change,
                    new VersionCounts(release.entries(), outcome.entries(), outcome.added(), outcome.removed()),
                    release.spec(),
                    new VersionContent(release.packed(), release.flat(), release.confirmRoot(), release.confirmBits()),
                    release.categories(), now, Optional.empty(), true);
        }
    }

    /// Looks at a packed filter before anything is done with it.
    ///
    /// @param <E> an objection
    @FunctionalInterface
    public interface Check<E extends Exception> {
        void look(PackedFilter packed) throws IOException, E;
    }

    /// Makes a version.
    ///
    /// @param allowed what is published beside it
    public <E extends Exception> Made make(Order order, Allowed allowed, Check<E> check)
            throws IOException, CompileException, E {
        Path work = Files.createTempDirectory(folder.scratch(), "version");
        try {
            return make(order, allowed, check, work);
        } catch (FormatException | ReleaseException e) {
            throw new IOException(
                    "list " + order.list().name() + ": the compiled files are not right: " + e.getMessage(), e);
        } finally {
            DataFolder.deleteTree(work);
        }
    }

    private <E extends Exception> Made make(Order order, Allowed allowed, Check<E> check, Path work)
            throws IOException, CompileException, FormatException, ReleaseException, E {
        Hashed hashed = compile(order, allowed, work);
        Compiled compiled = hashed.compiled();
        Listing listing = hashed.listing();
        ListRelease release = release(order, compiled, listing.categories());
        try (FilterFile file = FilterFile.open(compiled.packed().path())) {
            PackedFilter packed = file.packed();
            check.look(packed);
            KeyHash hash = packed.spec().keyHash();
            TestEntries.check(release, expression -> packed.mightContain(hash.of(expression)));
            List<NewDelta> cut = deltas.cut(order, compiled.packed().path(), work);
            if (!order.isDryRun()) {
                place(PublicPath.ContentKind.PACKED, release.packed(), compiled.packed());
                place(PublicPath.ContentKind.FLAT, release.flat(), compiled.flat());
                if (gateway.isPresent() && hashed.hashes().isPresent()) {
                    hashed.hashes()
                            .get()
                            .moveTo(gateway.get().hashes(release.name(), release.confirmRoot(), allowed.digest()));
                }
                lastVersions.keep(order, listing, compiled);
            }
            return new Made(order.list().id(), order.upTo(), release,
                    new NewVersion(release.name(), release.version(), listing.expressions(), listing.added(),
                            listing.removed(), release.packed().length(), release.flat().length(), cut));
        }
    }

    /// Makes the leaves of a version once more, from the entries as they were then.
    void remakeLeaves(ListRow list, VersionRow version) throws IOException, CompileException {
        ListRow then = new ListRow(list.id(), list.name(), list.category(), version.spec(), list.plannedEntries(),
                list.needsReview(), version.version(), list.createdAt());
        Path work = Files.createTempDirectory(folder.scratch(), "leaves");
        try {
            Order order = new Order(then, version.change(), Optional.empty(), false);
            Compiled compiled = compileAll(order, new Scan(list.category()), work, Optional.empty());
            if (!compiled.root().equals(version.content().confirmRoot())) {
                throw new IOException("the entries give the confirm root " + compiled.root() + ", published is "
                        + version.content().confirmRoot());
            }
        } finally {
            DataFolder.deleteTree(work);
        }
    }

    /// What is compiled, and the hashes for the gateway, if there is one.
    private record Hashed(Listing listing, Compiled compiled, Optional<FinishedHashes> hashes) {}

    /// Makes the hashes of a published version for the gateway once more.
    ///
    /// @param target where their folder is to be
    public void makeHashes(ListRelease release, Allowed allowed, Path target) throws IOException {
        Order order = store.read(tables -> published(tables, release));
        Path work = Files.createTempDirectory(folder.scratch(), "hashes");
        try {
            Hashed hashed = compileAll(order, allowed, work);
            if (hashed.hashes().isPresent()) {
                hashed.hashes().get().moveTo(target);
            }
        } catch (CompileException e) {
            throw new IOException("list " + release.name() + ": " + e.getMessage(), e);
        } finally {
            DataFolder.deleteTree(work);
        }
    }

    private static Order published(Tables tables, ListRelease release) throws IOException {
        for (ListRow list : tables.lists().allEver()) {
            Optional<VersionRow> version = list.name().equals(release.name())
                    ? tables.publications().version(list.id(), release.version())
                    : Optional.empty();
            if (version.isPresent()) {
                return new Order(list, version.get().change(), Optional.empty(), true);
            }
        }
        throw new IOException("list " + release.name() + ": version " + release.version() + " is not in the store");
    }

    private Hashed compile(Order order, Allowed allowed, Path work) throws IOException, CompileException {
        Optional<Path> hashesBefore = hashesBefore(order, allowed);
        if (gateway.isPresent() && hashesBefore.isEmpty()) {
            return compileAll(order, allowed, work);
        }
        Optional<LastVersions.Next> next = lastVersions.next(order, confirm.of(order.list().name()), work);
        if (next.isEmpty()) {
            return compileAll(order, allowed, work);
        }
        Listing listing = next.get().listing();
        Compiled compiled = next.get().compiled();
        if (hashesBefore.isEmpty()) {
            return new Hashed(listing, compiled, Optional.empty());
        }
        Optional<FinishedHashes> hashes = NextHashes.make(hashesBefore.get(), listing.categories(),
                Files.createDirectory(work.resolve("next-hashes")), allowed, next.get().changed());
        return hashes.isPresent() ? new Hashed(listing, compiled, hashes) : compileAll(order, allowed, work);
    }

    /// The hashes of the published version with the same allowed; nothing if they are not there.
    private Optional<Path> hashesBefore(Order order, Allowed allowed) {
        return gateway
                .flatMap(
                        each -> order.previous()
                                .map(version -> each.hashes(order.list().name(), version.content().confirmRoot(),
                                        allowed.digest())))
                .filter(FinishedHashes::areIn);
    }

    private Hashed compileAll(Order order, Allowed allowed, Path work) throws IOException, CompileException {
        Scan scan = new Scan(order.list().category());
        if (gateway.isEmpty()) {
            Compiled compiled = compileAll(order, scan, work, Optional.empty());
            return new Hashed(scan.listing(), compiled, Optional.empty());
        }
        try (VersionHashes hashes = new VersionHashes(Files.createDirectory(work.resolve("hashes")), allowed)) {
            Compiled compiled = compileAll(order, scan, work, Optional.of(hashes));
            return new Hashed(scan.listing(), compiled, Optional.of(hashes.finish()));
        }
    }

    private Compiled compileAll(Order order, Scan scan, Path work, Optional<VersionHashes> hashes)
            throws IOException, CompileException {
        ListRow list = order.list();
        ConfirmFiles leaves = order.isDryRun() ? ConfirmFiles.open(work.resolve("confirm")) : confirm.of(list.name());
        try (ListCompiler compiler = new ListCompiler(list.spec(), RATE_PER_MILLION, work)) {
            store.<Scan, CompileException>read(tables -> scan.read(tables, order, compiler, hashes));
            if (scan.categories.size() > ListRelease.MAX_CATEGORIES) {
                throw new CompileException("entries of " + scan.categories.size() + " categories, at most "
                        + ListRelease.MAX_CATEGORIES + " fit: give sources the category of the list");
            }
            for (Category category : scan.categories) {
                byte[] test = TestEntries.listed(category).getBytes(US_ASCII);
                compiler.add(test, 0, test.length, category);
            }
            return compiler.finish(work.resolve("packed"), work.resolve("flat"), leaves, hashes.map(each -> each));
        }
    }

    private static ListRelease release(Order order, Compiled compiled, Set<Category> categories)
            throws FormatException {
        return new ListRelease(order.list().name(), order.version(), order.list().spec(), compiled.entries(),
                RATE_PER_MILLION, ref(compiled.packed()), ref(compiled.flat()), compiled.root(), compiled.bits(),
                List.copyOf(categories));
    }

    private static FileRef ref(Compiled.File file) throws FormatException {
        return new FileRef(file.digest(), file.sizeInBytes());
    }

    private void place(PublicPath.ContentKind kind, FileRef ref, Compiled.File file) throws IOException {
        DurableFiles.moveIntoPlace(file.path(), folder.file(new PublicPath.Content(kind, ref.digest())));
    }

    /// Reads the entries of a draft for the compiler, and counts them.
    private static final class Scan {

        private final Category ofList;
        private final Map<Long, Category> ofSource = new HashMap<>();
        /// Those that entries have, and the list's.
        private final TreeSet<Category> categories = new TreeSet<>();
        private final byte[] buffer = new byte[64 * 1024];
        private String last = "";
        private long expressions;
        private long added;
        private long removed;

        Scan(Category ofList) {
            this.ofList = ofList;
            categories.add(ofList);
        }

        Listing listing() {
            return new Listing(ofSource, categories, expressions, added, removed);
        }

        Scan read(Tables tables, Order order, ListCompiler compiler, Optional<VersionHashes> hashes)
                throws IOException, CompileException {
            ofSource.putAll(Listing.categoriesOfSources(tables, order.list()));
            if (order.previous().isPresent()) {
                tables.entries()
                        .diff(order.list().id(), order.previous().get().change(), order.upTo(),
                                (expression, isAdded, _) -> {
                                    added += isAdded && !order.without().contains(expression) ? 1 : 0;
                                    removed += isAdded ? 0 : 1;
                                });
            }
            List<CompileException> refused = new ArrayList<>();
            EntryTable.ListedSink sink = (expression, source) -> {
                if (!order.without().isEmpty() && order.without().contains(expression)) {
                    return;
                }
                try {
                    take(expression, ofSource.getOrDefault(source, ofList), compiler, hashes);
                } catch (CompileException e) {
                    refused.add(e);
                    throw new IOException(e);
                }
            };
            try {
                tables.entries().scan(order.list().id(), order.upTo(), sink);
            } catch (IOException e) {
                if (!refused.isEmpty()) {
                    throw refused.getFirst();
                }
                throw e;
            }
            if (order.previous().isEmpty()) {
                added = expressions;
            }
            return this;
        }

        @SuppressWarnings("deprecation") // the low bytes are all there is: expressions are ASCII
        private void take(Expression expression, Category category, ListCompiler compiler,
                Optional<VersionHashes> hashes) throws IOException, CompileException {
            String text = expression.text();
            text.getBytes(0, text.length(), buffer, 0);
            compiler.add(buffer, 0, text.length(), category);
            if (hashes.isPresent()) {
                hashes.get().add(buffer, 0, text.length(), category);
            }
            categories.add(category);
            if (!text.equals(last)) {
                expressions++;
                last = text;
            }
        }
    }
}
