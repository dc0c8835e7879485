package bloomward.agent.browser.install;

import bloomward.agent.install.Blob;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A small extension, laid out as the build does.
public final class SampleExtension {

    /// One key for a run, as each takes half a second to make.
    static final ExtensionKey KEY = ExtensionKey.make();

    private SampleExtension() {}

    /// Puts it into the folder of a program.
    public static Path in(Path program, String version) throws IOException {
        Path folder = Files.createDirectories(program.resolve("extension"));
        for (String name : new String[] {"bloomward.xpi", "bloomward-firefox.zip", "bloomward-chromium.zip"}) {
            Files.write(folder.resolve(name), zip(version, Map.of()).bytes());
        }
        return program;
    }

    /// @param more further files
    public static Blob zip(String version, Map<String, String> more) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("background/main.js", "// asks");
        files.put("manifest.json", """
                {"manifest_version": 3, "name": "Bloomward", "version": "%s",
                 "browser_specific_settings": {"gecko": {"id": "bloomward@bloomward.example"}}}
                """.formatted(version));
        files.putAll(more);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return Blob.of(out.toByteArray());
    }
}
