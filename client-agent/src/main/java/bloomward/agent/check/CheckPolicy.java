package bloomward.agent.check;

/// What is to be made of what is not certain. None of it turns a hit into Clean.
///
/// @param unconfirmedIsListed whether a hit that nobody confirmed is Listed, else Unknown
/// @param staleIsClean whether what is not found in stale data is Clean, else Unknown; in expired data it is Unknown always
public record CheckPolicy(boolean unconfirmedIsListed, boolean staleIsClean) {

    /// Where nobody said otherwise.
    public static final CheckPolicy DEFAULT = new CheckPolicy(true, true);
}
