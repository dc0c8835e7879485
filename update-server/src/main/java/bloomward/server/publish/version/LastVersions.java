package bloomward.server.publish.version;

import bloomward.format.Digest;
import bloomward.format.confirm.Category;
import bloomward.format.release.TestEntries;
import bloomward.format.url.Expression;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.compile.CompileException;
import bloomward.server.compile.Compiled;
import bloomward.server.compile.ConfirmFiles;
import bloomward.server.compile.NextVersion;
import bloomward.server.compile.NextVersion.Changed;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.version.VersionMaker.Order;
import bloomward.server.store.EntryTable.Wanted;
import bloomward.server.store.ListRow;
import bloomward.server.store.ListedTerms;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The version of each list that was made last by this process, from which the next one is made by what has changed
/// since: a publication of one URL more does not read millions of entries again.
///
/// The first version after a start is made of all entries, and so is one where much has changed, where a source or the
/// list has another category, or where the published version is not the one made last. For one thread at a time.
final class LastVersions {

    /// Of a version, this part may change; to read each bucket again and write it costs more than to make all of them.
    private static final int PART = 100;
    /// A small list is made of its changes, too: so the tests see both ways.
    private static final int LEAST = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(LastVersions.class);

    private final DataFolder folder;
    private final PublisherStore store;
    private final int ratePerMillion;
    private final Map<Long, Last> lists = new HashMap<>();

    LastVersions(DataFolder folder, PublisherStore store, int ratePerMillion) {
        this.folder = folder;
        this.store = store;
        this.ratePerMillion = ratePerMillion;
    }

    /// A version with what was said of it.
    ///
    /// @param order by which it was made
    private record Last(Order order, Listing listing, Compiled compiled) {

        /// Whether it is the published one of the list, and its entries would still be compiled in the same way.
        boolean isBefore(Order next, Map<Long, Category> ofSource) {
            Optional<VersionRow> published = next.previous();
            return published.isPresent() && published.get().change() == order.upTo()
                    && published.get().spec().equals(next.list().spec())
                    && published.get().content().packed().digest().equals(compiled.packed().digest())
                    && published.get().content().confirmRoot().equals(compiled.root())
                    && order.list().category().equals(next.list().category())
                    && ofSource.entrySet().containsAll(listing.ofSource().entrySet());
        }
    }

    /// A next version.
    ///
    /// @param changed since the published one
    record Next(Listing listing, Compiled compiled, List<Changed> changed) {}

    void keep(Order order, Listing listing, Compiled compiled) {
        lists.put(order.list().id(), new Last(order, listing, compiled));
    }

    /// Makes a version by what has changed since the one before.
    ///
    /// @param work folder for the files
    /// @return empty if it has to be made of all entries
    Optional<Next> next(Order order, ConfirmFiles leaves, Path work) throws IOException, CompileException {
        Optional<Last> last = Optional.ofNullable(lists.get(order.list().id()));
        if (order.isDryRun() || !order.without().isEmpty() || last.isEmpty()) {
            return Optional.empty();
        }
        Optional<Changes> read = store
                .<Optional<Changes>, RuntimeException>read(tables -> Changes.read(tables, order, last.get()));
        Optional<Path> packed = packed(last.get());
        if (read.isEmpty() || packed.isEmpty()) {
            return Optional.empty();
        }
        Changes changes = read.get();
        Optional<Compiled> made = new NextVersion(order.list().spec(), ratePerMillion, last.get().compiled(),
                changes.changed).make(packed.get(), work.resolve("packed"), work.resolve("flat"), leaves);
        Listing listing = changes.listing(last.get().listing());
        LOG.debug("list {}: {} changed expressions, {}", order.list().name(), changes.changed.size(),
                made.isPresent() ? "compiled" : "to be compiled with all others");
        return made.filter(compiled -> listing.hasEntriesOfEach(order.list().category(), compiled.recordsByCategory()))
                .map(compiled -> new Next(listing, compiled, changes.changed));
    }

    /// @return empty if it is not as it was published
    private Optional<Path> packed(Last last) throws IOException {
        Digest digest = last.compiled().packed().digest();
        Path path = folder.file(new Content(ContentKind.PACKED, digest));
        return Files.exists(path) && Digest.ofFile(path).equals(digest) ? Optional.of(path) : Optional.empty();
    }

    /// The changes of a draft since the version before.
    private static final class Changes {

        private final Map<Long, Category> ofSource;
        private final Category ofList;
        private final List<Changed> changed = new ArrayList<>();
        private long added;
        private long removed;

        private Changes(Map<Long, Category> ofSource, Category ofList) {
            this.ofSource = ofSource;
            this.ofList = ofList;
        }

        /// @return empty if they are many, or bring another category
        static Optional<Changes> read(Tables tables, Order order, Last last) throws IOException {
            ListRow list = order.list();
            Map<Long, Category> ofSource = Listing.categoriesOfSources(tables, list);
            if (!last.isBefore(order, ofSource)) {
                return Optional.empty();
            }
            Changes changes = new Changes(ofSource, list.category());
            long most = Math.max(LEAST, last.compiled().expressions() / PART);
            Set<String> testEntries = last.listing()
                    .categories()
                    .stream()
                    .map(TestEntries::listed)
                    .collect(Collectors.toSet());
            boolean[] fits = {true};
            tables.entries()
                    .changes(list.id(), last.order().upTo(), order.upTo(), Wanted.ALL, (expression, before, after) -> {
                        changes.take(expression, before, after);
                        fits[0] = changes.changed.size() <= most && !testEntries.contains(expression.text());
                        return fits[0];
                    });
            return Optional.of(changes)
                    .filter(_ -> fits[0])
                    .filter(all -> all.changed.stream().allMatch(each -> last.listing().has(each.after())));
        }

        private void take(Expression expression, List<ListedTerms> before, List<ListedTerms> after) {
            Set<Category> was = categories(before);
            Set<Category> is = categories(after);
            if (!was.equals(is)) {
                changed.add(new Changed(expression, was, is));
                added += was.isEmpty() ? 1 : 0;
                removed += is.isEmpty() ? 1 : 0;
            }
        }

        private Set<Category> categories(List<ListedTerms> listed) {
            return listed.stream()
                    .map(terms -> ofSource.getOrDefault(terms.sourceId(), ofList))
                    .collect(Collectors.toSet());
        }

        Listing listing(Listing before) {
            return new Listing(ofSource, before.categories(), before.expressions() + added - removed, added, removed);
        }
    }
}
