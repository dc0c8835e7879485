package bloomward.agent.check;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.agent.confirm.Confirmation;
import bloomward.agent.confirm.Confirmation.Listing;
import bloomward.agent.confirm.Confirmer;
import bloomward.format.confirm.Category;
import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import bloomward.format.url.Scope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Answers as it is told to, and keeps count.
final class SampleConfirmer implements Confirmer {

    private final Map<FullHash, String> known = new HashMap<>();
    private final List<String> questions = new ArrayList<>();
    private Function<String, Confirmation> answer = SampleConfirmer::listed;

    /// Knows which expression is meant by a question, and answers that every known one is listed.
    static SampleConfirmer knowing(Collection<String> expressions) {
        SampleConfirmer confirmer = new SampleConfirmer();
        for (String expression : expressions) {
            byte[] bytes = expression.getBytes(US_ASCII);
            confirmer.known.put(FullHash.of(bytes, 0, bytes.length), expression);
        }
        return confirmer;
    }

    static SampleConfirmer knowing(String... expressions) {
        return knowing(List.of(expressions));
    }

    SampleConfirmer answering(Function<String, Confirmation> function) {
        answer = function;
        return this;
    }

    static Confirmation listed(String expression) {
        byte[] bytes = expression.getBytes(US_ASCII);
        return new Confirmation.Confirmed(
                List.of(new Listing(Scope.of(bytes, 0, bytes.length), new Category("sample"))));
    }

    static Confirmation notListed() {
        return new Confirmation.Refuted();
    }

    static Confirmation silent() {
        return new Confirmation.NoAnswer("nobody is there");
    }

    /// The questions: list and expression, or a question mark for an expression that is not known.
    List<String> questions() {
        return questions;
    }

    @Override
    public Confirmation confirm(ListRelease list, FullHash hash) {
        String expression = known.getOrDefault(hash, "?");
        questions.add(list.name() + " " + expression);
        return expression.equals("?") ? notListed() : answer.apply(expression);
    }
}
