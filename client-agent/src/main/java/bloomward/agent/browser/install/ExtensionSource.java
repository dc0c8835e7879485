package bloomward.agent.browser.install;

import bloomward.agent.install.Blob;
import bloomward.agent.install.InstallException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// The extension as the build packed it.
///
/// @param zip for Chromium
/// @param xpi for Firefox
/// @param version in its manifest
/// @param isSigned whether the XPI has a signature of Mozilla, which is not verified
public record ExtensionSource(Blob zip, Blob xpi, String version, boolean isSigned) {

    private static final String MANIFEST = "manifest.json";
    private static final String SIGNATURE = "META-INF/mozilla.rsa";

    /// Reads the extension that belongs to a program.
    ///
    /// @param program its folder, with bin and lib
    /// @throws InstallException if it has none
    public static ExtensionSource of(Path program) throws IOException, InstallException {
        Path folder = program.resolve("extension");
        if (!Files.isRegularFile(folder.resolve("bloomward-chromium.zip"))) {
            throw new InstallException(
                    program + ": the extension is missing in this program folder; build it with 'mvn package'");
        }
        Blob zip = Blob.of(Files.readAllBytes(folder.resolve("bloomward-chromium.zip")));
        Blob xpi = Blob.of(Files.readAllBytes(folder.resolve("bloomward.xpi")));
        return new ExtensionSource(zip, xpi, version(zip, folder + "/bloomward-chromium.zip"), isSigned(xpi));
    }

    /// The same with another XPI, such as one that Mozilla signed.
    ///
    /// @throws InstallException if that is another add-on or another version
    public ExtensionSource withXpi(Path file) throws IOException, InstallException {
        Blob other = Blob.of(Files.readAllBytes(file));
        Json manifest = manifest(other, file.toString());
        if (!manifest.pretty().contains('"' + Deployment.ADD_ON + '"')) {
            throw new InstallException(file + ": not the add-on " + Deployment.ADD_ON);
        }
        String otherVersion = version(other, file.toString());
        if (!otherVersion.equals(version)) {
            throw new InstallException(file + ": version " + otherVersion + ", this program has " + version);
        }
        return new ExtensionSource(zip, other, version, isSigned(other));
    }

    /// The files of the ZIP, by name.
    Map<String, Blob> files() throws IOException {
        return files(zip);
    }

    private static String version(Blob archive, String place) throws IOException, InstallException {
        if (manifest(archive, place).get("version").orElse(Json.of("")) instanceof Json.Text(String version)
                && version.matches("[0-9.]+")) {
            return version;
        }
        throw new InstallException(place + ": its manifest names no version");
    }

    private static Json.Members manifest(Blob archive, String place) throws IOException, InstallException {
        Blob manifest = files(archive).get(MANIFEST);
        if (manifest != null && Json.parse(manifest.bytes(), place + ": " + MANIFEST) instanceof Json.Members members) {
            return members;
        }
        throw new InstallException(place + ": not an extension: no " + MANIFEST);
    }

    private static boolean isSigned(Blob archive) throws IOException {
        return files(archive).containsKey(SIGNATURE);
    }

    private static Map<String, Blob> files(Blob archive) throws IOException {
        Map<String, Blob> files = new TreeMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive.bytes()))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory()) {
                    files.put(entry.getName(), Blob.of(in.readAllBytes()));
                }
            }
        }
        return files;
    }
}
