package bloomward.agent.browser.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// The extension as a folder that Chromium loads without a policy. With the public key in its manifest, it has the identifier of
/// the packed one, which the native manifest names.
final class Unpacked {

    private static final Path ZIP = Path.of("target/app/extension/bloomward-chromium.zip");

    private Unpacked() {}

    /// @param pem the key with which the extension was packed
    /// @param lacking permissions that its manifest is not to ask for, as in a browser that has no such thing
    static Path into(Path folder, Path pem, String... lacking) throws IOException, GeneralSecurityException {
        try (ZipFile files = new ZipFile(ZIP.toFile())) {
            for (ZipEntry entry : files.stream().toList()) {
                Path file = folder.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                try (InputStream content = files.getInputStream(entry)) {
                    Files.copy(content, file);
                }
            }
        }
        Path manifest = folder.resolve("manifest.json");
        ObjectNode changed = (ObjectNode) Wire.JSON.readTree(manifest.toFile());
        ArrayNode permissions = changed.putArray("permissions");
        for (JsonNode permission : Wire.JSON.readTree(manifest.toFile()).get("permissions")) {
            if (!List.of(lacking).contains(permission.asText())) {
                permissions.add(permission);
            }
        }
        Files.writeString(manifest, changed.put("key", Base64.getEncoder().encodeToString(publicKey(pem))).toString());
        return folder;
    }

    private static byte[] publicKey(Path pem) throws IOException, GeneralSecurityException {
        String text = Files.readString(pem).replaceAll("-----[^-]+-----", "");
        KeyFactory keys = KeyFactory.getInstance("RSA");
        RSAPrivateCrtKey secret = (RSAPrivateCrtKey) keys
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text)));
        return keys.generatePublic(new RSAPublicKeySpec(secret.getModulus(), secret.getPublicExponent())).getEncoded();
    }
}
