package bloomward.format.sign;

import bloomward.format.FormatException;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/// Keys and notes for tests: published ones, and any number that a seed gives.
final class SampleNotes {

    /// The example of C2SP's signed-note.md.
    static final String C2SP_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
    static final String C2SP_NOTE = """
            This is an example message.

            — example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
            """;

    /// The examples of Go's golang.org/x/mod/sumdb/note.
    static final String PETER_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    static final String PETER_PRIVATE = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
    static final String PETER_TEXT = """
            If you think cryptography is the answer to your problem,
            then you don't know what your problem is.
            """;
    static final String PETER_LINE = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgK"
            + "vqfqdngotpRZb6KE6RyyBwJnAM=\n";
    static final String ENOCH_KEY = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop";
    static final String ENOCH_LINE = "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOT"
            + "GwnWLox33WWd1RvMc+QQ=\n";

    private static final String[] PIECES = {"a", "\n", "\n\n", " ", "— ", "+", "è subito sera", "\u007f",
        "\ud83d\ude00", "\u00a0", "\u2028", "\ufeff", "— x AAAAAAA=\n", "bloomward/manifest/1\n", "=", "\uffff"};
    private static final String[] NAMES = {"release", "example.com/log", "ключ", "\ud83d\udd11", "a-b_c.d~e", "—", "é"};

    private SampleNotes() {}

    static SigningKey key(Random random) throws FormatException {
        return key(NAMES[random.nextInt(NAMES.length)] + random.nextInt(3), random);
    }

    static SigningKey key(String name, Random random) throws FormatException {
        byte[] seed = new byte[32];
        random.nextBytes(seed);
        return SigningKey.ofSeed(name, seed);
    }

    /// A text that can be signed.
    static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int pieces = random.nextInt(30);
        for (int i = 0; i < pieces; i++) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.append('\n').toString();
    }

    static SignedNote parse(String note) throws FormatException {
        return SignedNote.parse(note.getBytes(StandardCharsets.UTF_8));
    }
}
