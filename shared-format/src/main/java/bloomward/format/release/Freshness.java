package bloomward.format.release;

import java.time.Instant;

/// How far a verdict can be relied on. What is found is listed in any case.
public enum Freshness {

    /// The newest there was within the validity of latest.
    FRESH,
    /// Latest has expired: there may be newer data, which somebody may be keeping from us.
    STALE,
    /// Manifest or root has expired: what is not found is not known to be clean.
    EXPIRED;

    /// The freshness of what is installed.
    ///
    /// @param effective see [Floor#effectiveTime]
    public static Freshness of(Root root, Manifest manifest, Latest latest, Instant effective) {
        Freshness freshness = ofFile(root, manifest, effective);
        return freshness == FRESH && latest.isExpiredAt(effective) ? STALE : freshness;
    }

    /// The freshness of a file that stands alone, beside which there is no latest: fresh or expired.
    public static Freshness ofFile(Root root, Manifest manifest, Instant effective) {
        return root.isExpiredAt(effective) || manifest.isExpiredAt(effective) ? EXPIRED : FRESH;
    }
}
