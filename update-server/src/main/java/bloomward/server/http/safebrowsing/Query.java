package bloomward.server.http.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bloomward.server.safebrowsing.RefusedException;
import bloomward.server.safebrowsing.RefusedException.Reason;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The parameters of an address. A plus sign is one, not a space: clients send Base64 as it is.
///
/// @param values of each name, in their order
record Query(Map<String, List<String>> values) {

    /// Reads what stands behind the question mark.
    static Query of(String text) throws RefusedException {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = unescaped(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : unescaped(pair.substring(equals + 1));
            values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        }
        return new Query(values);
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /// The values of some names, which are spellings of one.
    List<byte[]> bytes(String... names) throws RefusedException {
        List<byte[]> bytes = new ArrayList<>();
        for (String each : allOf(names)) {
            bytes.add(base64(each));
        }
        return bytes;
    }

    private List<String> allOf(String... names) {
        return Stream.of(names).flatMap(name -> all(name).stream()).toList();
    }

    /// A number, 0 if none of its names is there.
    long number(String... names) throws RefusedException {
        List<String> given = allOf(names);
        if (given.isEmpty()) {
            return 0;
        }
        if (given.size() > 1 || !given.getFirst().matches("-?[0-9]{1,10}")) {
            throw new RefusedException(Reason.INVALID_ARGUMENT, "a size constraint is no number");
        }
        return Long.parseLong(given.getFirst());
    }

    /// Base64 of either alphabet, padded or not.
    static byte[] base64(String text) throws RefusedException {
        try {
            String plain = text.replace('-', '+').replace('_', '/').replace(' ', '+').replaceFirst("={1,2}$", "");
            return Base64.getDecoder().decode(plain);
        } catch (IllegalArgumentException _) {
            throw new RefusedException(Reason.INVALID_ARGUMENT, "a parameter is not Base64");
        }
    }

    private static String unescaped(String text) throws RefusedException {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '%') {
                int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
                int low = high < 0 ? -1 : Character.digit(text.charAt(at + 2), 16);
                if (low < 0) {
                    throw new RefusedException(Reason.INVALID_ARGUMENT, "a broken escape in the address");
                }
                bytes.write(high << 4 | low);
                at += 2;
            } else {
                bytes.write(c);
            }
        }
        return bytes.toString(ISO_8859_1);
    }
}
