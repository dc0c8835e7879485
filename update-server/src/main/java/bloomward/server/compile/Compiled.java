package bloomward.server.compile;

import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.ConfirmRoot;
import java.nio.file.Path;

/// What became of the entries of a version: all that a manifest says of it.
///
/// @param entries distinct keys, as the headers of packed and flat say
/// @param expressions distinct expressions; a few more than keys where keys collide
/// @param records distinct pairs of expression and category
/// @param flatBlocks blocks of the flat form
/// @param bits into how many buckets the hashes fall
/// @param root over all buckets
public record Compiled(long entries, long expressions, long records, long flatBlocks, File packed, File flat,
        BucketBits bits, ConfirmRoot root) {

    /// A file that is whole and on the disk.
    ///
    /// @param sha256 of all its bytes, 64 lower-case hex digits
    public record File(String sha256, long sizeInBytes, Path path) {}
}
