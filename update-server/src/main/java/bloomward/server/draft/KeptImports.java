package bloomward.server.draft;

import bloomward.format.Digest;
import bloomward.format.io.DurableFiles;
import bloomward.format.url.Expression;
import bloomward.server.shared.SharedFiles;
import bloomward.server.store.Tables;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Set;
import java.util.function.Consumer;

/// Imports that wait for a person, as files of expressions, one a line. The name of one is of its content, so a person who
/// looked at an import releases no other. A store that several servers share has them, too.
public final class KeptImports {

    private static final String SUFFIX = ".expressions";
    private static final String UNFINISHED = ".tmp";
    private static final String SHARED = "kept";

    private final Path folder;

    public KeptImports(Path folder) {
        this.folder = folder;
    }

    /// Gives all expressions to a sink.
    ///
    /// @param <E> why they cannot be given
    @FunctionalInterface
    interface Source<E extends Exception> {
        void writeTo(Consumer<Expression> sink) throws IOException, E;
    }

    /// Keeps expressions.
    ///
    /// @return the name under which they are read, the same for the same
    <E extends Exception> String keep(Tables tables, Source<E> source) throws IOException, E {
        Path draft = Files.createTempFile(folder, "import", UNFINISHED);
        MessageDigest sha256 = Digest.newSha256();
        String name;
        try {
            try (Writer out = new BufferedWriter(new OutputStreamWriter(
                    new DigestOutputStream(Files.newOutputStream(draft), sha256), StandardCharsets.US_ASCII))) {
                source.writeTo(expression -> write(out, expression));
            }
            name = Digest.finish(sha256).toHex() + SUFFIX;
            DurableFiles.moveIntoPlace(draft, folder.resolve(name));
            SharedFiles.put(tables, SHARED + "/" + name, folder.resolve(name));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            Files.deleteIfExists(draft);
        }
        return name;
    }

    boolean has(Tables tables, String name) throws IOException {
        return Files.exists(folder.resolve(name)) || SharedFiles.find(tables, SHARED + "/" + name).isPresent();
    }

    /// Reads what was kept.
    void read(Tables tables, String name, Consumer<Expression> sink) throws IOException {
        if (!Files.exists(folder.resolve(name))) {
            SharedFiles.bring(tables, SHARED + "/" + name, folder.resolve(name));
        }
        try (BufferedReader in = Files.newBufferedReader(folder.resolve(name), StandardCharsets.US_ASCII)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                sink.accept(expressionOf(name, line));
            }
        }
    }

    private static Expression expressionOf(String name, String line) throws IOException {
        try {
            return new Expression(line);
        } catch (IllegalArgumentException e) {
            throw new IOException("kept import " + name + ": damaged: " + e.getMessage(), e);
        }
    }

    /// Deletes all but these, and what a crash left of one. Inside a transaction that writes, so that nobody keeps an
    /// import meanwhile whose hold is not committed yet.
    void dropOthers(Tables tables, Set<String> names) throws IOException {
        SharedFiles.removeOthers(tables, SHARED, names);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*{" + SUFFIX + "," + UNFINISHED + "}")) {
            for (Path file : files) {
                if (!names.contains(file.getFileName().toString())) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void write(Writer out, Expression expression) {
        try {
            out.write(expression.text());
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
