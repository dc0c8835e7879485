package bloomward.format.sign;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/// A private key under a pass phrase (FORMAT.md 15.5). Immutable.
///
/// With a copy of the file, an attacker can guess pass phrases, each at the cost of 64 MiB and a tenth of a second
/// (Argon2id, RFC 9106). The cost is stored in the file, so that it can be raised later, and bounded, so that a file
/// cannot demand all memory. Everything before the secret is authenticated with it (AES-256-GCM): a file relabelled as
/// another key does not open.
public final class LockedKey implements StoredKey {

    static final String FIRST_LINE = "bloomward signing key ";

    private static final String VERSION = "1";
    private static final String CIPHER = "aes-256-gcm ";
    private static final Pattern KDF = Pattern
            .compile("argon2id ([1-9]\\d{0,8}) ([1-9]\\d{0,8}) ([1-9]\\d{0,8}) (\\S+)");
    private static final String WHERE = "key file";
    private static final int SALT_IN_BYTES = 16;
    private static final int NONCE_IN_BYTES = 12;
    private static final int TAG_IN_BYTES = 16;
    private static final int SEED_IN_BYTES = 32;
    private static final int KEY_IN_BYTES = 32;

    private final VerifierKey verifierKey;
    private final Cost cost;
    private final byte[] salt;
    private final byte[] sealed; // nonce, encrypted seed, tag

    /// The cost of one guess.
    ///
    /// @param kibibytes memory
    /// @param passes over that memory
    /// @param lanes that could run side by side
    record Cost(int kibibytes, int passes, int lanes) {

        static final Cost DEFAULT = new Cost(64 * 1024, 3, 1);

        private static final int MAX_KIBIBYTES = 256 * 1024;
        private static final int MAX_PASSES = 16;
        private static final int MAX_LANES = 16;

        boolean isBearable() {
            return lanes <= MAX_LANES && passes <= MAX_PASSES && kibibytes >= 8 * lanes && kibibytes <= MAX_KIBIBYTES;
        }

        @Override
        public String toString() {
            return kibibytes + " " + passes + " " + lanes;
        }
    }

    private LockedKey(VerifierKey verifierKey, Cost cost, byte[] salt, byte[] sealed) {
        this.verifierKey = verifierKey;
        this.cost = cost;
        this.salt = salt;
        this.sealed = sealed;
    }

    static LockedKey lock(SigningKey key, char[] passPhrase, Cost cost, SecureRandom random) {
        if (passPhrase.length == 0) {
            throw new IllegalArgumentException("an empty pass phrase protects nothing");
        }
        byte[] salt = new byte[SALT_IN_BYTES];
        random.nextBytes(salt);
        byte[] sealed = new byte[NONCE_IN_BYTES];
        random.nextBytes(sealed);
        LockedKey empty = new LockedKey(key.verifierKey(), cost, salt, sealed);
        byte[] seed = key.seed();
        try {
            byte[] encrypted = empty.crypt(Cipher.ENCRYPT_MODE, passPhrase, seed);
            byte[] whole = Arrays.copyOf(sealed, NONCE_IN_BYTES + encrypted.length);
            System.arraycopy(encrypted, 0, whole, NONCE_IN_BYTES, encrypted.length);
            return new LockedKey(key.verifierKey(), cost, salt, whole);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-256-GCM", e);
        } finally {
            Arrays.fill(seed, (byte) 0);
        }
    }

