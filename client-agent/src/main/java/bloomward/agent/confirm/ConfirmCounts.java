package bloomward.agent.confirm;

/// Counts of all questions since the start: each was confirmed, refuted or not answered.
///
/// @param asked all questions
/// @param confirmed answered with "listed"
/// @param refuted answered with "not listed"
/// @param noAnswer not answered
/// @param fromMemory of those that were answered: without sending anything
/// @param sent requests to servers
/// @param lies answers of servers that proved nothing, and were not believed
public record ConfirmCounts(long asked, long confirmed, long refuted, long noAnswer, long fromMemory, long sent,
        long lies) {}
