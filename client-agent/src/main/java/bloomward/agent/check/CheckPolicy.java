package bloomward.agent.check;

/// The verdict for cases that are not certain. No policy turns a hit into Clean.
///
/// @param unconfirmedIsListed whether an unconfirmed hit is Listed, else Unknown
/// @param staleIsClean whether what is not found in stale data is Clean, else Unknown; in expired data it is Unknown always
public record CheckPolicy(boolean unconfirmedIsListed, boolean staleIsClean) {

    /// The policy without any setting.
    public static final CheckPolicy DEFAULT = new CheckPolicy(true, true);
}
