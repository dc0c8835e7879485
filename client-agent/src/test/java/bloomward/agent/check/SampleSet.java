package bloomward.agent.check;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.store.ListFilter;
import bloomward.agent.store.Protection;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeySpec;
import bloomward.format.release.AllowEntry;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.Floor;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import java.lang.foreign.Arena;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// A protection in memory: lists of these expressions, an allow list, and notes that run out one after the other.
final class SampleSet {

    static final Instant ISSUED = Instant.parse("2026-11-01T00:00:00Z");
    static final Instant FRESH = ISSUED.plusSeconds(1);
    static final Instant STALE = ISSUED.plus(Duration.ofDays(1));
    static final Instant EXPIRED = ISSUED.plus(Duration.ofDays(7));

    private static final int BLOCKS_FOR_A_LOW_RATE = 4;

    private final TreeMap<String, Collection<String>> lists = new TreeMap<>();
    private List<String> allowed = List.of();
    private final List<AllowEntry> entries = new ArrayList<>();
    private int width = 48;

    /// A list of these expressions; an exact form begins with a space.
    SampleSet list(String name, Collection<String> expressions) {
        lists.put(name, List.copyOf(expressions));
        return this;
    }

    SampleSet list(String name, String... expressions) {
        return list(name, List.of(expressions));
    }

    SampleSet allow(String... expressions) {
        allowed = List.of(expressions);
        return this;
    }

    /// For a list or, with an empty name, for every list; until a time, or for good.
    SampleSet allow(String expression, String list, Optional<Instant> end) {
        entries.add(new AllowEntry(expression, list.isEmpty() ? Optional.empty() : Optional.of(list), end));
        return this;
    }

    /// So narrow keys that many strangers share one.
    SampleSet keysOfBits(int bits) {
        width = bits;
        return this;
    }

    Protection build() {
        try {
            List<ListFilter> filters = new ArrayList<>();
            lists.forEach((name, expressions) -> filters.add(filter(name, expressions)));
            AllowList plain = AllowList.of(1, allowed.stream().map(text -> text.getBytes(US_ASCII)).toList());
            AllowList allow = entries.isEmpty() ? plain : AllowList.ofEntries(1, entries);
            SigningKey key = SigningKey.generate("key", new SecureRandom());
            TrustedKeys keys = TrustedKeys.of(1, List.of(key.verifierKey()));
            Root root = new Root("example.org/bloomward", 1, ISSUED, ISSUED.plus(Duration.ofDays(365)), keys, keys,
                    key.verifierKey(), List.of());
            Manifest manifest = new Manifest(root.origin(), ISSUED.getEpochSecond(), 1, ISSUED, EXPIRED, 1,
                    FileRef.of(allow.toBytes()), filters.stream().map(ListFilter::release).toList());
            Latest latest = new Latest(root.origin(), Digest.of(manifest.toText().getBytes(UTF_8)), manifest.sequence(),
                    1, ISSUED, STALE);
            return new Protection(root, Floor.at(root), manifest, latest, filters, allow);
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }

    private ListFilter filter(String name, Collection<String> expressions) {
        KeySpec spec = new KeySpec(1, width, name.hashCode());
        long[] keys = expressions.stream()
                .mapToLong(text -> spec.keyOf(spec.keyHash().of(text.getBytes(US_ASCII))))
                .sorted()
                .distinct()
                .toArray();
        try {
            PackedFilter packed = PackedFilter.of(spec, Math.max(BLOCKS_FOR_A_LOW_RATE, keys.length / 16), keys,
                    keys.length);
            return new ListFilter(release(name, spec, keys.length), FlatFilter.of(packed, Arena.ofAuto()), packed);
        } catch (RuntimeException e) {
            throw new AssertionError(name + ": " + expressions.size() + " entries", e);
        }
    }

    private static ListRelease release(String name, KeySpec spec, int entries) {
        return new ListRelease(name, 7, spec, entries, 1000, FileRef.of((name + " packed").getBytes(UTF_8)),
                FileRef.of((name + " flat").getBytes(UTF_8)), new ConfirmRoot(Digest.of(name.getBytes(UTF_8))),
                new BucketBits(0), List.of(new Category(name)));
    }
}
