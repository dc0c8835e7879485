package bloomward.server.compile;

import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.file.ListFields;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;

/// Makes one version of one list: add its expressions, [#finish], [#close].
///
/// Expressions may come in any order and more than once, with the same or another category; the bytes that come out
/// depend on the set only. They are hashed on other threads while more are added. For one thread; closing ends the
/// others and removes what was in the scratch folder.
public final class ListCompiler implements AutoCloseable {

    private static final double MILLION = 1e6;

    private final KeySpec spec;
    private final double rate;
    private final Workers workers;
    private final Partitions keys;
    private final Partitions sortedKeys;
    private final Partitions rows;
    private final Intake intake;
    private final List<Category> categories = new ArrayList<>();
    private final Map<Category, Integer> categoryNumbers = new HashMap<>();
    private Optional<Category> lastCategory = Optional.empty();
    private int lastNumber;
    /// The expression that was added last.
    private byte[] last = new byte[1 << 10];
    private int lastLength;

    /// On all cores, in a few hundred megabytes at most.
    ///
    /// @param ratePerMillion of how many strangers in a million the flat filter may answer "perhaps"
    /// @param scratch an existing folder, for what memory does not hold
    public ListCompiler(KeySpec spec, int ratePerMillion, Path scratch) {
        this(spec, ratePerMillion, scratch, CompileLimits.ofThisMachine());
    }

    ListCompiler(KeySpec spec, int ratePerMillion, Path scratch, CompileLimits limits) {
        this.spec = spec;
        this.rate = rate(ratePerMillion);
        String name = "compile-" + UUID.randomUUID();
        this.keys = new Partitions(scratch.resolve(name + ".keys"), limits.keyBytes());
        this.sortedKeys = new Partitions(scratch.resolve(name + ".sorted"), limits.keyBytes());
        this.rows = new Partitions(scratch.resolve(name + ".hashes"), limits.hashBytes());
        this.workers = new Workers(limits.threads());
        this.intake = new Intake(spec, keys, rows, workers);
    }

    static double rate(int ratePerMillion) {
        if (ratePerMillion < 1 || ratePerMillion >= MILLION) {
            throw new IllegalArgumentException("rate " + ratePerMillion + " in a million, possible: 1..999999");
        }
        return ratePerMillion / MILLION;
    }

    /// Adds an expression with one of its categories.
    ///
    /// @param buffer has the canonical expression in `length` bytes from `offset` on; copied
    /// @throws IOException if something added before could not be written to the scratch folder
    public void add(byte[] buffer, int offset, int length, Category category) throws IOException, CompileException {
        if (lastCategory.isEmpty() || !lastCategory.get().equals(category)) {
            lastNumber = categoryNumbers.computeIfAbsent(category, this::newNumber);
            lastCategory = Optional.of(category);
        }
        boolean isAgain = length > 0 && Arrays.equals(buffer, offset, offset + length, last, 0, lastLength);
        if (!isAgain) {
            last = length > last.length ? new byte[2 * length] : last;
            System.arraycopy(buffer, offset, last, 0, length);
            lastLength = length;
        }
        intake.add(buffer, offset, length, lastNumber, isAgain);
    }

    /// Writes both filter files, and the leaves that are not there yet. To be called once.
    ///
    /// Each file is whole under its name or not there. The leaves are kept last, when both files stand.
    ///
    /// @param packedFile where the packed file is to stand, for the caller to rename to its digest
    /// @param confirm keeps the leaves of all versions of this list
    /// @throws CompileException if the entries are too many for the list's keys, or [FullBucketsException] for its buckets
    public Compiled finish(Path packedFile, Path flatFile, ConfirmFiles confirm) throws IOException, CompileException {
        return finish(packedFile, flatFile, confirm, Optional.empty());
    }

    /// The same, and hands on the full hashes, which are sorted anyway.
    ///
    /// @param receiver of the hashes; it may have got some when this fails
    public Compiled finish(Path packedFile, Path flatFile, ConfirmFiles confirm, Optional<HashReceiver> receiver)
            throws IOException, CompileException {
        intake.finish();
        SortedKeys sorted = SortedKeys.sort(keys, sortedKeys, workers);
        long blocks = FilterFiles.blocksFor(spec, sorted.count(), rate);
        ListFields fields = new ListFields(spec, sorted.count(), blocks);
        BucketBits bits = BucketBits.forEntries(sorted.count());
        Future<FilterFiles> files = workers
                .begin(() -> FilterFiles.write(fields, sorted.cursor(), packedFile, flatFile));
        try (ConfirmWriter writer = confirm.begin(bits)) {
            Map<Category, Long> records = new HashMap<>();
            long expressions = 0;
            List<Integer> full = new ArrayList<>();
            int ranges = Math.min(Partitions.COUNT, bits.buckets());
            Deque<Future<LeafRange>> begun = new ArrayDeque<>();
            for (int i = 0; i < ranges + ahead(); i++) {
                if (i < ranges) {
                    int range = i;
                    begun.add(workers.begin(() -> leaves(bits, range, ranges, receiver.isPresent())));
                }
                if (i >= ahead() && !begun.isEmpty()) {
                    LeafRange leaves = workers.result(begun.remove());
                    writer.add(leaves);
                    if (receiver.isPresent()) {
                        leaves.giveTo(receiver.get(), categories);
                    }
                    for (int number = 0; number < leaves.records().length; number++) {
                        Basis.count(records, categories.get(number), leaves.records()[number]);
                    }
                    expressions += leaves.expressions();
                    full.addAll(leaves.full());
                }
            }
            FilterFiles written = workers.result(files);
            if (!full.isEmpty()) {
                throw new FullBucketsException(bits, full);
            }
            ConfirmRoot root = writer.finish();
            return new Compiled(sorted.count(), expressions, sum(records), blocks, written.packed(), written.flat(),
                    bits, root, basis(sorted, expressions, records));
        }
    }

    @Override
    public void close() throws IOException {
        workers.close();
        keys.close();
        sortedKeys.close();
        rows.close();
    }

    static long sum(Map<Category, Long> records) {
        return records.values().stream().mapToLong(Long::longValue).sum();
    }

    /// A key that came several times is one of several expressions, unless an expression came again later. Then there
    /// are more such keys than expressions have in common, and it is not known which.
    private static Optional<Basis> basis(SortedKeys sorted, long expressions, Map<Category, Long> records) {
        return Optional.of(new Basis(sorted.repeated(), records))
                .filter(Basis::isSmall)
                .filter(basis -> basis.surplus() == expressions - sorted.count());
    }

    /// The number of ranges of leaves that may wait for being written.
    private int ahead() {
        return 2 * workers.count();
    }

    private LeafRange leaves(BucketBits bits, int range, int ranges, boolean keepsRows)
            throws IOException, CompileException {
        int partitions = Partitions.COUNT / ranges;
        int buckets = bits.buckets() / ranges;
        byte[] hashes = rows.take(range * partitions, partitions);
        return LeafRange.of(bits, range * buckets, buckets, hashes, categories, keepsRows);
    }

    private int newNumber(Category category) {
        if (categories.size() == HashRow.MOST_CATEGORIES) {
            throw new IllegalArgumentException(
                    "category '" + category + "' is one more than " + HashRow.MOST_CATEGORIES);
        }
        categories.add(category);
        return categories.size() - 1;
    }
}
