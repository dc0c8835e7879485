package bloomward.format;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.file.FilterFile;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.url.UrlExpressions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program in README.md: what stands between the marks here stands there, and it runs.
final class ReadmeTest {

    @TempDir
    private Path folder;

    @Test
    void theExampleFindsTheListedHost() throws Exception {
        Path list = folder.resolve("list.flat");
        KeySpec spec = new KeySpec(UrlExpressions.CANONICAL, 36, 0);
        long[] keys = {spec.keyOf(spec.keyHash().of("evil.example/"))};
        try (FileChannel channel = FileChannel.open(list, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FilterFile.writeFlat(channel, PackedFilter.of(spec, 1, keys, 1));
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        example(list, new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertThat(printed.toString(StandardCharsets.UTF_8).strip()).isEqualTo("perhaps listed: evil.example/");
    }

    @Test
    void theExampleIsTheOneOnThePage() throws IOException {
        List<String> page = Files.readAllLines(Path.of("README.md"));
        List<String> source = Files.readAllLines(Path.of("src/test/java/bloomward/format/ReadmeTest.java"));
        int begin = source.indexOf("        // README begins");
        int end = source.indexOf("        // README ends");
        List<String> example = source.subList(begin + 1, end).stream()
                .map(line -> line.substring(8).replace("(list)", "(Path.of(\"list.flat\"))").replace("out.",
                        "System.out."))
                .toList();
        assertThat(page).containsSequence(example);
    }

    private static void example(Path list, PrintStream out) throws Exception {
        // README begins
        UrlExpressions url = new UrlExpressions(); // one for each thread, used again and again
        try (FilterFile file = FilterFile.open(list)) {
            KeyHash hash = file.hash().keyHash();
            if (url.read("https://www.evil.example/login").isEmpty()) {
                for (int i = 0; i < url.count(); i++) {
                    if (file.filter().mightContain(hash.of(url.buffer(), url.start(i), url.end(i) - url.start(i)))) {
                        out.println("perhaps listed: " + url.expression(i));
                    }
                }
            }
        }
        // README ends
    }
}