    /// @param lines of the whole file, without their newlines
    static LockedKey parse(List<String> lines) throws FormatException {
        String version = lines.getFirst().substring(FIRST_LINE.length());
        if (!version.matches("[1-9]\\d{0,8}")) {
            throw new FormatException(Reason.MALFORMED, WHERE + " line 1: no version number");
        }
        if (!version.equals(VERSION)) {
            throw new FormatException(Reason.TOO_NEW,
                    WHERE + " line 1: version " + version + ", supported: " + VERSION);
        }
        if (lines.size() != 4) {
            throw new FormatException(lines.size() < 4 ? Reason.TRUNCATED : Reason.MALFORMED,
                    WHERE + ": " + lines.size() + " lines, not the 4 of a locked key");
        }
        VerifierKey verifierKey = VerifierKey.parse(lines.get(1));
        Matcher kdf = KDF.matcher(lines.get(2));
        if (!kdf.matches()) {
            throw new FormatException(Reason.MALFORMED, WHERE + " line 3: not argon2id KIBIBYTES PASSES LANES SALT");
        }
        Cost cost = new Cost(Integer.parseInt(kdf.group(1)), Integer.parseInt(kdf.group(2)),
                Integer.parseInt(kdf.group(3)));
        if (!cost.isBearable()) {
            throw new FormatException(Reason.MALFORMED, WHERE + " line 3: cost " + cost + " is out of bounds");
        }
        byte[] salt = StrictBase64.decode(kdf.group(4), WHERE + " line 3");
        requireSize(salt, SALT_IN_BYTES, 3);
        if (!lines.get(3).startsWith(CIPHER)) {
            throw new FormatException(Reason.MALFORMED, WHERE + " line 4: not " + CIPHER + "SECRET");
        }
        byte[] sealed = StrictBase64.decode(lines.get(3).substring(CIPHER.length()), WHERE + " line 4");
        requireSize(sealed, NONCE_IN_BYTES + SEED_IN_BYTES + TAG_IN_BYTES, 4);
        return new LockedKey(verifierKey, cost, salt, sealed);
    }

    @Override
    public VerifierKey verifierKey() {
        return verifierKey;
    }

    /// The key itself. Takes a tenth of a second and 64 MiB.
    ///
    /// @param passPhrase not changed here: clear it after use
    public SigningKey unlock(char[] passPhrase) throws WrongPassPhraseException, FormatException {
        byte[] encrypted = Arrays.copyOfRange(sealed, NONCE_IN_BYTES, sealed.length);
        SigningKey key;
        try {
            key = SigningKey.ofSeed(verifierKey.name(), crypt(Cipher.DECRYPT_MODE, passPhrase, encrypted));
        } catch (AEADBadTagException _) {
            throw new WrongPassPhraseException(
                    "wrong pass phrase for key " + verifierKey.label() + ", or a modified file");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-256-GCM", e);
        }
        if (!key.verifierKey().equals(verifierKey)) {
            throw new FormatException(Reason.CHECKSUM, WHERE + ": contains the private half of another key");
        }
        return key;
    }

    /// The text of the file.
    String toText() {
        return head() + CIPHER + StrictBase64.encode(sealed) + "\n";
    }

    @Override
    public String toString() {
        return "locked signing key of " + verifierKey;
    }

    /// All lines before the secret.
    private String head() {
        return FIRST_LINE + VERSION + "\n" + verifierKey + "\nargon2id " + cost + " " + StrictBase64.encode(salt)
                + "\n";
    }

    private byte[] crypt(int mode, char[] passPhrase, byte[] input) throws GeneralSecurityException {
        byte[] key = derive(passPhrase);
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"),
                    new GCMParameterSpec(TAG_IN_BYTES * 8, sealed, 0, NONCE_IN_BYTES));
            cipher.updateAAD(head().getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    /// Derives a key that does not depend on how the keyboard composed the letters.
    private byte[] derive(char[] passPhrase) {
        byte[] phrase = Normalizer.normalize(CharBuffer.wrap(passPhrase), Normalizer.Form.NFC)
                .getBytes(StandardCharsets.UTF_8);
        Argon2BytesGenerator argon2 = new Argon2BytesGenerator();
        argon2.init(
                new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id).withVersion(Argon2Parameters.ARGON2_VERSION_13)
                        .withSalt(salt)
                        .withMemoryAsKB(cost.kibibytes())
                        .withIterations(cost.passes())
                        .withParallelism(cost.lanes())
                        .build());
        byte[] key = new byte[KEY_IN_BYTES];
        argon2.generateBytes(phrase, key);
        Arrays.fill(phrase, (byte) 0);
        return key;
    }

    private static void requireSize(byte[] bytes, int size, int line) throws FormatException {
        if (bytes.length != size) {
            throw new FormatException(Reason.MALFORMED,
                    WHERE + " line " + line + ": " + bytes.length + " bytes, needed are " + size);
        }
    }
}
