package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The database of a client, written from the public documents of both versions and from nothing of ours: decodes an update,
/// applies it, and compares the checksum. Slow and plain.
public final class DocumentedClient {

    /// What the documents tell a client to throw away.
    public static final class BadUpdateException extends Exception {

        private static final long serialVersionUID = 1;

        BadUpdateException(String message) {
            super(message);
        }
    }

    /// Prefixes as hex digits: their order is that of the bytes.
    private TreeSet<String> prefixes = new TreeSet<>();
    private byte[] version = {};

    /// What is presented at the next update.
    public byte[] version() {
        return version.clone();
    }

    public Set<String> prefixes() {
        return Set.copyOf(prefixes);
    }

    /// Whether the full hash of a text has a prefix in the list.
    public boolean has(String text) throws GeneralSecurityException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        return prefixes.contains(HexFormat.of().formatHex(hash, 0, 4));
    }

    /// Applies a `HashList` of version 5: additions are numbers whose highest byte is the first of the prefix.
    public void applyV5(Read list) throws BadUpdateException {
        List<Long> removals = list.has("compressed_removals")
                ? decode(list.inner("compressed_removals"), "entries_count", 3, 30)
                : List.of();
        List<Long> additions = list.has("additions_four_bytes")
                ? decode(list.inner("additions_four_bytes"), "entries_count", 3, 30)
                : List.of();
        List<String> added = additions.stream().map("%08x"::formatted).toList();
        apply(list.flag("partial_update"), removals, added, list.bytes("sha256_checksum"), list.bytes("version"));
    }

    /// Applies a `ListUpdateResponse` of version 4: Rice-coded additions are numbers whose lowest byte is the first of the prefix;
    /// raw ones are bytes.
    public void applyV4(Read list) throws BadUpdateException {
        List<Long> removals = new ArrayList<>();
        List<String> added = new ArrayList<>();
        for (Read set : list.all("removals")) {
            if (set.has("rice_indices")) {
                removals.addAll(decode(set.inner("rice_indices"), "num_entries", 2, 28));
            }
            if (set.has("raw_indices")) {
                removals.addAll(set.inner("raw_indices").numbers("indices"));
            }
        }
        for (Read set : list.all("additions")) {
            if (set.has("rice_hashes")) {
                for (long number : decode(set.inner("rice_hashes"), "num_entries", 2, 28)) {
                    added.add("%08x".formatted(Integer.reverseBytes((int) number)));
                }
            }
            if (set.has("raw_hashes")) {
                byte[] raw = set.inner("raw_hashes").bytes("raw_hashes");
                for (int at = 0; at < raw.length; at += 4) {
                    added.add(HexFormat.of().formatHex(raw, at, at + 4));
                }
            }
        }
        apply(list.number("response_type") == 1, removals, added, list.inner("checksum").bytes("sha256"),
                list.bytes("new_client_state"));
    }

    /// Removals first, by their place in the sorted list; then additions; then the checksum over all.
    private void apply(boolean isPartial, List<Long> removals, List<String> added, byte[] checksum, byte[] newVersion)
            throws BadUpdateException {
        if (!isPartial && !removals.isEmpty()) {
            throw new BadUpdateException("removals in a whole list");
        }
        List<String> before = isPartial ? List.copyOf(prefixes) : List.of();
        Set<Long> removed = new HashSet<>(removals);
        TreeSet<String> after = new TreeSet<>();
        for (int i = 0; i < before.size(); i++) {
            if (!removed.remove((long) i)) {
                after.add(before.get(i));
            }
        }
        if (!removed.isEmpty()) {
            throw new BadUpdateException("removes what is not there: " + removed);
        }
        for (String each : added) {
            if (!after.add(each)) {
                throw new BadUpdateException("adds what is there: " + each);
            }
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        after.forEach(each -> all.writeBytes(HexFormat.of().parseHex(each)));
        if (!Arrays.equals(checksum, sha256(all.toByteArray()))) {
            throw new BadUpdateException("another checksum");
        }
        prefixes = after;
        version = newVersion;
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Long> decode(Read rice, String count, int least, int most) throws BadUpdateException {
        long parameter = rice.number("rice_parameter");
        if (rice.number(count) > 0 && (parameter < least || parameter > most)) {
            throw new BadUpdateException("Rice parameter " + parameter);
        }
        return decode(rice.number("first_value"), (int) parameter, rice.number(count), rice.bytes("encoded_data"));
    }

    /// A quotient in ones, a zero, and the remainder with its lowest bit first; bits fill bytes from the lowest one on.
    static List<Long> decode(long first, int parameter, long count, byte[] data) throws BadUpdateException {
        List<Long> numbers = new ArrayList<>(List.of(first));
        long number = first;
        long at = 0;
        for (long i = 0; i < count; i++) {
            long quotient = 0;
            while (bit(data, at++)) {
                quotient++;
            }
            long remainder = 0;
            for (int bit = 0; bit < parameter; bit++) {
                remainder |= bit(data, at++) ? 1L << bit : 0;
            }
            number += (quotient << parameter) + remainder;
            if (number > 0xffff_ffffL) {
                throw new BadUpdateException("a number above 32 bits");
            }
            numbers.add(number);
        }
        return numbers;
    }

    private static boolean bit(byte[] data, long at) throws BadUpdateException {
        if (at / 8 >= data.length) {
            throw new BadUpdateException("the code ends early");
        }
        return (data[(int) (at / 8)] >> (at % 8) & 1) != 0;
    }
}
