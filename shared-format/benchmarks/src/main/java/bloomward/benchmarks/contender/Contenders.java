package bloomward.benchmarks.contender;

import bloomward.format.filter.BlockedFilter;
import bloomward.format.filter.ClassicFilter;
import bloomward.format.filter.CountingFilter;
import bloomward.format.filter.CuckooFilter;
import bloomward.format.filter.PartitionedFilter;
import bloomward.format.filter.ScalableFilter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All contenders by name.
public final class Contenders {

    /// The reference of the comparison.
    public static final String GUAVA = "Guava";

    private static final Map<String, Contender.Builder> ALL = new LinkedHashMap<>();

    static {
        ALL.put("(hash alone)", _ -> none());
        ALL.put("**flat**, mapped file", Mapped::flat);
        ALL.put("flat, mapped file, 8 at once", keys -> new AtOnce(Mapped.flat(keys)));
        ALL.put("packed, mapped file", Mapped::packed);
        ALL.put("blocked", keys -> new Mutable(BlockedFilter.of(keys.length, Contender.RATE), keys));
        ALL.put("classic", keys -> new Mutable(ClassicFilter.of(keys.length, Contender.RATE), keys));
        ALL.put("partitioned", keys -> new Mutable(PartitionedFilter.of(keys.length, Contender.RATE), keys));
        ALL.put("counting", keys -> new Mutable(CountingFilter.of(keys.length, Contender.RATE), keys));
        ALL.put("scalable, sized right", keys -> new Mutable(ScalableFilter.of(keys.length, Contender.RATE), keys));
        ALL.put("scalable, grown 8 times",
                keys -> new Mutable(ScalableFilter.of(keys.length / 8, Contender.RATE), keys));
        ALL.put("cuckoo", keys -> new Mutable(CuckooFilter.of(keys.length, Contender.RATE), keys));
        ALL.put(GUAVA, Guava::new);
        ALL.put("DataSketches", DataSketches::new);
        ALL.put("commons-collections", Collections4::new);
        ALL.put("Spark sketch", Spark::new);
        ALL.put("Parquet split block", Parquet::new);
        ALL.put("fastfilter Bloom", FastFilter::bloom);
        ALL.put("fastfilter BlockedBloom", FastFilter::blockedBloom);
        ALL.put("fastfilter Cuckoo16", FastFilter::cuckoo16);
        ALL.put("fastfilter Xor16", FastFilter::xor16);
        ALL.put("HashSet of String", Strings::new);
    }

    private Contenders() {}

    /// The contender that only hashes.
    public static Contender none() {
        return new HashAlone();
    }

    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    public static Contender.Builder named(String name) {
        Contender.Builder builder = ALL.get(name);
        if (builder == null) {
            throw new IllegalArgumentException("unknown contender " + name + ", known: " + ALL.keySet());
        }
        return builder;
    }
}
