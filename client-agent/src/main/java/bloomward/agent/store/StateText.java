package bloomward.agent.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.agent.store.StoreState.Installed;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.release.Floor;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/// The text of a state file.
///
/// ```
/// bloomward store 1                    the format number
/// server URI
/// floor-root NUMBER
/// floor-sequence NUMBER
/// floor-latest-issued TIME
/// checked-at TIME                      only if something is installed, as the three last notes
/// root LENGTH                          in bytes; behind the line the note as it is
/// installed-root LENGTH
/// manifest LENGTH
/// latest LENGTH
/// sha256 DIGEST                        of all before this line
/// ```
///
/// Every later format begins with that first line and ends in that last one, so that a file of a newer program can be told
/// from a damaged one. There is one spelling of each state.
final class StateText {

    static final int FORMAT = 1;
    static final int MAX_SIZE_IN_BYTES = 2 << 20;

    private static final String FIRST_LINE = "bloomward store ";
    private static final String LAST_LINE = "sha256 ";
    private static final int LAST_LINE_IN_BYTES = LAST_LINE.length() + 2 * Digest.SIZE_IN_BYTES + 1;

    private final byte[] bytes;
    private final int end;
    private int at;

    private StateText(byte[] bytes) {
        this.bytes = bytes;
        this.end = bytes.length - LAST_LINE_IN_BYTES;
    }

    static byte[] of(StoreState state) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        line(out, FIRST_LINE + FORMAT);
        line(out, "server " + state.server().toASCIIString());
        line(out, "floor-root " + state.floor().rootVersion());
        line(out, "floor-sequence " + state.floor().sequence());
        line(out, "floor-latest-issued " + state.floor().latestIssued());
        state.installed().ifPresent(installed -> line(out, "checked-at " + installed.checkedAt()));
        note(out, "root", state.root());
        state.installed().ifPresent(installed -> {
            note(out, "installed-root", installed.root());
            note(out, "manifest", installed.manifest());
            note(out, "latest", installed.latest());
        });
        line(out, LAST_LINE + Digest.of(out.toByteArray()));
        return out.toByteArray();
    }

    /// The number in the first line, whatever follows it: 0 if it is no such line.
    static long format(byte[] bytes) {
        String start = new String(bytes, 0, Math.min(bytes.length, FIRST_LINE.length() + 10), US_ASCII);
        int lineEnd = start.indexOf('\n');
        String number = lineEnd < 0 || !start.startsWith(FIRST_LINE)
                ? ""
                : start.substring(FIRST_LINE.length(), lineEnd);
        return number.matches("[1-9]\\d{0,8}") ? Long.parseLong(number) : 0;
    }

    /// Whether every byte is as it was written, in a format of any number.
    static boolean isWhole(byte[] bytes) {
        int end = bytes.length - LAST_LINE_IN_BYTES;
        if (end < 0) {
            return false;
        }
        String last = LAST_LINE + Digest.of(Arrays.copyOf(bytes, end)) + "\n";
        return last.equals(new String(bytes, end, LAST_LINE_IN_BYTES, US_ASCII));
    }

    /// Reads a file of this format; its notes are not verified.
    static StoreState parse(byte[] bytes) throws FormatException {
        if (!isWhole(bytes)) {
            throw new FormatException(Reason.CHECKSUM, "does not end in the digest of what stands before");
        }
        StoreState state = new StateText(bytes).read();
        if (!Arrays.equals(of(state), bytes)) {
            throw malformed("not as it would be written");
        }
        return state;
    }

    private StoreState read() throws FormatException {
        if (format(bytes) != FORMAT) {
            throw malformed("does not begin with " + FIRST_LINE + FORMAT);
        }
        value("bloomward");
        URI server = server(value("server"));
        Floor floor = floor(value("floor-root"), value("floor-sequence"), value("floor-latest-issued"));
        if (!has("checked-at")) {
            return new StoreState(server, note("root", Root.MAX_SIZE_IN_BYTES), floor, Optional.empty());
        }
        Instant checkedAt = time(value("checked-at"));
        SignedNote root = note("root", Root.MAX_SIZE_IN_BYTES);
        Installed installed = new Installed(note("installed-root", Root.MAX_SIZE_IN_BYTES),
                note("manifest", Manifest.MAX_SIZE_IN_BYTES), note("latest", Latest.MAX_SIZE_IN_BYTES), checkedAt);
        return new StoreState(server, root, floor, Optional.of(installed));
    }

    private boolean has(String key) {
        byte[] start = (key + " ").getBytes(US_ASCII);
        return end - at >= start.length && Arrays.equals(bytes, at, at + start.length, start, 0, start.length);
    }

    private String value(String key) throws FormatException {
        int lineEnd = at;
        while (lineEnd < end && bytes[lineEnd] != '\n') {
            lineEnd++;
        }
        if (!has(key) || lineEnd == end) {
            throw malformed("at " + at + ": no line of " + key);
        }
        String value = new String(bytes, at + key.length() + 1, lineEnd - at - key.length() - 1, US_ASCII);
        at = lineEnd + 1;
        return value;
    }

    private SignedNote note(String key, int most) throws FormatException {
        long length = number(value(key));
        if (length > end - at) {
            throw malformed("at " + at + ": a note of " + length + " bytes, there are " + (end - at));
        }
        SignedNote note = SignedNote.parse(Arrays.copyOfRange(bytes, at, at + (int) length), most);
        at += (int) length;
        return note;
    }

    private static URI server(String text) throws FormatException {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw malformed("server: " + e.getMessage());
        }
    }

    private static Floor floor(String root, String sequence, String latestIssued) throws FormatException {
        try {
            return new Floor(number(root), number(sequence), time(latestIssued));
        } catch (IllegalArgumentException e) {
            throw malformed("floor: " + e.getMessage());
        }
    }

    private static long number(String text) throws FormatException {
        if (!text.matches("\\d{1,18}")) {
            throw malformed("no number where one is needed");
        }
        return Long.parseLong(text);
    }

    private static Instant time(String text) throws FormatException {
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            throw malformed("no time where one is needed");
        }
    }

    private static void line(ByteArrayOutputStream out, String line) {
        out.writeBytes((line + "\n").getBytes(US_ASCII));
    }

    private static void note(ByteArrayOutputStream out, String key, SignedNote note) {
        byte[] bytes = note.toBytes();
        line(out, key + " " + bytes.length);
        out.writeBytes(bytes);
    }

    private static FormatException malformed(String what) {
        return new FormatException(Reason.MALFORMED, what);
    }
}
