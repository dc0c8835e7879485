package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Match;
import bloomward.agent.check.VerdictFields;
import bloomward.agent.check.VerdictFields.VersionPlace;
import bloomward.format.confirm.Category;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class JsonResultsTest {

    private static final List<String> EXPRESSIONS = List.of("evil.example/", "evil.example/a/\"b\\", " evil.example/",
            "host.invalid/", "host.invalid/page", " host.invalid/", "\"host.invalid/");

    private static <T> T one(SplittableRandom random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /// Names of files, which stand for lists, may have quotation marks.
    private static Match match(SplittableRandom random) {
        boolean isConfirmed = random.nextBoolean();
        return new Match(one(random, List.of("malware", "a \"host.invalid", "\\")), random.nextInt(3),
                new Expression(one(random, EXPRESSIONS)),
                isConfirmed ? Optional.of(new Category(one(random, List.of("malware", "phishing")))) : Optional.empty(),
                isConfirmed);
    }

    /// What is kept of earlier listings never shows in later ones.
    @Test
    void listingsOfAllKindsReadAsIfEachWereWrittenAlone() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonResults results = new JsonResults(out, false, false);
        VerdictFields fields = new VerdictFields(VersionPlace.AFTER_FRESHNESS);
        for (int i = 0; i < 5000; i++) {
            List<Match> others = IntStream.range(0, random.nextInt(3)).mapToObj(_ -> match(random)).toList();
            Verdict verdict = new Verdict.Listed(match(random), others);
            Optional<Freshness> freshness = one(random,
                    List.of(Optional.of(Freshness.FRESH), Optional.of(Freshness.EXPIRED), Optional.empty()));
            results.add("in".getBytes(UTF_8), 0, 2,
                    new CheckResult(verdict, Optional.empty(), freshness, i, List.of()));
            results.flush();
            ByteLines alone = new ByteLines(OutputStream.nullOutputStream());
            fields.write(JsonFields.after(alone), verdict, freshness, i);
            assertThat(out.toString(UTF_8)).isEqualTo("{\"input\":\"in\",\"canonical\":null" + alone.text() + "}\n");
            out.reset();
        }
    }
}
