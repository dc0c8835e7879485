package bloomward.format;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.file.FilterFile;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeySpec;
import bloomward.format.lookup.UrlFilter;
import bloomward.format.lookup.UrlLookup;
import bloomward.format.lookup.UrlLookup.Answer.NotJudged;
import bloomward.format.lookup.UrlLookup.Answer.NotListed;
import bloomward.format.lookup.UrlLookup.Answer.PerhapsListed;
import bloomward.format.url.Unjudgeable;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The program in README.md: the lines between the marks here stand there, and they run.
final class ReadmeTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"evil.example/", "www.evil.example/", "evil.example/login", "www.evil.example/login?x=1",
        " www.evil.example/login?x=1"})
    void theExampleFindsEveryEntryThatNamesThePage(String listed) throws Exception {
        assertThat(printed(listed)).isEqualTo("perhaps listed: " + listed.strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"other.example/", "ww.evil.example/", " www.evil.example/login", "login.evil.example/"})
    void theExampleFindsNothingElse(String listed) throws Exception {
        assertThat(printed(listed)).isEqualTo("not listed");
    }

    private String printed(String listed) throws Exception {
        Path list = folder.resolve("list.flat");
        KeySpec spec = new KeySpec(UrlExpressions.CANONICAL, 36, 0);
        long[] keys = {spec.keyOf(spec.keyHash().of(listed))};
        try (FileChannel channel = FileChannel.open(list, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FilterFile.writeFlat(channel, PackedFilter.of(spec, 1, keys, 1));
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        example(list, new PrintStream(printed, true, StandardCharsets.UTF_8));
        return printed.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void theExampleIsTheOneOnThePage() throws IOException {
        List<String> page = Files.readAllLines(Path.of("README.md"));
        List<String> source = Files.readAllLines(Path.of("src/test/java/bloomward/format/ReadmeTest.java"));
        int begin = source.indexOf("        // README begins");
        int end = source.indexOf("        // README ends");
        List<String> example = source.subList(begin + 1, end)
                .stream()
                .map(line -> line.substring(8)
                        .replace("(list)", "(Path.of(\"list.flat\"))")
                        .replace("out.", "System.out."))
                .toList();
        assertThat(page).containsSequence(example);
    }

    private static void example(Path list, PrintStream out) throws Exception {
        // README begins
        UrlLookup lookup = new UrlLookup(); // one for each thread, used again and again
        try (FilterFile file = FilterFile.open(list)) {
            switch (lookup.find("https://www.evil.example/login?x=1", UrlFilter.of(file))) {
                case PerhapsListed(var found) -> out.println("perhaps listed: " + found.getFirst().shown());
                case NotListed _ -> out.println("not listed");
                case NotJudged(Unjudgeable why) -> out.println("cannot be judged: " + why.reason());
            }
        }
        // README ends
    }
}
