package bloomward.server.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingKind;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// An address, or a network of them, written `192.0.2.7`, `192.0.2.0/24` or `2001:db8::/32`. Never a name, which may
/// change its address.
///
/// @param address the first one of a network
/// @param bits at the front that all of its addresses share
public record AddressRange(InetAddress address, int bits) {

    /// The kind of a setting that lists ranges.
    static final SettingKind LIST = new SettingKind() {

        @Override
        public String words() {
            return "addresses and networks such as `192.0.2.0/24`, separated by commas; in files `[\"one\", \"two\"]`";
        }

        @Override
        public String paramLabel() {
            return "ADDRESS,...";
        }

        @Override
        public String read(String text) throws SettingException {
            return parseAll(text).stream().map(AddressRange::toString).collect(Collectors.joining(","));
        }

        @Override
        public boolean isList() {
            return true;
        }
    };

    public AddressRange {
        int most = address.getAddress().length * Byte.SIZE;
        if (bits < 0 || bits > most) {
            throw new IllegalArgumentException("no network: " + address.getHostAddress() + "/" + bits);
        }
        for (int i = bits; i < most; i++) {
            if ((address.getAddress()[i / Byte.SIZE] >> (7 - i % Byte.SIZE) & 1) != 0) {
                throw new IllegalArgumentException(
                        address.getHostAddress() + " is not the first address of a network of /" + bits);
            }
        }
    }

    /// Reads a list; an empty text is an empty one.
    static List<AddressRange> parseAll(String text) throws SettingException {
        List<AddressRange> ranges = new ArrayList<>();
        for (String part : Arrays.stream(text.split(",")).map(String::strip).filter(each -> !each.isEmpty()).toList()) {
            ranges.add(parse(part));
        }
        return List.copyOf(ranges);
    }

    private static AddressRange parse(String text) throws SettingException {
        String[] parts = text.split("/", -1);
        try {
            InetAddress address = InetAddress.ofLiteral(parts[0]);
            if (parts.length == 1) {
                return new AddressRange(address, address.getAddress().length * Byte.SIZE);
            }
            if (parts.length == 2 && parts[1].matches("[0-9]{1,3}")) {
                return new AddressRange(address, Integer.parseInt(parts[1]));
            }
        } catch (IllegalArgumentException e) {
            throw new SettingException("'" + text + "' is neither an address nor a network: " + e.getMessage());
        }
        throw new SettingException("'" + text + "' is neither an address nor a network such as 192.0.2.0/24");
    }

    /// Whether an address lies within.
    public boolean contains(InetAddress other) {
        byte[] mine = address.getAddress();
        byte[] theirs = other.getAddress();
        if (mine.length != theirs.length) {
            return false;
        }
        int whole = bits / Byte.SIZE;
        int rest = bits % Byte.SIZE;
        return Arrays.equals(mine, 0, whole, theirs, 0, whole)
                && (rest == 0 || (mine[whole] ^ theirs[whole]) >> (Byte.SIZE - rest) == 0);
    }

    @Override
    public String toString() {
        boolean isOne = bits == address.getAddress().length * Byte.SIZE;
        return address.getHostAddress() + (isOne ? "" : "/" + bits);
    }
}
