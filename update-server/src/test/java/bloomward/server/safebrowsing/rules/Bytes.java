package bloomward.server.safebrowsing.rules;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.text.IDNA;
import java.io.ByteArrayOutputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/// The parts of which the rules are made. Characters of a text are bytes.
final class Bytes {

    private static final IDNA UTS_46 = IDNA
            .getUTS46Instance(IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

    private Bytes() {}

    /// Unescapes once.
    static String unescaped(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            boolean isEscape = text.charAt(i) == '%' && i + 2 < text.length()
                    && Character.digit(text.charAt(i + 1), 16) >= 0 && Character.digit(text.charAt(i + 2), 16) >= 0;
            bytes.write(isEscape ? Integer.parseInt(text.substring(i + 1, i + 3), 16) : text.charAt(i));
            i += isEscape ? 2 : 0;
        }
        return bytes.toString(ISO_8859_1);
    }

    /// Unescapes until nothing changes.
    static String plain(String text) {
        String once = unescaped(text);
        return once.equals(text) ? text : plain(once);
    }

    /// @param format of an escape, such as `%%%02X`
    static String escaped(String text, String format, IntPredicate which) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> escaped.append(which.test(c) ? format.formatted(c) : String.valueOf((char) c)));
        return escaped.toString();
    }

    static String cut(String text, char at) {
        return text.indexOf(at) < 0 ? text : text.substring(0, text.indexOf(at));
    }

    /// From a character on, which is left out; nothing if it is not there.
    static Optional<String> behind(String text, char at) {
        return text.indexOf(at) < 0 ? Optional.empty() : Optional.of(text.substring(text.indexOf(at) + 1));
    }

    static String withoutDots(String host) {
        return host.replaceAll("\\.+", ".").replaceAll("^\\.|\\.$", "");
    }

    static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    /// A name in its ASCII form by UTS #46; unchanged if it has none.
    static String toAscii(String host) {
        StringBuilder ascii = new StringBuilder();
        IDNA.Info info = new IDNA.Info();
        UTS_46.nameToASCII(new String(host.getBytes(ISO_8859_1), UTF_8), ascii, info);
        return info.hasErrors() && !isAscii(ascii.toString()) ? host : ascii.toString();
    }

    /// An IPv4 address as `inet_aton` reads it: one to four numbers, each in octal, decimal or hexadecimal.
    static Optional<String> ipv4(String host) {
        String[] parts = host.toLowerCase(Locale.ROOT).split("\\.", -1);
        if (parts.length > 4) {
            return Optional.empty();
        }
        long address = 0;
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i];
            long number;
            if (part.matches("0x[0-9a-f]{0,8}")) {
                number = part.length() == 2 ? 0 : Long.parseLong(part.substring(2), 16);
            } else if (part.matches("0[0-7]{0,12}")) {
                number = Long.parseLong(part, 8);
            } else if (part.matches("[1-9][0-9]{0,9}")) {
                number = Long.parseLong(part);
            } else {
                return Optional.empty();
            }
            int bytes = i == parts.length - 1 ? 5 - parts.length : 1;
            if (number >= 1L << (8 * bytes)) {
                return Optional.empty();
            }
            address |= number << (8 * (4 - i - bytes));
        }
        return Optional.of(dotted(address));
    }

    private static String dotted(long address) {
        return (address >>> 24) + "." + (address >>> 16 & 0xff) + "." + (address >>> 8 & 0xff) + "." + (address & 0xff);
    }

    /// The eight groups of an IPv6 address without brackets.
    static Optional<int[]> ipv6(String text) {
        try {
            InetAddress address = Inet6Address.ofLiteral(text);
            byte[] bytes = address.getAddress();
            int[] groups = new int[8];
            if (bytes.length == 4) { // the library turns ::ffff:0:0/96 into IPv4
                groups[5] = 0xffff;
            }
            for (int i = 0; i < bytes.length; i++) {
                groups[(16 - bytes.length + i) / 2] |= (bytes[i] & 0xff) << (i % 2 == 0 ? 8 : 0);
            }
            return text.contains(":") ? Optional.of(groups) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// Without leading zeros, the first of the longest runs of two or more zeros as `::`.
    static String compressed(int[] groups) {
        int from = -1;
        int length = 1;
        for (int start = 0; start < 8; start++) {
            int end = start;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - start > length) {
                from = start;
                length = end - start;
            }
        }
        List<String> head = new ArrayList<>();
        List<String> tail = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            if (from < 0 || i < from) {
                head.add(Integer.toHexString(groups[i]));
            } else if (i >= from + length) {
                tail.add(Integer.toHexString(groups[i]));
            }
        }
        return from < 0 ? String.join(":", head) : String.join(":", head) + "::" + String.join(":", tail);
    }

    /// The IPv4 address that an IPv6 address stands for: one that is mapped, or of NAT64.
    static Optional<String> ipv4In(int[] groups) {
        boolean isMapped = groups[0] == 0 && groups[4] == 0 && groups[5] == 0xffff;
        boolean isNat64 = groups[0] == 0x64 && groups[1] == 0xff9b && groups[4] == 0 && groups[5] == 0;
        return (isMapped || isNat64) && groups[2] == 0 && groups[3] == 0 && (isNat64 || groups[1] == 0)
                ? Optional.of(dotted((long) groups[6] << 16 | groups[7]))
                : Optional.empty();
    }
}
