package bloomward.format;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// The reader in `src/test/python`, written from FORMAT.md alone: where it and this library disagree, the page leaves a
/// question open. Needs Debian's package `python3`; without it a test is skipped, but never where the environment says
/// `CI=true`.
public final class SecondReader {

    private static final Path PROGRAM = Path.of("src/test/python/bloomward_reader.py");
    private static final int SHOWN = 20;
    private static final String NAME = SecondReader.class.getSimpleName();

    private final List<String> questions = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();

    /// Fails, or skips the calling test, if there is no Python.
    public static void require() {
        Needs.programs("python3");
    }

    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    public static String hex(long number) {
        return HexFormat.of().toHexDigits(number);
    }

    /// Puts a question, as `bloomward/questions.py` lists them, that must have this answer.
    public void expect(String answer, String... question) {
        questions.add(String.join("\t", question));
        expected.add(answer);
    }

    public int questions() {
        return questions.size();
    }

    /// Fails unless the second reader gives all answers that are expected.
    public void agrees(Path... files) throws IOException, InterruptedException {
        List<String> disagreements = disagreements(answers(files));
        assertThat(disagreements.stream().limit(SHOWN)).as("%d of %d", disagreements.size(), questions.size())
                .isEmpty();
    }

    /// Fails unless the second reader refuses exactly the files that must be refused. A file that breaks several rules
    /// may be refused for any of them (FORMAT.md 14): so often, at most, the reason may be another one.
    public void agreesButForReasons(int mostOthers) throws IOException, InterruptedException {
        List<String> disagreements = disagreements(answers());
        assertThat(disagreements.stream().filter(text -> text.contains(" ok,") || text.contains(" ok:")).limit(SHOWN))
                .isEmpty();
        assertThat(disagreements.size()).as(() -> String.join("\n", disagreements)).isLessThanOrEqualTo(mostOthers);
    }

    private List<String> disagreements(List<String> answers) {
        return IntStream.range(0, questions.size())
                .filter(i -> !answers.get(i).equals(expected.get(i)))
                .mapToObj(i -> "expected %s, was %s: %s".formatted(expected.get(i), answers.get(i), questions.get(i)))
                .toList();
    }

    /// The answers of the second reader to the questions put until now, in one process.
    public List<String> answers(Path... files) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("answer"));
        for (Path file : files) {
            arguments.add(file.toString());
        }
        List<String> answers = run(arguments, questions, 0);
        assertThat(answers).hasSameSizeAs(questions);
        return answers;
    }

    /// The lines that a command writes.
    public static List<String> run(List<String> arguments, List<String> input, int exitCode)
            throws IOException, InterruptedException {
        require();
        Path in = Files.createTempFile(NAME, ".in");
        Path out = Files.createTempFile(NAME, ".out");
        try {
            List<String> command = new ArrayList<>(List.of("python3", PROGRAM.toString()));
            command.addAll(arguments);
            Files.write(in, input);
            Process process = new ProcessBuilder(command).redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isEqualTo(exitCode);
            return Files.readAllLines(out);
        } finally {
            Files.delete(in);
            Files.delete(out);
        }
    }
}
