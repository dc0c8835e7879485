package bloomward.agent.cli.check;

import bloomward.agent.check.CheckStep;
import bloomward.agent.check.VerdictFields;
import bloomward.agent.confirm.Confirmation;
import bloomward.format.release.AllowEntry;
import bloomward.format.url.Expression;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Words for the steps of a check.
final class StepWords {

    private StepWords() {}

    /// A step as one line.
    ///
    /// @param url writes its URLs and expressions
    static String of(CheckStep step, UnaryOperator<String> url) {
        return switch (step) {
            case CheckStep.Canonical(String canonical) -> "canonical: " + url.apply(canonical);
            case CheckStep.Unjudgeable(String reason) -> "cannot be judged: " + reason;
            case CheckStep.Candidate(Expression expression) -> "expression: " + of(expression, url);
            case CheckStep.Filters(String list, long version, Expression expression, boolean flat, boolean packed) ->
                "list " + list + (version == 0 ? "" : " version " + version) + ": flat " + perhaps(flat) + ", packed "
                        + perhaps(packed) + ": " + of(expression, url);
            case CheckStep.Unreadable(String list, String why) -> "list " + list + ": cannot be read: " + why;
            case CheckStep.Allow(List<AllowEntry> entries) -> "allow file: has " + (entries.isEmpty()
                    ? "none of them"
                    : entries.stream()
                            .map(entry -> of(new Expression(entry.expression()), url) + entry.terms())
                            .collect(Collectors.joining(", ")));
            case CheckStep.Confirm(String list, Expression expression, Confirmation answer) ->
                "list " + list + ": " + of(answer) + ": " + of(expression, url);
        };
    }

    private static String of(Expression expression, UnaryOperator<String> url) {
        return VerdictFields.word(expression.scope()) + " " + url.apply(expression.shown());
    }

    private static String perhaps(boolean mightContain) {
        return mightContain ? "perhaps" : "no";
    }

    private static String of(Confirmation answer) {
        return switch (answer) {
            case Confirmation.Confirmed(var listings) -> "confirmed as " + listings.stream()
                    .map(listing -> listing.category() + " (" + VerdictFields.word(listing.scope()) + ")")
                    .collect(Collectors.joining(", "));
            case Confirmation.Refuted _ -> "refuted";
            case Confirmation.NoAnswer(String reason) -> "not confirmed (" + reason + ")";
        };
    }
}
