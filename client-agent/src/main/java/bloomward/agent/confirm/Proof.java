package bloomward.agent.confirm;

import bloomward.format.confirm.Bucket;

/// The outcome of asking for a bucket.
sealed interface Proof {

    /// All listings in it, proven.
    record Proven(Bucket bucket) implements Proof {}

    /// @param reason for a person
    record None(String reason) implements Proof {}
}
