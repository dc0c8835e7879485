package bloomward.format.delta;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.rice.RiceReader;
import bloomward.format.rice.RiceWriter;
import java.io.IOException;

/// The merge of three sorted sequences into one: base keys except at removed positions, and added keys. Used once.
record Merge(RiceReader base, RiceReader removed, RiceReader added) {

    /// Writes the merged keys.
    ///
    /// @throws FormatException if a sequence breaks its code, an added key already exists, or there are more keys than
    ///     promised: until its end is read, a sequence may name fewer positions than its count
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
                throw new FormatException(Reason.MALFORMED, "added key " + key + " is already in the base");
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
