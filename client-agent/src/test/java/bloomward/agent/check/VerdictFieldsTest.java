package bloomward.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Match;
import bloomward.agent.check.VerdictFields.Target;
import bloomward.agent.check.VerdictFields.VersionPlace;
import bloomward.format.confirm.Category;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class VerdictFieldsTest {

    private static final Match MATCH = new Match("phishing", 7, new Expression("evil.example/"),
            Optional.of(new Category("phishing")), true);
    private static final Match OF_FILE = new Match("own", 0, new Expression(" page.example/a?b"), Optional.empty(),
            false);

    /// Every field as `name=value`.
    private static final class Written implements Target {

        private final List<String> fields = new ArrayList<>();

        @Override
        public void text(String name, Optional<String> value) {
            fields.add(name + "=" + value.orElse("-"));
        }

        @Override
        public void number(String name, Optional<Long> value) {
            text(name, value.map(String::valueOf));
        }

        @Override
        public void truth(String name, Optional<Boolean> value) {
            text(name, value.map(String::valueOf));
        }

        @Override
        public void matches(String name, List<Match> matches, VerdictFields.MatchWriter writer) throws IOException {
            Written inner = new Written();
            for (Match match : matches) {
                writer.write(match, inner);
            }
            fields.add(name + "=" + inner.fields);
        }
    }

    private static String written(VersionPlace version, Verdict verdict) throws IOException {
        Written written = new Written();
        new VerdictFields(version).write(written, verdict, Optional.of(Freshness.FRESH), 42);
        return String.join(" ", written.fields);
    }

    @Test
    void namesEveryFieldOfEveryVerdict() throws Exception {
        for (Verdict verdict : List.of(new Verdict.Clean(), new Verdict.Listed(MATCH, List.of()),
                new Verdict.Allowed(new Expression("good.example/")),
                new Verdict.Unknown(Verdict.Reason.NO_DATA, "no lists are installed"))) {
            for (VersionPlace version : VersionPlace.values()) {
                assertThat(Stream.of(written(version, verdict).split(" (?=[a-zA-Z]+=)"))
                        .map(field -> field.replaceFirst("=.*", ""))).as("%s", verdict)
                        .containsExactlyInAnyOrder("verdict", "list", "version", "category", "expression", "scope",
                                "confirmed", "reason", "freshness", "elapsedMicros", "matches");
            }
        }
    }

    @Test
    void putsTheVersionWhereEachFormHasIt() throws Exception {
        Verdict listed = new Verdict.Listed(MATCH, List.of(OF_FILE));
        assertThat(written(VersionPlace.AFTER_LIST, listed))
                .isEqualTo("verdict=listed list=phishing version=7 category=phishing expression=evil.example/"
                        + " scope=host confirmed=true reason=- freshness=fresh elapsedMicros=42 matches=[list=own,"
                        + " version=-, category=-, expression= page.example/a?b, scope=exact, confirmed=false]");
        assertThat(written(VersionPlace.AFTER_FRESHNESS, listed))
                .isEqualTo("verdict=listed list=phishing category=phishing expression=evil.example/ scope=host"
                        + " confirmed=true reason=- freshness=fresh version=7 elapsedMicros=42 matches=[list=own,"
                        + " category=-, expression= page.example/a?b, scope=exact, confirmed=false, version=-]");
    }

    @Test
    void givesTheReasonOfAnUnknownVerdictAndTheExpressionOfAnAllowedOne() throws Exception {
        assertThat(written(VersionPlace.AFTER_LIST, new Verdict.Unknown(Verdict.Reason.NO_DATA, "none")))
                .contains("verdict=unknown list=- ", " reason=no_data: none ");
        assertThat(written(VersionPlace.AFTER_LIST, new Verdict.Allowed(new Expression("good.example/"))))
                .contains("verdict=allowed list=- ", " expression=good.example/ scope=- ");
    }
}
