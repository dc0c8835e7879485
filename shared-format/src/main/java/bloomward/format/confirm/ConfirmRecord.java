package bloomward.format.confirm;

import bloomward.format.key.FullHash;
import bloomward.format.url.Scope;
import java.util.Comparator;

/// A listing: expression, scope and category. Ordered by hash, scope and category, as in a bucket.
///
/// @param hash of the listed expression
public record ConfirmRecord(FullHash hash, Scope scope, Category category) implements Comparable<ConfirmRecord> {

    private static final Comparator<ConfirmRecord> ORDER = Comparator.comparing(ConfirmRecord::hash)
            .thenComparing(ConfirmRecord::scope)
            .thenComparing(ConfirmRecord::category);

    @Override
    public int compareTo(ConfirmRecord other) {
        return ORDER.compare(this, other);
    }
}
