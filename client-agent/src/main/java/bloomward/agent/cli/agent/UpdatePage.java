package bloomward.agent.cli.agent;

import bloomward.agent.cli.io.Facts;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Printable;
import java.util.List;
import java.util.Locale;

/// The result of a poll, as text and as JSON.
final class UpdatePage {

    private UpdatePage() {}

    static Facts facts(UpdateOutcome outcome) {
        return switch (outcome) {
            case Unchanged _ -> new Facts().put("outcome", "unchanged");
            case Updated(long sequence, List<ListChange> lists) -> new Facts().put("outcome", "updated")
                    .put("sequence", sequence)
                    .put("lists", lists.stream().map(UpdatePage::row).toList());
            case Failed failed -> {
                Facts facts = new Facts().put("outcome", "failed")
                        .put("failure", word(failed.failure()))
                        .put("message", failed.message());
                yield failed.retryAfter().map(wait -> facts.put("retryAfterSeconds", wait.toSeconds())).orElse(facts);
            }
        };
    }

    static String words(UpdateOutcome outcome) {
        return switch (outcome) {
            case Unchanged _ -> "nothing newer is published\n";
            case Updated(long sequence, List<ListChange> lists) -> {
                StringBuilder text = new StringBuilder("updated to sequence ").append(sequence).append('\n');
                lists.forEach(list -> text.append(words(list)).append('\n'));
                yield text.toString();
            }
            case Failed failed -> words(failed) + "\n";
        };
    }

    static String words(Failed failed) {
        String message = Printable.of(failed.message()) + failed.retryAfter()
                .map(wait -> "; the server asked not to be polled for " + wait.toSeconds() + " s")
                .orElse("");
        return switch (failed.failure()) {
            case UNREACHABLE -> "not reached: " + message;
            case REFUSED -> "refused: " + message;
            case AGENT_TOO_OLD -> "this program is too old: " + message;
            case LOCAL -> message;
        };
    }

    /// Refused by a rule, or failed.
    static int exitCode(Failure failure) {
        return switch (failure) {
            case REFUSED, AGENT_TOO_OLD -> ExitCode.REFUSED;
            case UNREACHABLE, LOCAL -> ExitCode.ERROR;
        };
    }

    private static String words(ListChange list) {
        if (list.to() == 0) {
            return list.list() + ": no longer published";
        }
        String how = list.deltas() == 0
                ? list.fetchedBytes() == 0 ? "nothing was fetched" : "the full file"
                : list.deltas() == 1 ? "1 delta" : list.deltas() + " deltas";
        String from = list.from() == 0 ? "new" : "version " + list.from();
        return String.format(Locale.ROOT, "%s: %s to version %d, %s, %,d bytes", list.list(), from, list.to(), how,
                list.fetchedBytes());
    }

    private static Facts row(ListChange list) {
        return new Facts().put("list", list.list())
                .put("from", list.from())
                .put("to", list.to())
                .put("deltas", list.deltas())
                .put("fetchedBytes", list.fetchedBytes());
    }

    private static String word(Failure failure) {
        return failure.name().toLowerCase(Locale.ROOT);
    }
}
