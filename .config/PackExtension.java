import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Packs the browser extension:
///
/// ```
/// java PackExtension.java SOURCES TIME ARCHIVE...   all archives get the same bytes
/// ```
///
/// The bytes depend on nothing but the names and contents of the sources and the time: files are sorted by name, stored rather
/// than compressed (compressors differ), without attributes, and their time is UTC on every machine, which Ant's zip is not.
///
/// Firefox and Chromium get the same content: one manifest serves both, each ignores the keys of the other.
final class PackExtension {

    private PackExtension() {}

    public static void main(String[] args) throws IOException {
        Path sources = Path.of(args[0]);
        LocalDateTime time = LocalDateTime.ofInstant(Instant.parse(args[1]), ZoneOffset.UTC);
        Map<String, Path> files = files(sources);
        if (!files.containsKey("manifest.json")) {
            throw new IOException(sources + ": no manifest.json");
        }
        for (String archive : List.of(args).subList(2, args.length)) {
            Path to = Path.of(archive).toAbsolutePath();
            Files.createDirectories(to.getParent());
            try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
                for (Map.Entry<String, Path> file : files.entrySet()) {
                    add(out, file.getKey(), Files.readAllBytes(file.getValue()), time);
                }
            }
        }
    }

    /// All files by their names in the archive; pages for developers and hidden files are not part of the extension.
    private static Map<String, Path> files(Path sources) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        try (Stream<Path> found = Files.walk(sources)) {
            found.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)).forEach(file -> {
                if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    throw new UncheckedIOException(new IOException(file + ": not a regular file"));
                }
                String name = sources.relativize(file).toString().replace('\\', '/');
                if (!name.endsWith(".md") && !name.startsWith(".") && !name.contains("/.")) {
                    files.put(name, file);
                }
            });
        }
        return files;
    }

    private static void add(ZipOutputStream out, String name, byte[] content, LocalDateTime time) throws IOException {
        CRC32 checksum = new CRC32();
        checksum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCompressedSize(content.length);
        entry.setCrc(checksum.getValue());
        entry.setTimeLocal(time);
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }
}
