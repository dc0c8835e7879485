import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Compares the files that Maven downloaded with the list of their digests, or writes that list:
///
/// ```
/// java Checksums.java check LIST REPOSITORY   all listed files that are there
/// java Checksums.java write LIST REPOSITORY   all files of a repository that holds nothing else
/// ```
///
/// The list has the form that `sha256sum` reads and that Maven 3.9 calls a summary file. A program of its own, because no
/// plugin for Maven 3.8 looks at plugins and their parts too.
final class Checksums {

    private static final Predicate<String> DOWNLOADED = name -> name.matches(".*\\.(jar|pom|exe|zip|tar\\.gz)");

    private final Map<String, String> digests = new TreeMap<>();
    private final Path repository;

    private Checksums(Path repository) {
        this.repository = repository;
    }

    public static void main(String[] args) throws IOException {
        Path list = Path.of(args[1]);
        Checksums checksums = new Checksums(Path.of(args[2]).toAbsolutePath());
        if (args[0].equals("write")) {
            checksums.write(list);
            return;
        }
        for (String line : Files.readAllLines(list)) {
            checksums.digests.put(line.substring(66), line.substring(0, 64)); // two spaces between them
        }
        List<String> problems = checksums.check();
        if (!problems.isEmpty()) {
            problems.forEach(System.err::println);
            System.err.println("Downloads differ from " + list + ": see .github/DEPENDENCIES.md");
            System.exit(1);
        }
    }

    private List<String> check() {
        return digests.keySet().parallelStream().filter(name -> Files.exists(repository.resolve(name))).flatMap(this::problem)
                .toList();
    }

    private Stream<String> problem(String name) {
        String expected = digests.get(name);
        String found = digest(repository.resolve(name));
        return expected.equals(found)
                ? Stream.empty()
                : Stream.of(repository.resolve(name) + ": digest " + found + ", listed is " + expected);
    }

    private void write(Path list) throws IOException {
        try (Stream<Path> files = Files.walk(repository)) {
            files.filter(file -> DOWNLOADED.test(file.toString())).filter(file -> !name(file).startsWith("org/bloomward/"))
                    .forEach(file -> digests.put(name(file), digest(file)));
        }
        Files.createDirectories(list.toAbsolutePath().getParent());
        Files.writeString(list, digests.entrySet().stream().map(entry -> entry.getValue() + "  " + entry.getKey() + "\n")
                .collect(Collectors.joining()));
        System.out.println(digests.size() + " files listed");
    }

    private String name(Path file) {
        return repository.relativize(file).toString().replace('\\', '/');
    }

    private static String digest(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] chunk = new byte[1 << 16];
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                digest.update(chunk, 0, length);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
