package bloomward.format.delta;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.rice.RiceReader;
import bloomward.format.rice.RiceWriter;
import java.io.IOException;

/// Merges three sorted rows into one: base keys without those at removed positions, and added keys. Used once.
record Merge(RiceReader base, RiceReader removed, RiceReader added) {

    /// Writes the merged keys.
    ///
    /// @throws FormatException if a row breaks its code, a key is added that is there already, or there are more keys
    ///     than promised: before a row has been read to its end it may name fewer positions than its count
    void writeTo(RiceWriter out) throws IOException, FormatException {
        long removedPosition = removed.next();
        long addedKey = added.next();
        long position = 0;
        for (long key = base.next(); key != RiceReader.END; key = base.next()) {
            while (addedKey != RiceReader.END && addedKey < key) {
                write(addedKey, out);
                addedKey = added.next();
            }
            if (addedKey == key) {
                throw new FormatException(Reason.MALFORMED, "added key " + key + " is in the base already");
            }
            if (position++ == removedPosition) {
                removedPosition = removed.next();
            } else {
                write(key, out);
            }
        }
        while (addedKey != RiceReader.END) {
            write(addedKey, out);
            addedKey = added.next();
        }
        requireSound(base, "keys of the base");
        requireSound(removed, "removed positions");
        requireSound(added, "added keys");
        out.finish();
    }

    private static void write(long key, RiceWriter out) throws IOException, FormatException {
        if (out.isFull()) {
            throw new FormatException(Reason.MALFORMED, "key " + key + " is one more than the header promises");
        }
        out.write(key);
    }

    private static void requireSound(RiceReader row, String name) throws FormatException {
        if (row.problem().isPresent()) {
            throw new FormatException(Reason.MALFORMED, name + ": " + row.problem().get());
        }
    }
}
