package bloomward.server.admin.view;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The questions and answers about holds.
public final class HoldReports {

    private HoldReports() {}

    /// A hold. Its id stands for its terms: on other terms the same entry is another hold.
    ///
    /// @param expression empty where a whole import is held
    /// @param remedy a way to deal with it
    /// @param scope of the expression, empty where a whole import is held
    /// @param category that the entry would have, empty for what is to be allowed
    /// @param expires the end of the entry or of what is to be allowed, empty for none
    /// @param entryReason noted with the entry or with what is to be allowed
    /// @param state open, released, rejected or withdrawn
    /// @param decidedAt empty while it is open
    /// @param popular a well-known host that it would reach, empty for none
    /// @param allowFor the list for which an expression is to be allowed, `*` for every list; empty for anything else
    public record HoldView(long id, String list, String source, String expression, String reason, String detail,
            String remedy, long line, String scope, String category, String expires, String entryReason, String by,
            Instant at, String state, String decidedBy, String decidedAt, String decisionReason, String allowFor,
            String popular) {}

    /// Holds of which some are shown.
    ///
    /// @param total that fit the question, as the counts and `upTo` are of all that fit
    /// @param counts by reason
    /// @param bySource counts by `LIST/SOURCE`
    /// @param byAge counts by the days that they wait: day, week, month, older
    /// @param upTo the highest id; a decision about all of them names it
    /// @param next what the question for the next part names as `after`, empty at the end
    public record Holds(List<HoldView> holds, long total, Map<String, Long> counts, Map<String, Long> bySource,
            Map<String, Long> byAge, long upTo, String next) {}

    /// @param ids empty with `all`
    /// @param list only holds of this list, empty for all
    /// @param source only holds of this source, empty for all
    /// @param heldFor only holds of this guard's reason, empty for all
    /// @param upTo with `all`, the highest id that was seen: later holds are not decided; 0 with ids
    /// @param release or reject
    /// @param reason needed
    public record HoldDecision(List<Long> ids, boolean all, String list, String source, String heldFor, long upTo,
            boolean release, String reason) {

        /// About holds by their ids.
        public static HoldDecision of(List<Long> ids, boolean release, String reason) {
            return new HoldDecision(ids, false, "", "", "", 0, release, reason);
        }
    }

    /// @param reason needed
    public record HoldReopening(List<Long> ids, String reason) {}

    /// @param removed entries from drafts
    public record HoldsReopened(long reopened, long removed) {}

    /// @param added to drafts
    /// @param needOther ids of those that a second person must release
    /// @param ids of those that were decided, by which the decision can be taken back
    public record HoldReport(long decided, long added, List<Long> needOther, List<Long> ids) {}
}
