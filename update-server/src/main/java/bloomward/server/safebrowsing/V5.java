package bloomward.server.safebrowsing;

import bloomward.format.key.FullHash;
import bloomward.server.safebrowsing.OwnMemory.Loan;
import bloomward.server.safebrowsing.Remembered.Form;
import bloomward.server.safebrowsing.Remembered.Ready;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Version 5 of the protocol: questions as they stand in an address, answers as messages (`v5.proto`).
public final class V5 {

    /// The most prefixes in a question.
    static final int MOST_PREFIXES = 1000;

    private static final int PREFIX_IN_BYTES = 4;
    private static final int LEAST_BOUND = 1024;
    private static final int FOUR_BYTES = 2;
    private static final int THIRTY_TWO_BYTES = 5;

    private final Gateway gateway;

    public V5(Gateway gateway) {
        this.gateway = gateway;
    }

    private Edition edition() throws RefusedException {
        return edition(gateway);
    }

    static Edition edition(Gateway gateway) throws RefusedException {
        return gateway.current()
                .orElseThrow(
                        () -> new RefusedException(RefusedException.Reason.UNAVAILABLE, "nothing is published yet"));
    }

    /// Names all lists, without their content.
    public Written lists() throws RefusedException {
        edition();
        WireMessage answer = new WireMessage();
        for (ThreatList list : ThreatList.values()) {
            WireMessage metadata = new WireMessage().number(1, list.threatType())
                    .number(2, list.safeType())
                    .text(4, list.description())
                    .number(6, list.safeType() == 0 ? FOUR_BYTES : THIRTY_TWO_BYTES);
            answer.message(1, new WireMessage().text(1, list.label()).message(8, metadata));
        }
        return answer.written();
    }

    /// One list.
    ///
    /// @param versions at most one
    public Written list(String name, List<byte[]> versions, long mostUpdate, long mostList) throws RefusedException {
        if (versions.size() > 1) {
            throw RefusedException.invalid("more than one version of a list");
        }
        Edition edition = edition();
        Optional<VersionToken> known = versions.isEmpty() ? Optional.empty() : VersionToken.read(versions.getFirst());
        Ready made = update(edition, named(name), known, bounds(mostUpdate, mostList));
        return new Written(List.of(made.content()), List.of(made.loan()));
    }

    /// Several lists at once, in the order of their names.
    ///
    /// @param versions of some of the lists, in any order; what is not one of ours is ignored
    public Written lists(List<String> names, List<byte[]> versions, long mostUpdate, long mostList)
            throws RefusedException {
        Edition edition = edition();
        if (names.isEmpty()) {
            throw RefusedException.invalid("no list is named");
        }
        Set<ThreatList> asked = EnumSet.noneOf(ThreatList.class);
        List<ThreatList> inOrder = new ArrayList<>();
        for (String name : names) {
            ThreatList list = named(name);
            if (!asked.add(list)) {
                throw RefusedException.invalid("the list " + list.label() + " is named twice");
            }
            inOrder.add(list);
        }
        Map<ThreatList, VersionToken> known = known(versions);
        Update.Bounds bounds = bounds(mostUpdate, mostList);
        WireMessage answer = new WireMessage();
        List<Loan> loans = new ArrayList<>();
        try {
            for (ThreatList list : inOrder) {
                Ready made = update(edition, list, Optional.ofNullable(known.get(list)), bounds);
                loans.add(made.loan());
                answer.message(1, made.content());
            }
        } catch (RefusedException | RuntimeException e) {
            loans.forEach(Loan::close);
            throw e;
        }
        return answer.written(loans);
    }

    private static Map<ThreatList, VersionToken> known(List<byte[]> versions) throws RefusedException {
        Map<ThreatList, VersionToken> known = new EnumMap<>(ThreatList.class);
        for (byte[] version : versions) {
            Optional<VersionToken> token = VersionToken.read(version);
            if (token.isPresent() && known.put(token.get().list(), token.get()) != null) {
                throw RefusedException.invalid("two versions of the list " + token.get().list().label());
            }
        }
        return known;
    }

    private static ThreatList named(String name) throws RefusedException {
        return ThreatList.labelled(name)
                .orElseThrow(() -> new RefusedException(RefusedException.Reason.NOT_FOUND, "there is no such list"));
    }

    private static Update.Bounds bounds(long mostUpdate, long mostList) throws RefusedException {
        if (mostUpdate < 0 || mostList < 0 || (mostUpdate > 0 && mostUpdate < LEAST_BOUND)) {
            throw RefusedException.invalid("a size constraint is out of range");
        }
        return new Update.Bounds(mostUpdate, mostList);
    }

    private Ready update(Edition edition, ThreatList list, Optional<VersionToken> known, Update.Bounds bounds)
            throws RefusedException {
        Ready made = edition.update(list, known, bounds, Form.V5, gateway.memory(), update -> {
            WireMessage answer = new WireMessage().text(1, list.label())
                    .bytes(2, update.target().toBytes())
                    .flag(3, update.isPartial());
            int[] added = update.difference().added();
            int[] removed = update.difference().removed();
            if (added.length > 0) {
                answer.message(4, Update.message(Rice.of(added, Rice.OF_V5)));
            }
            if (removed.length > 0) {
                answer.message(5, Update.message(Rice.of(removed, Rice.OF_V5)));
            }
            return answer.message(6, waiting()).bytes(7, update.checksum().toBytes());
        });
        gateway.countUpdate(made.kind());
        return made;
    }

    /// The full hashes that begin with some prefixes. Nothing found is an answer.
    ///
    /// @param prefixes of four bytes each
    public Written search(List<byte[]> prefixes) throws RefusedException {
        Edition edition = edition();
        if (prefixes.isEmpty() || prefixes.size() > MOST_PREFIXES) {
            throw RefusedException.invalid(prefixes.size() + " prefixes; a question has 1 to " + MOST_PREFIXES);
        }
        Map<FullHash, Set<Integer>> found = new LinkedHashMap<>();
        for (byte[] prefix : prefixes) {
            if (prefix.length != PREFIX_IN_BYTES) {
                throw RefusedException.invalid("a prefix of " + prefix.length + " bytes; it must have 4");
            }
        }
        for (byte[] prefix : prefixes) {
            List<Edition.Match> matches = edition.find(prefix);
            gateway.countSearch(!matches.isEmpty());
            for (Edition.Match match : matches) {
                found.computeIfAbsent(FullHash.ofDigest(match.hash()), _ -> new TreeSet<>())
                        .add(match.list().threatType());
            }
        }
        WireMessage answer = new WireMessage();
        found.forEach((hash, threats) -> {
            WireMessage full = new WireMessage().bytes(1, hash.toBytes());
            threats.forEach(threat -> full.message(2, new WireMessage().number(1, threat)));
            answer.message(1, full);
        });
        return answer.message(2, waiting()).written(gateway.memory());
    }

    /// The time until the next poll, as a duration.
    static WireMessage waiting() {
        return new WireMessage().number(1, Gateway.WAIT.toSeconds());
    }
}
