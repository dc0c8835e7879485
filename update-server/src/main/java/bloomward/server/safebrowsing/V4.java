package bloomward.server.safebrowsing;

import bloomward.format.key.FullHash;
import bloomward.server.safebrowsing.OwnMemory.Loan;
import bloomward.server.safebrowsing.Remembered.Form;
import bloomward.server.safebrowsing.Remembered.Ready;
import bloomward.server.safebrowsing.V4Request.FullHashes;
import bloomward.server.safebrowsing.V4Request.ListAsked;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Version 4 of the protocol (`v4.proto`), for browsers that speak no newer one and for google/safebrowsing.
///
/// Clients ask for lists of a threat, a platform and a kind of entries. Every platform has the same lists here, and only URLs
/// have any. A list of a known threat that is not served, such as that of harmful downloads, is left out of the answer, because
/// Firefox asks for it beside the others.
public final class V4 {

    private static final int URL = 1;
    private static final int RAW = 1;
    private static final int RICE = 2;
    private static final int PARTIAL_UPDATE = 1;
    private static final int FULL_UPDATE = 2;
    private static final int ANY_PLATFORM = 6;
    private static final int MOST_LISTS = 64;
    private static final int LAST_KNOWN_THREAT = 17;
    private static final int LAST_PLATFORM = 8;

    private final Gateway gateway;

    public V4(Gateway gateway) {
        this.gateway = gateway;
    }

    /// The list of a threat by its number, of which phishing has two.
    private static Optional<ThreatList> list(int threat) throws RefusedException {
        if (threat < 1 || threat > LAST_KNOWN_THREAT) {
            throw RefusedException.invalid("there is no threat type " + threat);
        }
        return switch (threat) {
            case 1 -> Optional.of(ThreatList.MALWARE);
            case 2, 5 -> Optional.of(ThreatList.SOCIAL_ENGINEERING);
            case 3 -> Optional.of(ThreatList.UNWANTED_SOFTWARE);
            case 4 -> Optional.of(ThreatList.HARMFUL_APPLICATIONS);
            default -> Optional.empty();
        };
    }

    /// Names all lists.
    public Written lists() throws RefusedException {
        V5.edition(gateway);
        WireMessage answer = new WireMessage();
        for (int threat = 1; threat <= 5; threat++) {
            answer.message(1, new WireMessage().number(1, threat).number(2, ANY_PLATFORM).number(3, URL));
        }
        return answer.written();
    }

    private record ListName(int threat, int platform, int entryType) {}

    /// Updates of several lists.
    public Written updates(byte[] request) throws RefusedException {
        Edition edition = V5.edition(gateway);
        List<ListAsked> asked = V4Request.lists(request);
        if (asked.isEmpty() || asked.size() > MOST_LISTS) {
            throw RefusedException.invalid(asked.size() + " lists are asked for; a request names 1 to " + MOST_LISTS);
        }
        WireMessage answer = new WireMessage();
        Set<ListName> names = new HashSet<>();
        List<Loan> loans = new ArrayList<>();
        try {
            for (ListAsked each : asked) {
                requirePlatform(each.platform());
                if (!names.add(new ListName(each.threat(), each.platform(), each.entryType()))) {
                    throw RefusedException.invalid("the list of threat type " + each.threat() + " and platform "
                            + each.platform() + " is asked for twice");
                }
                Optional<ThreatList> list = list(each.threat());
                if (list.isPresent() && isUrl(each.entryType())) {
                    Ready made = update(edition, list.get(), each);
                    loans.add(made.loan());
                    answer.message(1, named(each, made));
                }
            }
        } catch (RefusedException | RuntimeException e) {
            loans.forEach(Loan::close);
            throw e;
        }
        return answer.message(2, V5.waiting()).written(loans);
    }

    private static void requirePlatform(int platform) throws RefusedException {
        if (platform < 0 || platform > LAST_PLATFORM) {
            throw RefusedException.invalid("there is no platform " + platform);
        }
    }

    private static boolean isUrl(int entryType) {
        return entryType == URL || entryType == 0;
    }

    private Ready update(Edition edition, ThreatList list, ListAsked asked) throws RefusedException {
        boolean isRice = asked.compressions().contains(RICE);
        Ready made = edition.update(list, VersionToken.read(asked.state()), asked.bounds(),
                isRice ? Form.V4_RICE : Form.V4_RAW, gateway.memory(), update -> content(update, isRice));
        gateway.countUpdate(made.kind());
        return made;
    }

