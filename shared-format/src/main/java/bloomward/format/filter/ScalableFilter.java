package bloomward.format.filter;

import bloomward.format.FormatException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// A growing series of classic filters: no capacity needs to be known in advance.
///
/// When the last layer is full, one is added for twice as many entries and half the rate (Almeida, Baquero, Preguiça,
/// Hutchison, "Scalable Bloom Filters", 2007). The rates of the layers are p/2, p/4, p/8 and so on, so that any number
/// of them together stays below p. The price: a look-up of a non-member reads every layer, and a grown filter needs a
/// few more bits per entry than one of the right size. If the capacity is known, use a [ClassicFilter].
///
/// An entry that seems to be present is not added again, so entries are counted, and the count determines the layers.
/// FORMAT.md 9.7.
public final class ScalableFilter implements MutableFilter {

    private final long firstCapacity;
    private final double rate;
    private final List<ClassicFilter> layers = new ArrayList<>();
    private long entries;
    /// The number of entries that all layers together are made for.
    private long capacity;

    private ScalableFilter(long firstCapacity, double rate) {
        this.firstCapacity = firstCapacity;
        this.rate = rate;
    }

    /// An empty filter whose false positive rate always stays below the given one.
    ///
    /// @param capacity of the first layer; too small a one costs look-up time, and nothing is lost
    public static ScalableFilter of(long capacity, double rate) {
        FilterShape shape = FilterShape.of(FilterKind.SCALABLE, capacity, rate, 0);
        ScalableFilter filter = new ScalableFilter(shape.capacity(), shape.rate());
        filter.append(ClassicFilter.of(filter.nextLayer()));
        return filter;
    }

    /// @param words the layers, one behind the other
    static ScalableFilter over(FilterShape shape, MemorySegment words) throws FormatException {
        ScalableFilter filter = new ScalableFilter(shape.capacity(), shape.rate());
        long at = 0;
        while (filter.layers.size() < shape.units()) {
            FilterShape layer = filter.nextLayer();
            filter.append(ClassicFilter.over(layer, FilterWords.read(words, at, layer.sizeInWords())));
            at += layer.sizeInWords();
        }
        filter.entries = shape.entries();
        return filter;
    }

    static FilterShape shape(long capacity, double rate, long entries) {
        if (entries < 0) {
            throw new IllegalArgumentException(entries + " entries");
        }
        FilterShape first = layer(capacity, rate, 0);
        long sizeInBits = first.sizeInBits();
        long sizeInWords = first.sizeInWords();
        int layers = 1;
        for (long held = first.capacity(); held < entries; layers++) {
            FilterShape next = layer(capacity, rate, layers);
            held += next.capacity();
            sizeInBits += next.sizeInBits();
            sizeInWords += next.sizeInWords();
        }
        return new FilterShape(FilterKind.SCALABLE, capacity, rate, entries, layers, first.bitsPerEntry(), sizeInBits,
                sizeInWords);
    }

    /// Twice the capacity and half the rate of the layer before; the first begins with half the rate of the whole.
    private static FilterShape layer(long capacity, double rate, int index) {
        return ClassicFilter.shape(Math.max(1, capacity) << index, Math.scalb(rate, -1 - index));
    }

    @Override
    public boolean mightContain(long hash) {
        for (int i = layers.size() - 1; i >= 0; i--) { // the last is the largest and most likely to know it
            if (layers.get(i).mightContain(hash)) {
                return true;
            }
        }
        return false;
    }

    /// Adds a hash unless it seems to be present.
    ///
    /// @throws IllegalArgumentException if the next layer would be longer than an array; nothing has changed then
    @Override
    public boolean add(long hash) {
        if (mightContain(hash)) {
            return false;
        }
        if (entries == capacity) {
            append(ClassicFilter.of(nextLayer()));
        }
        layers.getLast().add(hash);
        entries++;
        return true;
    }

    /// Empties it and goes back to one layer.
    @Override
    public void clear() {
        ClassicFilter first = layers.getFirst();
        first.clear();
        layers.clear();
        capacity = 0;
        entries = 0;
        append(first);
    }

    @Override
    public FilterKind kind() {
        return FilterKind.SCALABLE;
    }

    /// The number of entries that its present layers are made for.
    @Override
    public long capacity() {
        return capacity;
    }

    /// Never: it makes itself larger.
    @Override
    public boolean isNearCapacity() {
        return false;
    }

    /// Exactly the entries added, except those that seemed to be present.
    @Override
    public long estimatedCount() {
        return entries;
    }

    @Override
    public long sizeInBits() {
        return layers.stream().mapToLong(ClassicFilter::sizeInBits).sum();
    }

    @Override
    public double fill() {
        return (double) layers.stream().mapToLong(ClassicFilter::ones).sum() / sizeInBits();
    }

    @Override
    public double currentRate() {
        double logOfRight = 0;
        for (ClassicFilter layer : layers) {
            logOfRight += Math.log1p(-layer.currentRate());
        }
        return 0 - Math.expm1(logOfRight); // not -0.0 for an empty filter
    }

    /// The number of layers that a look-up reads.
    public int layerCount() {
        return layers.size();
    }

    FilterShape shape() {
        return shape(firstCapacity, rate, entries);
    }

    List<long[]> words() {
        return layers.stream().map(ClassicFilter::words).toList();
    }

    private FilterShape nextLayer() {
        return layer(firstCapacity, rate, layers.size());
    }

    private void append(ClassicFilter layer) {
        layers.add(layer);
        capacity += layer.capacity();
    }
}
