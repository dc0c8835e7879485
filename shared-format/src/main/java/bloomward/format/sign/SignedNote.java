package bloomward.format.sign;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A text and its signature lines, not yet verified: a C2SP signed note (FORMAT.md 15.1). Immutable.
///
/// The format of Go's checksum database and of transparency logs [1], chosen because it leaves nothing to choose: no
/// canonical JSON, no algorithm named in what is signed, and the signed bytes are there to be read. Every note has one
/// spelling, stricter than elsewhere in one point only, base64; so what was parsed is written as it was read.
///
/// A parsed note is well formed, and nothing more. Nothing in it may be trusted before [TrustedKeys#verify].
///
/// [1] https://c2sp.org/signed-note
public final class SignedNote {

    /// Maximum size of a note unless the caller sets another bound.
    public static final int MAX_SIZE_IN_BYTES = 64 * 1024;

    public static final int MAX_SIGNATURES = 100;

    private final String text;
    private final List<NoteSignature> signatures;

    private SignedNote(String text, List<NoteSignature> signatures) {
        this.text = text;
        this.signatures = List.copyOf(signatures);
    }

    /// Reads a note of at most [#MAX_SIZE_IN_BYTES].
    public static SignedNote parse(byte[] bytes) throws FormatException {
        return parse(bytes, MAX_SIZE_IN_BYTES);
    }

    /// Reads a note.
    ///
    /// @param bytes the whole note
    /// @param maxSizeInBytes its maximum size
    public static SignedNote parse(byte[] bytes, int maxSizeInBytes) throws FormatException {
        if (bytes.length > maxSizeInBytes) {
            throw new FormatException(Reason.MALFORMED,
                    "note: " + bytes.length + " bytes, at most " + maxSizeInBytes + " are allowed");
        }
        requireNoControls(bytes);
        if (bytes.length == 0 || bytes[bytes.length - 1] != '\n') {
            throw new FormatException(Reason.TRUNCATED, "note at " + bytes.length + ": ends without a newline");
        }
        String note = decode(bytes);
        int blank = note.lastIndexOf("\n\n") + 1;
        if (blank == 0) {
            throw new FormatException(Reason.MALFORMED, "note: no blank line between text and signatures");
        }
        return new SignedNote(note.substring(0, blank), lines(note.substring(blank + 1)));
    }

    /// Signs a text.
    ///
    /// @param text ends with a newline; contains no other control character and no lone surrogate
    /// @param keys one to [#MAX_SIGNATURES], no two of one name and id
    public static SignedNote sign(String text, List<SigningKey> keys) {
        requireSignable(text);
        if (keys.isEmpty() || keys.size() > MAX_SIGNATURES) {
            throw new IllegalArgumentException(keys.size() + " keys, not in 1.." + MAX_SIGNATURES);
        }
        SignedNote note = new SignedNote(text, List.of());
        for (SigningKey key : keys) {
            note = note.signedBy(key);
        }
        if (note.signatures.size() != keys.size()) {
            throw new IllegalArgumentException("the same key twice");
        }
        return note;
    }

    /// This note with one more signature, replacing an earlier one by the same key, so that several people can sign one
    /// after the other. Signing vouches for the text, so read it first.
    ///
    /// @throws FormatException if there are too many signatures
    public SignedNote with(SigningKey key) throws FormatException {
        SignedNote signed = signedBy(key);
        if (signed.signatures.size() > MAX_SIGNATURES) {
            throw tooManySignatures();
        }
        return signed;
    }

    /// The text, whose author is not verified.
    public String unverifiedText() {
        return text;
    }

    /// The signature lines in order, of known and unknown keys.
    public List<NoteSignature> signatures() {
        return signatures;
    }

    /// The note as stored and sent: exactly the bytes it was read from.
    public byte[] toBytes() {
        return toString().getBytes(StandardCharsets.UTF_8);
    }

    /// The signed bytes: the text with its last newline, without the blank line.
    byte[] signedBytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SignedNote that && text.equals(that.text) && signatures.equals(that.signatures);
    }

    @Override
    public int hashCode() {
        return 31 * text.hashCode() + signatures.hashCode();
    }

    /// The whole note.
    @Override
    public String toString() {
        StringBuilder note = new StringBuilder(text).append('\n');
        signatures.forEach(signature -> note.append(signature).append('\n'));
        return note.toString();
    }

    private SignedNote signedBy(SigningKey key) {
        KeyLabel label = key.verifierKey().label();
        List<NoteSignature> all = new ArrayList<>(signatures);
        all.removeIf(signature -> signature.key().equals(label));
        all.add(NoteSignature.of(label, key.sign(signedBytes())));
        return new SignedNote(text, all);
    }

    private static List<NoteSignature> lines(String block) throws FormatException {
        if (block.isEmpty()) {
            throw new FormatException(Reason.MALFORMED, "note: no signature line");
        }
        List<NoteSignature> signatures = new ArrayList<>();
        for (int from = 0; from < block.length();) {
            if (signatures.size() == MAX_SIGNATURES) {
                throw tooManySignatures();
            }
            int end = block.indexOf('\n', from); // there is one, the block ends so
            String where = "signature line " + (signatures.size() + 1);
            signatures.add(NoteSignature.parse(block.substring(from, end), where));
            from = end + 1;
        }
        return signatures;
    }

    private static FormatException tooManySignatures() {
        return new FormatException(Reason.MALFORMED, "note: more than " + MAX_SIGNATURES + " signature lines");
    }

    private static void requireNoControls(byte[] bytes) throws FormatException {
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] >= 0 && bytes[at] < ' ' && bytes[at] != '\n') {
                throw new FormatException(Reason.MALFORMED,
                        "note at %d: control character %02x".formatted(at, bytes[at]));
            }
        }
    }

    private static void requireSignable(String text) {
        if (!text.endsWith("\n")) {
            throw new IllegalArgumentException("a text to sign must end with a newline");
        }
        if (text.chars().anyMatch(character -> character < ' ' && character != '\n')) {
            throw new IllegalArgumentException("control character in a text to sign");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("lone surrogate in a text to sign");
        }
    }

    /// Decodes strict UTF-8; an ordinary decoder would insert replacement characters.
    private static String decode(byte[] bytes) throws FormatException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        if (decoder.decode(in, out, true).isError()) {
            throw new FormatException(Reason.MALFORMED,
                    "note at %d: byte %02x is not UTF-8".formatted(in.position(), bytes[in.position()]));
        }
        return out.flip().toString();
    }
}
