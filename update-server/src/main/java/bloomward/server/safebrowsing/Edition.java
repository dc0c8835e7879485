package bloomward.server.safebrowsing;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.Category;
import bloomward.format.key.FullHash;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One publication in the terms of the protocol. Immutable but for what it remembers of its answers; for all threads.
public final class Edition {

    private static final Logger LOG = LoggerFactory.getLogger(Edition.class);

    private final long sequence;
    private final GatewayFolder folder;
    private final Map<ThreatList, PrefixSet> prefixes;
    private final Map<ThreatList, List<HashFile>> files;
    private final Set<FullHash> allowed;
    private final Counts counts;
    private final Remembered remembered = new Remembered();
    /// Earlier sets that were read: as long as there is memory, each is read once for the many clients that have it.
    private final Map<Earlier, SoftReference<PrefixSet>> earlier = new ConcurrentHashMap<>();

    private record Earlier(ThreatList list, Digest digest) {}

    /// Counts of what the protocol cannot say.
    ///
    /// @param exact listed as one page alone: a client takes the expression with all below it
    /// @param spelled hashed in more ways than one, as clients disagree
    /// @param allowedAway listed hashes left out because all or a part of their pages is allowed
    /// @param unmapped hashes of categories that lead to no list
    public record Counts(long exact, long spelled, long allowedAway, long unmapped) {}

    /// A full hash that is listed.
    ///
    /// @param hash 32 bytes
    @SuppressWarnings("ArrayRecordComponent") // read at once
    record Match(ThreatList list, byte[] hash) {}

    private Edition(long sequence, GatewayFolder folder, Map<ThreatList, PrefixSet> prefixes,
            Map<ThreatList, List<HashFile>> files, Set<FullHash> allowed, Counts counts) {
        this.sequence = sequence;
        this.folder = folder;
        this.prefixes = prefixes;
        this.files = files;
        this.allowed = allowed;
        this.counts = counts;
    }

    /// Puts together what is listed by the versions of a publication.
    static Edition of(long sequence, GatewayFolder folder, Collection<Path> versions, CategoryLists categories,
            Allowed allowList) throws IOException {
        List<HashFile> all = new ArrayList<>();
        long exact = 0;
        long spelled = 0;
        long covered = 0;
        for (Path version : versions) {
            for (Path file : GatewayFolder.in(version)) {
                if (String.valueOf(file.getFileName()).endsWith(VersionHashes.SUFFIX)) {
                    all.add(HashFile.open(file));
                }
            }
            VersionHashes.Counts counts = VersionHashes.countsOf(version);
            exact += counts.exact();
            spelled += counts.spelled();
            covered += counts.covered();
        }
        Set<FullHash> allowed = allowList.above(all);
        Map<ThreatList, List<HashFile>> files = new EnumMap<>(ThreatList.class);
        long unmapped = 0;
        for (HashFile file : all) {
            Category category = file.category();
            Optional<ThreatList> list = categories.listOf(category);
            list.ifPresent(each -> files.computeIfAbsent(each, _ -> new ArrayList<>()).add(file));
            unmapped += list.isPresent() ? 0 : file.count();
        }
        Map<ThreatList, PrefixSet> prefixes = new EnumMap<>(ThreatList.class);
        for (ThreatList list : ThreatList.values()) {
            prefixes.put(list, prefixesOf(files.getOrDefault(list, List.of()), allowed));
        }
        return new Edition(sequence, folder, prefixes, files, allowed,
                new Counts(exact, spelled, covered + allowed.size(), unmapped));
    }

    private static PrefixSet prefixesOf(List<HashFile> files, Set<FullHash> allowed) {
        Set<Integer> suspects = allowed.stream()
                .map(hash -> bigEndian(hash.toBytes()))
                .collect(Collectors.toCollection(HashSet::new));
        int most = files.stream().mapToInt(HashFile::count).reduce(0, Math::addExact);
        int[] all = new int[most];
        int count = 0;
        for (HashFile file : files) {
            for (int i = 0; i < file.count(); i++) {
                int prefix = file.prefix(i);
                if (suspects.isEmpty() || !suspects.contains(prefix)
                        || !allowed.contains(FullHash.ofDigest(file.hash(i)))) {
                    all[count++] = prefix;
                }
            }
        }
        return PrefixSet.of(all, count);
    }

    private static int bigEndian(byte[] hash) {
        return (hash[0] & 0xff) << 24 | (hash[1] & 0xff) << 16 | (hash[2] & 0xff) << 8 | (hash[3] & 0xff);
    }

    /// Writes the sets that are not there yet.
    void write() throws IOException {
        for (Map.Entry<ThreatList, PrefixSet> each : prefixes.entrySet()) {
            Path file = folder.prefixes(each.getKey(), each.getValue().digest());
            if (!Files.exists(file)) {
                each.getValue().write(file);
            }
        }
    }

    /// The number of the publication.
    public long sequence() {
        return sequence;
    }

    public Counts counts() {
        return counts;
    }

    /// The number of prefixes of a list.
    public int size(ThreatList list) {
        return prefixes(list).size();
    }

    PrefixSet prefixes(ThreatList list) {
        return prefixes.getOrDefault(list, PrefixSet.EMPTY);
    }

    /// The set of an earlier edition, or of this one.
    ///
    /// @return nothing if it is not kept any more, was never there, or is damaged
    Optional<PrefixSet> known(ThreatList list, Digest digest) {
        if (prefixes(list).digest().equals(digest)) {
            return Optional.of(prefixes(list));
        }
        Earlier key = new Earlier(list, digest);
        SoftReference<PrefixSet> before = earlier.get(key);
        PrefixSet known = before == null ? null : before.get();
        if (known != null) {
            return Optional.of(known);
        }
        try {
            PrefixSet read = PrefixSet.read(folder.prefixes(list, digest));
            earlier.put(key, new SoftReference<>(read));
            return Optional.of(read);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException | FormatException e) {
            LOG.warn("safe browsing: an earlier list is not used: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /// The listed hashes that begin with these bytes, by list.
    ///
    /// @param prefix 4 to 32 bytes
    List<Match> find(byte[] prefix) {
        List<Match> matches = new ArrayList<>();
        files.forEach((list, ofList) -> {
            for (HashFile file : ofList) {
                for (byte[] hash : file.beginningWith(prefix)) {
                    if (allowed.isEmpty() || !allowed.contains(FullHash.ofDigest(hash))) {
                        matches.add(new Match(list, hash));
                    }
                }
            }
        });
        return matches;
    }

    Remembered remembered() {
        return remembered;
    }
}
