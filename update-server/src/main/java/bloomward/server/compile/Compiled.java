package bloomward.server.compile;

import bloomward.format.Digest;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The result of compiling a version: all that a manifest says of it.
///
/// @param entries distinct keys, as the headers of packed and flat say
/// @param expressions distinct expressions; a few more than keys where keys collide
/// @param records distinct pairs of expression and category
/// @param flatBlocks blocks of the flat form
/// @param bits into how many buckets the hashes fall
/// @param root over all buckets
/// @param basis for the next version; empty where that can only be made of all entries
public record Compiled(long entries, long expressions, long records, long flatBlocks, File packed, File flat,
        BucketBits bits, ConfirmRoot root, Optional<Basis> basis) {

    /// The records of each category; none where there is no basis.
    public Map<Category, Long> recordsByCategory() {
        return basis.map(Basis::records).orElse(Map.of());
    }

    /// A file that is whole and on the disk.
    ///
    /// @param digest of all its bytes
    public record File(Digest digest, long sizeInBytes, Path path) {}
}
