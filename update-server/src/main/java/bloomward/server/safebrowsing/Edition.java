package bloomward.server.safebrowsing;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.Category;
import bloomward.format.key.FullHash;
import bloomward.server.safebrowsing.Remembered.Form;
import bloomward.server.safebrowsing.Remembered.Ready;
import bloomward.server.safebrowsing.Update.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One publication in the terms of the protocol. Immutable but for what it remembers of its answers; for all threads.
public final class Edition {

    private static final Logger LOG = LoggerFactory.getLogger(Edition.class);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final long sequence;
    private final GatewayFolder folder;
    private final Map<ThreatList, PrefixSet> prefixes;
    private final Map<ThreatList, List<HashFile>> files;
    private final Set<FullHash> allowed;
    private final Counts counts;
    private final Remembered remembered = new Remembered();
    /// Apart from the usual updates, which have no part in the waiting of these.
    private final Semaphore makingBounded = new Semaphore(1);

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
            FinishedHashes hashes = new FinishedHashes(version);
            all.addAll(hashes.files());
            FinishedHashes.Counts counts = hashes.counts();
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

    /// The update of a list for a client.
    ///
    /// @param known the version that the client has; nothing if it has none, or one of another server
    /// @param memory for an update that only this client gets
    /// @param write makes the message of it
    Ready update(ThreatList list, Optional<VersionToken> known, Bounds bounds, Form form, OwnMemory memory,
            Function<Update, WireMessage> write) throws RefusedException {
        Optional<VersionToken> since = known.filter(token -> token.list() == list);
        PrefixSet to = prefixes(list);
        if (since.flatMap(VersionToken::beginning).isEmpty() && bounds.allowList(to.size())) {
            Ready usual = usual(list, since.map(VersionToken::digest), form, write);
            if (bounds.allowUpdate(usual.entries())) {
                return usual;
            }
        }
        return bounded(list, since, bounds, memory, write);
    }

    private Ready usual(ThreatList list, Optional<Digest> since, Form form, Function<Update, WireMessage> write) {
        PrefixSet to = prefixes(list);
        return since
                .flatMap(digest -> remembered.get(new Remembered.Key(form, list, since),
                        () -> earlier(list, digest)
                                .map(from -> made(Update.toAll(list, to, Optional.of(from)), write))))
                .or(() -> remembered.get(new Remembered.Key(form, list, Optional.empty()),
                        () -> Optional.of(made(Update.toAll(list, to, Optional.empty()), write))))
                .orElseThrow();
    }

    /// There are too many of these to remember them.
    private Ready bounded(ThreatList list, Optional<VersionToken> since, Bounds bounds, OwnMemory memory,
            Function<Update, WireMessage> write) throws RefusedException {
        try {
            if (!makingBounded.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new RefusedException(RefusedException.Reason.UNAVAILABLE,
                        "too many lists with size constraints are asked for");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(RefusedException.Reason.UNAVAILABLE, "the server stops");
        }
        try {
            Optional<PrefixSet> from = since.flatMap(token -> earlier(list, token.digest()).flatMap(token::of));
            return made(Update.within(bounds, list, prefixes(list), from), write).own(memory);
        } finally {
            makingBounded.release();
        }
    }

    private static Ready made(Update update, Function<Update, WireMessage> write) {
        return new Ready(update.kind(), update.difference().size(), write.apply(update).toBytes());
    }

    /// The set of an earlier edition, or of this one.
    ///
    /// @return nothing if it is not kept any more, was never there, or is damaged
    private Optional<PrefixSet> earlier(ThreatList list, Digest digest) {
        if (prefixes(list).digest().equals(digest)) {
            return Optional.of(prefixes(list));
        }
        Path file = folder.prefixes(list, digest);
        try {
            return Optional.of(PrefixSet.read(file));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            LOG.warn("safe browsing: an earlier list is not used: {}", e.getMessage());
            return Optional.empty();
        } catch (FormatException e) {
            LOG.warn("safe browsing: an earlier list is deleted: {}", e.getMessage());
            folder.forget(file);
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
}
