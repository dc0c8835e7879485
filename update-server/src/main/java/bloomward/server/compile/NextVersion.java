package bloomward.server.compile;

import bloomward.format.FormatException;
import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.key.FullHash;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Future;

/// Makes a version of a list from the version before and the expressions whose listing has changed, in the time that it
/// takes to copy the packed file and to make the flat one: no entry is read, and no expression hashed, that stays.
///
/// The bytes are those that a [ListCompiler] makes of all entries. Where that is not certain, nothing is made.
public final class NextVersion {

    private final KeySpec spec;
    private final double rate;
    private final Compiled previous;
    private final List<Changed> changes;

    /// An expression with its categories in both versions; none where it is not listed.
    public record Changed(Expression expression, Set<Category> before, Set<Category> after) {

        public Changed {
            before = Set.copyOf(before);
            after = Set.copyOf(after);
        }
    }

    /// @param ratePerMillion as for the version before
    /// @param changes each expression once
    public NextVersion(KeySpec spec, int ratePerMillion, Compiled previous, List<Changed> changes) {
        this.spec = spec;
        this.rate = ListCompiler.rate(ratePerMillion);
        this.previous = previous;
        this.changes = List.copyOf(changes);
    }

    /// Writes both filter files, and the leaves that are not there yet, as [ListCompiler#finish] does.
    ///
    /// @param previousPacked the packed file of the version before; its digest is not compared here
    /// @param confirm has the leaves of the version before
    /// @return empty if the version has to be made of all entries: the buckets are others, the leaves are to be written
    ///     anew, or the changes do not fit the files
    public Optional<Compiled> make(Path previousPacked, Path packedFile, Path flatFile, ConfirmFiles confirm)
            throws IOException, CompileException {
        if (previous.basis().isEmpty()) {
            return Optional.empty();
        }
        try (FilterFile file = FilterFile.open(previousPacked)) {
            Optional<KeyChanges> keys = KeyChanges.of(file.packed(), previous.basis().get(), keyCounts());
            return keys.isPresent() ? make(keys.get(), packedFile, flatFile, confirm) : Optional.empty();
        } catch (FormatException e) {
            throw new IOException(previousPacked + " cannot be read any more: " + e.getMessage(), e);
        }
    }

    private Optional<Compiled> make(KeyChanges keys, Path packedFile, Path flatFile, ConfirmFiles confirm)
            throws IOException, CompileException {
        BucketBits bits = BucketBits.forEntries(keys.count());
        if (!bits.equals(previous.bits())) {
            return Optional.empty();
        }
        long blocks = FilterFiles.blocksFor(spec, keys.count(), rate);
        ListFields fields = new ListFields(spec, keys.count(), blocks);
        try (Workers workers = new Workers(1); ConfirmWriter writer = confirm.begin(bits)) {
            if (!writer.takeOver(previous.root())) {
                return Optional.empty();
            }
            Future<FilterFiles> files = workers
                    .begin(() -> FilterFiles.write(fields, keys.cursor(), packedFile, flatFile));
            Map<Category, Long> records = previous.basis().get().recordsToChange();
            if (!replaceLeaves(writer, bits, records)) {
                return Optional.empty();
            }
            FilterFiles written = workers.result(files);
            ConfirmRoot root = writer.finish();
            long expressions = keys.count() + keys.basis(records).surplus();
            return Optional
                    .of(new Compiled(keys.count(), expressions, ListCompiler.sum(records), blocks, written.packed(),
                            written.flat(), bits, root, Optional.of(keys.basis(records)).filter(Basis::isSmall)));
        }
    }

    /// How many expressions more, or fewer, have a key.
    private Map<Long, Integer> keyCounts() {
        KeyHash hash = spec.keyHash();
        Map<Long, Integer> counts = new TreeMap<>();
        for (Changed each : changes) {
            int more = (each.after().isEmpty() ? 0 : 1) - (each.before().isEmpty() ? 0 : 1);
            if (more != 0) {
                counts.merge(spec.keyOf(hash.of(each.expression().toBytes())), more, Integer::sum);
            }
        }
        return counts;
    }

    /// The records that a bucket gains and loses.
    private record BucketChange(List<ConfirmRecord> added, List<ConfirmRecord> removed) {}

    /// @param records to be corrected
    /// @return false if the leaves are not those of the version before the changes
    private boolean replaceLeaves(ConfirmWriter writer, BucketBits bits, Map<Category, Long> records)
            throws IOException, FullBucketsException {
        List<Integer> full = new ArrayList<>();
        for (Map.Entry<Integer, BucketChange> each : bucketChanges(bits).entrySet()) {
            BucketChange change = each.getValue();
            Set<ConfirmRecord> bucket = new TreeSet<>(writer.taken(each.getKey()).records());
            for (ConfirmRecord gone : change.removed()) {
                if (!bucket.remove(gone)) {
                    return false;
                }
                Basis.count(records, gone.category(), -1);
            }
            for (ConfirmRecord come : change.added()) {
                if (!bucket.add(come)) {
                    return false;
                }
                Basis.count(records, come.category(), 1);
            }
            if (new BucketRoom().take(bucket.stream().map(ConfirmRecord::category).toList())) {
                writer.replace(Bucket.of(bits, each.getKey(), bucket));
            } else {
                full.add(each.getKey());
            }
        }
        if (!full.isEmpty()) {
            throw new FullBucketsException(bits, full);
        }
        return true;
    }

    private Map<Integer, BucketChange> bucketChanges(BucketBits bits) {
        Map<Integer, BucketChange> buckets = new TreeMap<>();
        for (Changed each : changes) {
            byte[] expression = each.expression().toBytes();
            FullHash hash = FullHash.of(expression, 0, expression.length);
            Scope scope = Scope.of(expression, 0, expression.length);
            BucketChange change = buckets.computeIfAbsent(bits.bucketOf(hash),
                    _ -> new BucketChange(new ArrayList<>(), new ArrayList<>()));
            each.after()
                    .stream()
                    .filter(category -> !each.before().contains(category))
                    .forEach(category -> change.added().add(new ConfirmRecord(hash, scope, category)));
            each.before()
                    .stream()
                    .filter(category -> !each.after().contains(category))
                    .forEach(category -> change.removed().add(new ConfirmRecord(hash, scope, category)));
        }
        return buckets;
    }
}
