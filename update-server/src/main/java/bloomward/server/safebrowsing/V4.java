package bloomward.server.safebrowsing;

import bloomward.format.key.FullHash;
import bloomward.server.safebrowsing.Remembered.Form;
import bloomward.server.safebrowsing.V4Request.FullHashes;
import bloomward.server.safebrowsing.V4Request.ListAsked;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    public byte[] lists() throws RefusedException {
        V5.edition(gateway);
        WireMessage answer = new WireMessage();
        for (int threat = 1; threat <= 5; threat++) {
            answer.message(1, new WireMessage().number(1, threat).number(2, ANY_PLATFORM).number(3, URL));
        }
        return answer.toBytes();
    }

    /// Updates of several lists.
    public byte[] updates(byte[] request) throws RefusedException {
        Edition edition = V5.edition(gateway);
        List<ListAsked> asked = V4Request.lists(request);
        if (asked.isEmpty() || asked.size() > MOST_LISTS) {
            throw RefusedException.invalid(asked.size() + " lists are asked for; a request names 1 to " + MOST_LISTS);
        }
        WireMessage answer = new WireMessage();
        for (ListAsked each : asked) {
            requirePlatform(each.platform());
            Optional<ThreatList> list = list(each.threat());
            if (list.isPresent() && isUrl(each.entryType())) {
                answer.message(1, update(edition, list.get(), each));
            }
        }
        return answer.message(2, V5.waiting()).toBytes();
    }

    private static void requirePlatform(int platform) throws RefusedException {
        if (platform < 0 || platform > LAST_PLATFORM) {
            throw RefusedException.invalid("there is no platform " + platform);
        }
    }

    private static boolean isUrl(int entryType) {
        return entryType == URL || entryType == 0;
    }

    private WireMessage update(Edition edition, ThreatList list, ListAsked asked) throws RefusedException {
        Update update = Update.of(edition, list, VersionToken.read(asked.state()));
        update.requireWithin(asked.bounds());
        gateway.countUpdate(update.kind());
        boolean isRice = asked.compressions().contains(RICE);
        return new WireMessage().number(1, asked.threat())
                .number(2, asked.entryType())
                .number(3, asked.platform())
                .number(4, update.isPartial() ? PARTIAL_UPDATE : FULL_UPDATE)
                .fields(update.written(edition, isRice ? Form.V4_RICE : Form.V4_RAW, difference -> {
                    WireMessage content = new WireMessage();
                    if (difference.added().length > 0) {
                        content.message(5, isRice ? riceHashes(difference.added()) : rawHashes(difference.added()));
                    }
                    if (difference.removed().length > 0) {
                        content.message(6,
                                isRice ? riceIndices(difference.removed()) : rawIndices(difference.removed()));
                    }
                    return content.bytes(7, update.target().toBytes())
                            .message(8, new WireMessage().bytes(1, update.to().digest().toBytes()));
                }));
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
    public byte[] fullHashes(byte[] request) throws RefusedException {
        Edition edition = V5.edition(gateway);
        FullHashes asked = V4Request.fullHashes(request);
        if (asked.prefixes().isEmpty() || asked.prefixes().size() > V5.MOST_PREFIXES) {
            throw RefusedException
                    .invalid(asked.prefixes().size() + " prefixes; a question has 1 to " + V5.MOST_PREFIXES);
        }
        Set<Integer> threats = new LinkedHashSet<>(asked.threats());
        Set<Integer> platforms = new LinkedHashSet<>(asked.platforms());
        if (platforms.isEmpty()) {
            platforms.add(ANY_PLATFORM);
        }
        for (int platform : platforms) {
            requirePlatform(platform);
        }
        List<WireMessage> matches = new ArrayList<>();
        for (byte[] prefix : asked.prefixes()) {
            if (prefix.length < Integer.BYTES || prefix.length > FullHash.SIZE_IN_BYTES) {
                throw RefusedException.invalid("a prefix of " + prefix.length + " bytes; it must have 4 to 32");
            }
        }
        boolean hasUrls = asked.entryTypes().isEmpty() || asked.entryTypes().stream().anyMatch(V4::isUrl);
        for (byte[] prefix : asked.prefixes()) {
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
        return answer.message(3, V5.waiting()).toBytes();
    }
}
