package bloomward.format.release;

import java.time.Instant;

/// The reliability of a verdict. URLs found are listed in any case.
public enum Freshness {

    /// Latest is valid: the lists are the newest.
    FRESH,
    /// Latest has expired: there may be newer lists, possibly withheld by an attacker.
    STALE,
    /// Manifest or root has expired: URLs not found are unknown instead of clean.
    EXPIRED;

    /// The freshness of installed lists.
    ///
    /// @param effective see [Floor#effectiveTime]
    public static Freshness of(Root root, Manifest manifest, Latest latest, Instant effective) {
        Freshness freshness = ofFile(root, manifest, effective);
        return freshness == FRESH && latest.isExpiredAt(effective) ? STALE : freshness;
    }

    /// The freshness of a signed file, which has no latest note: fresh or expired.
    public static Freshness ofFile(Root root, Manifest manifest, Instant effective) {
        return root.isExpiredAt(effective) || manifest.isExpiredAt(effective) ? EXPIRED : FRESH;
    }
}
