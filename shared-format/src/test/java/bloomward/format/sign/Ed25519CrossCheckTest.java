package bloomward.format.sign;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/// All Ed25519 vectors of Project Wycheproof, read from a copy beside its licence.
final class Ed25519CrossCheckTest {

    private static final Path VECTORS = Path.of("src/test/resources/vectors/wycheproof/ed25519_test.json");

    record Vector(int id, String comment, String publicKey, String message, String signature, boolean isValid) {}

    @Test
    void agreesWithEveryVector() throws IOException, FormatException {
        List<Vector> vectors = vectors();
        assertThat(vectors).hasSize(151);
        assertThat(vectors.stream().filter(Vector::isValid)).hasSize(88);
        HexFormat hex = HexFormat.of();
        for (Vector vector : vectors) {
            VerifierKey key = VerifierKey.of("wycheproof", hex.parseHex(vector.publicKey()));
            assertThat(key.signed(hex.parseHex(vector.message()), hex.parseHex(vector.signature())))
                    .as(vector.toString())
                    .isEqualTo(vector.isValid());
        }
    }

    /// In the file, the key of a group stands before its tests and the result of a test last.
    static List<Vector> vectors() throws IOException {
        List<Vector> vectors = new ArrayList<>();
        String publicKey = "";
        int id = 0;
        String comment = "";
        String message = "";
        String signature = "";
        try (JsonParser json = new JsonFactory().createParser(VECTORS.toFile())) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (!token.isScalarValue() || json.currentName() == null) {
                    continue;
                }
                switch (json.currentName()) {
                    case "pk" -> publicKey = json.getText();
                    case "tcId" -> id = json.getIntValue();
                    case "comment" -> comment = json.getText();
                    case "msg" -> message = json.getText();
                    case "sig" -> signature = json.getText();
                    case "result" -> vectors.add(
                            new Vector(id, comment, publicKey, message, signature, json.getText().equals("valid")));
                    default -> {
                        // not needed
                    }
                }
            }
        }
        return vectors;
    }
}
