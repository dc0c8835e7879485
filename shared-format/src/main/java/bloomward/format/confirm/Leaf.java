package bloomward.format.confirm;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.key.FullHash;
import bloomward.format.url.Scope;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The layout of the bytes of a leaf, and its checks (FORMAT.md 16.1).
final class Leaf {

    static final int COUNT_AT = 4;
    static final int RECORDS_AT = 8;

    /// Offset within a record.
    static final int SCOPE_AT = FullHash.SIZE_IN_BYTES;
    static final int NAME_LENGTH_AT = SCOPE_AT + 1;
    static final int NAME_AT = NAME_LENGTH_AT + 1;

    /// Enough for at least sixty thousand records; a list of a billion entries has fifteen thousand in a bucket.
    static final int MAX_SIZE_IN_BYTES = 1 << 22;

    private Leaf() {}

    /// The number of records in a leaf, after checking all of it.
    static int checkedCount(BucketBits bits, int bucket, byte[] leaf) throws FormatException {
        if (leaf.length < RECORDS_AT || leaf.length > MAX_SIZE_IN_BYTES) {
            throw malformed(0, leaf.length + " bytes, not in " + RECORDS_AT + ".." + MAX_SIZE_IN_BYTES);
        }
        ByteBuffer numbers = ByteBuffer.wrap(leaf).order(ByteOrder.LITTLE_ENDIAN);
        if (numbers.getInt(0) != bucket) {
            throw malformed(0, "bucket " + Integer.toUnsignedString(numbers.getInt(0)) + ", expected " + bucket);
        }
        int count = numbers.getInt(COUNT_AT);
        int most = (leaf.length - RECORDS_AT) / (NAME_AT + 1);
        if (count < 0 || count > most) {
            throw malformed(COUNT_AT, Integer.toUnsignedString(count) + " records, at most " + most + " fit");
        }
        int last = -1;
        int at = RECORDS_AT;
        for (int i = 0; i < count; i++) {
            int end = checkedEnd(leaf, at);
            if (bits.bucketOf(leaf, at) != bucket) {
                throw malformed(at, "a hash of bucket " + bits.bucketOf(leaf, at) + " in bucket " + bucket);
            }
            if (last >= 0 && compare(leaf, last, at) >= 0) {
                throw malformed(at, "records do not increase");
            }
            last = at;
            at = end;
        }
        if (at != leaf.length) {
            throw malformed(at, (leaf.length - at) + " bytes follow the last record");
        }
        return count;
    }

    /// The end of the record that begins here, after checking that it is complete and its scope and category are valid.
    private static int checkedEnd(byte[] leaf, int at) throws FormatException {
        if (leaf.length - at < NAME_AT) {
            throw malformed(at, "a record is truncated");
        }
        byte scope = leaf[at + SCOPE_AT];
        if (!Scope.isCode(scope)) {
            throw new FormatException(Reason.TOO_NEW,
                    "leaf at " + (at + SCOPE_AT) + ": scope " + (scope & 0xff) + ", known: 1..3");
        }
        int nameLength = leaf[at + NAME_LENGTH_AT] & 0xff;
        if (nameLength > leaf.length - at - NAME_AT || !Category.isName(leaf, at + NAME_AT, nameLength)) {
            throw malformed(at + NAME_LENGTH_AT, "no category");
        }
        return at + NAME_AT + nameLength;
    }

    /// The end of the record that begins here, in a checked leaf.
    static int end(byte[] leaf, int at) {
        return at + NAME_AT + (leaf[at + NAME_LENGTH_AT] & 0xff);
    }

    /// The record that begins here, in a checked leaf.
    static ConfirmRecord record(byte[] leaf, int at) {
        return new ConfirmRecord(FullHash.ofDigest(Arrays.copyOfRange(leaf, at, at + SCOPE_AT)),
                Scope.ofCode(leaf[at + SCOPE_AT]), Category.of(leaf, at + NAME_AT, leaf[at + NAME_LENGTH_AT]));
    }

    /// Compares two records in one array; the length byte of the category is not part of the order.
    static int compare(byte[] bytes, int one, int other) {
        int order = Arrays.compareUnsigned(bytes, one, one + NAME_LENGTH_AT, bytes, other, other + NAME_LENGTH_AT);
        return order != 0
                ? order
                : Arrays.compareUnsigned(bytes, one + NAME_AT, end(bytes, one), bytes, other + NAME_AT,
                        end(bytes, other));
    }

    private static FormatException malformed(int at, String what) {
        return new FormatException(Reason.MALFORMED, "leaf at " + at + ": " + what);
    }
}
