package bloomward.format.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyFileTest {

    /// Made by this program, to be opened by every later one. The pass phrase is "correct horse".
    private static final String LOCKED = """
            bloomward signing key 1
            PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW
            argon2id 1024 2 1 URtlYDFnr0Ik4/Z7toByBw==
            aes-256-gcm UZI2jzMnx15fZN7+MuaUktfqGhuLHXIfvhzrZCAqpFvOqmmLPDtmhdnXFJKSGT/fbb9tmdfKnut2YWJq
            """;
    private static final LockedKey.Cost CHEAP = new LockedKey.Cost(64, 1, 2);

    private final SigningKey peter = peter();

    @TempDir
    private Path folder;

    private static SigningKey peter() {
        try {
            return SigningKey.parse(SampleNotes.PETER_PRIVATE);
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }

    private LockedKey locked(String passPhrase) {
        return LockedKey.lock(peter, passPhrase.toCharArray(), CHEAP, new SecureRandom());
    }

    private static String privateText(StoredKey key) {
        return switch (key) {
            case SigningKey signingKey -> signingKey.toPrivateText();
            case LockedKey locked -> throw new AssertionError(locked);
        };
    }

    @Test
    void writesAKeyForItsOwnerAloneAsGoReadsIt() throws IOException, FormatException {
        Path file = folder.resolve("key");
        KeyFile.write(file, peter);
        assertThat(file).hasContent(SampleNotes.PETER_PRIVATE + "\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(privateText(KeyFile.read(file))).isEqualTo(SampleNotes.PETER_PRIVATE);
    }

    @Test
    void writesALockedKeyThatItsPassPhraseOpens() throws Exception {
        Path file = folder.resolve("key");
        char[] passPhrase = "grüße".toCharArray();
        KeyFile.write(file, peter, passPhrase, new SecureRandom());
        assertThat(passPhrase).isEqualTo("grüße".toCharArray());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(Files.readString(file))
                .startsWith("bloomward signing key 1\n" + SampleNotes.PETER_KEY + "\nargon2id 65536 3 1 ");
        LockedKey locked = (LockedKey) KeyFile.read(file);
        assertThat(locked.verifierKey()).isEqualTo(peter.verifierKey());
        assertThat(privateText(locked.unlock(passPhrase))).isEqualTo(SampleNotes.PETER_PRIVATE);
        // The same letters from a keyboard that sends accents on their own.
        assertThat(privateText(locked.unlock("gru\u0308ße".toCharArray()))).isEqualTo(SampleNotes.PETER_PRIVATE);
        assertThatExceptionOfType(WrongPassPhraseException.class)
                .isThrownBy(() -> locked.unlock("gruesse".toCharArray()))
                .withMessageStartingWith("wrong pass phrase for key PeterNeumann+c74f20a3");
    }

    @Test
    void opensTheFrozenFile() throws Exception {
        LockedKey locked = (LockedKey) KeyFile.parse(LOCKED);
        assertThat(locked.toText()).isEqualTo(LOCKED);
        assertThat(privateText(locked.unlock("correct horse".toCharArray()))).isEqualTo(SampleNotes.PETER_PRIVATE);
    }

    /// By the words of FORMAT.md 15.5 and not by our writer.
    @Test
    void opensAFileMadeByThePage() throws Exception {
        String file = fileByThePage(SampleNotes.PETER_KEY, peter.seed());
        StoredKey stored = KeyFile.parse(file);
        assertThat(privateText(((LockedKey) stored).unlock("ö".toCharArray()))).isEqualTo(SampleNotes.PETER_PRIVATE);
        LockedKey ofAnother = (LockedKey) KeyFile.parse(fileByThePage(SampleNotes.C2SP_KEY, peter.seed()));
        assertThatExceptionOfType(FormatException.class).isThrownBy(() -> ofAnother.unlock("ö".toCharArray()))
                .withMessageContaining("the private half of another key");
    }

    private static String fileByThePage(String publicKey, byte[] privateKey) throws GeneralSecurityException {
        byte[] salt = new byte[16];
        byte[] nonce = new byte[12];
        Arrays.fill(salt, (byte) 7);
        String head = "bloomward signing key 1\n" + publicKey + "\nargon2id 32 1 1 " + base64(salt) + "\n";
        Argon2BytesGenerator argon2 = new Argon2BytesGenerator();
        argon2.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id).withVersion(0x13)
                .withSalt(salt)
                .withMemoryAsKB(32)
                .withIterations(1)
                .withParallelism(1)
                .build());
        byte[] key = new byte[32];
        argon2.generateBytes("ö".getBytes(StandardCharsets.UTF_8), key);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
        cipher.updateAAD(head.getBytes(StandardCharsets.UTF_8));
        byte[] encrypted = cipher.doFinal(privateKey);
        return head + "aes-256-gcm " + base64(ByteBuffer.allocate(60).put(nonce).put(encrypted).array()) + "\n";
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void twoFilesOfOneKeyAndPassPhraseDiffer() {
        assertThat(locked("x").toText()).isNotEqualTo(locked("x").toText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw--w----", "rw---x---", "rw----r--", "rw-----w-", "rw------x", "r--r--r--"})
    void refusesAKeyThatOthersCanGetAt(String permissions) throws IOException {
        Path file = folder.resolve("key");
        KeyFile.write(file, peter);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        assertThatExceptionOfType(ExposedKeyException.class).isThrownBy(() -> KeyFile.read(file))
                .withMessageContaining("chmod 600");
    }

    @Test
    void readsAKeyThatIsReadOnly() throws IOException, FormatException {
        Path file = folder.resolve("key");
        KeyFile.write(file, peter);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
        assertThat(KeyFile.read(file).verifierKey()).isEqualTo(peter.verifierKey());
    }

    @Test
    void neverWritesOverAKey() throws IOException {
        Path file = folder.resolve("key");
        Files.writeString(file, "the only copy");
        assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(() -> KeyFile.write(file, peter));
        assertThatExceptionOfType(FileAlreadyExistsException.class)
                .isThrownBy(() -> KeyFile.write(file, peter, new char[] {'x'}, new SecureRandom()));
        assertThat(file).hasContent("the only copy");
    }

    @Test
    void anEmptyPassPhraseIsNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> locked(""));
    }

    @Test
    void refusesALargeFile() throws IOException {
        Path file = folder.resolve("key");
        KeyFile.write(file, peter);
        Files.writeString(file, SampleNotes.PETER_PRIVATE + "\n" + "x".repeat(4096));
        assertThat(FormatErrors.of(() -> KeyFile.read(file)).reason()).isEqualTo(Reason.NOT_OUR_FILE);
    }

    @ParameterizedTest
    @CsvSource({"NOT_OUR_FILE, ''", "NOT_OUR_FILE, -----BEGIN", "NOT_OUR_FILE, bloomward", "TRUNCATED, PRIVATE+KEY+a",
        "TRUNCATED, 'bloomward signing key 1'", "TRUNCATED, 'bloomward signing key 1\n'",
        "TOO_NEW, 'bloomward signing key 2\n'", "MALFORMED, 'bloomward signing key x\n'",
        "MALFORMED, 'bloomward signing key 01\n'"})
    void refusesWhatIsNoKeyFile(Reason reason, String text) {
        assertThat(FormatErrors.of(() -> KeyFile.parse(text)).reason()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({"64 1 2, 0 1 2", "64 1 2, 064 1 2", "64 1 2, -64 1 2", "64 1 2, 15 1 2", "64 1 2, 262145 1 2",
        "64 1 2, 999999999 1 2", "64 1 2, 64 17 2", "64 1 2, 64 1 17", "64 1 2, 64 1 999999999", "64 1 2, 64 1",
        "64 1 2, 9999999999 1 2", "argon2id, argon2i", "aes-256-gcm, aes-256-cbc", "aes-256-gcm, 'aes-256-gcm '",
        "key 1, 'key 1\n'", "PeterNeumann, Peter"})
    void refusesAnOddLockedKey(String from, String to) throws FormatException {
        String good = locked("x").toText();
        KeyFile.parse(good);
        FormatErrors.of(() -> KeyFile.parse(good.replaceFirst(from, to)));
    }

    @Test
    void refusesEveryCutAndEveryFlippedBit() throws Exception {
        byte[] good = locked("x").toText().getBytes(StandardCharsets.UTF_8);
        char[] passPhrase = {'x'};
        assertThat(opens(good, passPhrase)).isTrue();
        for (int length = 0; length < good.length; length++) {
            assertThat(opens(Arrays.copyOf(good, length), passPhrase)).as("cut at " + length).isFalse();
        }
        FormatErrors.of(() -> KeyFile.parse(new String(good, StandardCharsets.UTF_8) + "\n"));
        FormatErrors.of(() -> KeyFile.parse(peter.toPrivateText() + "\n\n"));
        for (int bit = 0; bit < good.length * 8; bit++) {
            byte[] other = good.clone();
            other[bit >> 3] ^= (byte) (1 << (bit & 7));
            assertThat(opens(other, passPhrase)).as("bit " + bit).isFalse();
        }
    }

    /// A thief who can write the file but not open it cannot make it pass for another key.
    @Test
    void theSecretBelongsToTheLinesBeforeIt() throws Exception {
        String other = SampleNotes.C2SP_KEY;
        LockedKey changed = (LockedKey) KeyFile.parse(locked("x").toText().replace(SampleNotes.PETER_KEY, other));
        assertThatExceptionOfType(WrongPassPhraseException.class).isThrownBy(() -> changed.unlock(new char[] {'x'}));
    }

    @Test
    void tellsNobodyTheSecret() {
        assertThat(locked("x")).hasToString("locked signing key of " + SampleNotes.PETER_KEY);
    }

    private static boolean opens(byte[] file, char[] passPhrase) {
        try {
            return ((LockedKey) KeyFile.parse(new String(file, StandardCharsets.UTF_8))).unlock(passPhrase)
                    .verifierKey()
                    .name()
                    .equals("PeterNeumann");
        } catch (FormatException | WrongPassPhraseException _) {
            return false;
        }
    }
}