    private static WireMessage named(ListAsked asked, Ready made) {
        return new WireMessage().number(1, asked.threat())
                .number(2, asked.entryType())
                .number(3, asked.platform())
                .fields(made.content());
    }

    private static WireMessage content(Update update, boolean isRice) {
        int[] added = update.difference().added();
        int[] removed = update.difference().removed();
        WireMessage content = new WireMessage().number(4, update.isPartial() ? PARTIAL_UPDATE : FULL_UPDATE);
        if (added.length > 0) {
            content.message(5, isRice ? riceHashes(added) : rawHashes(added));
        }
        if (removed.length > 0) {
            content.message(6, isRice ? riceIndices(removed) : rawIndices(removed));
        }
        return content.bytes(7, update.target().toBytes())
                .message(8, new WireMessage().bytes(1, update.checksum().toBytes()));
    }

    private static WireMessage riceHashes(int[] prefixes) {
        return new WireMessage().number(1, RICE)
                .message(4, Update.message(Rice.of(Update.littleEndian(prefixes), Rice.OF_V4)));
    }

    private static WireMessage rawHashes(int[] prefixes) {
        return new WireMessage().number(1, RAW)
                .message(2, new WireMessage().number(1, Integer.BYTES).bytes(2, Update.bytes(prefixes)));
    }

    private static WireMessage riceIndices(int[] indices) {
        return new WireMessage().number(1, RICE).message(5, Update.message(Rice.of(indices, Rice.OF_V4)));
    }

    private static WireMessage rawIndices(int[] indices) {
        WireMessage raw = new WireMessage();
        for (int index : indices) {
            raw.element(1, index);
        }
        return new WireMessage().number(1, RAW).message(3, raw);
    }

    /// The full hashes that begin with some prefixes, each once for each threat and platform asked for.
    public Written fullHashes(byte[] request) throws RefusedException {
        Edition edition = V5.edition(gateway);
        FullHashes asked = V4Request.fullHashes(request);
        if (asked.prefixes().isEmpty() || asked.prefixes().size() > V5.MOST_PREFIXES) {
            throw RefusedException
                    .invalid(asked.prefixes().size() + " prefixes; a question has 1 to " + V5.MOST_PREFIXES);
        }
        if (asked.threats().isEmpty()) {
            throw RefusedException.invalid("no threat type is asked for");
        }
        Set<Integer> threats = new LinkedHashSet<>(asked.threats());
        Set<Integer> platforms = new LinkedHashSet<>(asked.platforms());
        if (platforms.isEmpty()) {
            platforms.add(ANY_PLATFORM);
        }
        for (int platform : platforms) {
            requirePlatform(platform);
        }
        Set<byte[]> prefixes = new TreeSet<>(Arrays::compareUnsigned);
        for (byte[] prefix : asked.prefixes()) {
            if (prefix.length < Integer.BYTES || prefix.length > FullHash.SIZE_IN_BYTES) {
                throw RefusedException.invalid("a prefix of " + prefix.length + " bytes; it must have 4 to 32");
            }
            prefixes.add(prefix);
        }
        List<WireMessage> matches = new ArrayList<>();
        boolean hasUrls = asked.entryTypes().isEmpty() || asked.entryTypes().stream().anyMatch(V4::isUrl);
        for (byte[] prefix : prefixes) {
            List<Edition.Match> found = hasUrls ? edition.find(prefix) : List.of();
            gateway.countSearch(!found.isEmpty());
            for (int threat : threats) {
                Optional<ThreatList> list = list(threat);
                found.stream().filter(match -> list.equals(Optional.of(match.list()))).forEach(match -> {
                    for (int platform : platforms) {
                        matches.add(new WireMessage().number(1, threat)
                                .number(2, platform)
                                .message(3, new WireMessage().bytes(1, match.hash()))
                                .message(5, V5.waiting())
                                .number(6, URL));
                    }
                });
            }
        }
        WireMessage answer = new WireMessage();
        matches.forEach(match -> answer.message(1, match));
        return answer.message(3, V5.waiting()).written(gateway.memory());
    }
}
