package bloomward.format.delta;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.file.Envelope;
import bloomward.format.file.Envelope.Written;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.key.KeyCursor;
import bloomward.format.rice.RiceCode;
import bloomward.format.rice.RiceReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Optional;

/// Makes a delta to the newest version of a delta to the version before it, without reading the file from which both
/// lead: in microseconds, where a [DeltaCutter] decodes millions of keys.
///
/// The difference between the last two versions is found once, with the place of each key in the older one. A delta to
/// that version names the positions that it removes from its base; so the keys of the base that stay can be counted up
/// to any place, which gives the position that a key has in the base. What cannot be known so is whether an added key
/// is one that the delta removes, as it names no removed key; only where it removes one between the same two
/// neighbours is there a doubt, and then no delta is made.
///
/// Immutable and thread-safe; the newest file must stay open.
public final class DeltaExtender {

    /// With more changes the doubts are many.
    private static final int MOST_CHANGES = 1 << 16;

    private final FilterFile newest;
    private final ListFields beforeFields;
    private final long beforeChecksums;
    /// Keys that are in the version before and not in the newest one, and their positions in the version before.
    private final Changes.Row removed;
    private final Changes.Row removedAt;
    /// Keys that are in the newest version only, and how many keys of the version before are smaller.
    private final Changes.Row added;
    private final Changes.Row addedAt;

    private DeltaExtender(FilterFile newest, ListFields beforeFields, long beforeChecksums, Changes.Row removed,
            Changes.Row removedAt, Changes.Row added, Changes.Row addedAt) {
        this.newest = newest;
        this.beforeFields = beforeFields;
        this.beforeChecksums = beforeChecksums;
        this.removed = removed;
        this.removedAt = removedAt;
        this.added = added;
        this.addedAt = addedAt;
    }

    /// An extender of deltas to one packed file, which make another one then.
    ///
    /// @param before only read here
    /// @return empty if much has changed between the two
    /// @throws FormatException if the two are not packed files of one list
    public static Optional<DeltaExtender> of(Envelope before, FilterFile newest) throws FormatException {
        ListFields fields = ListFields.ofPacked(before);
        if (!fields.spec().equals(newest.packed().spec())) {
            throw new FormatException(Reason.WRONG_BASE, "version before has " + fields.spec() + ", newest "
                    + newest.packed().spec() + ": they must be equal");
        }
        RiceReader oldKeys = new RiceReader(before.body(), RiceCode.of(fields.entries(), 1L << fields.spec().width()));
        DeltaExtender extender = new DeltaExtender(newest, fields, before.checksums(), new Changes.Row(),
                new Changes.Row(), new Changes.Row(), new Changes.Row());
        if (!extender.compare(oldKeys::next, newest.packed().keys())) {
            return Optional.empty();
        }
        if (oldKeys.problem().isPresent()) {
            throw new FormatException(Reason.MALFORMED, "coded keys: " + oldKeys.problem().get());
        }
        return Optional.of(extender);
    }

    private boolean compare(KeyCursor oldKeys, KeyCursor newKeys) {
        long position = 0;
        long oldKey = oldKeys.next();
        long newKey = newKeys.next();
        // As unsigned numbers, the -1 of an ended row is above every key.
        while (oldKey != newKey || oldKey != KeyCursor.END) {
            if (oldKey == newKey) {
                oldKey = oldKeys.next();
                newKey = newKeys.next();
                position++;
            } else if (removed.count() + added.count() == MOST_CHANGES) {
                return false;
            } else if (Long.compareUnsigned(oldKey, newKey) < 0) {
                removed.add(oldKey);
                removedAt.add(position++);
                oldKey = oldKeys.next();
            } else {
                added.add(newKey);
                addedAt.add(position);
                newKey = newKeys.next();
            }
        }
        return true;
    }

    /// The changes that lead from the base of a delta to the newest version.
    ///
    public final class Extension {

        private final DeltaCutter.Base base;
        private final Changes changes;

        private Extension(DeltaCutter.Base base, Changes changes) {
            this.base = base;
            this.changes = changes;
        }

        /// Writes the delta, the same that a [DeltaCutter] would cut.
        ///
        /// @return empty if it would be longer than the limit
        public Optional<Written> write(long mostBytes, FileChannel out) throws IOException, FormatException {
            return DeltaCutter.write(newest, base, changes, mostBytes, out);
        }
    }

    /// The delta from the version before.
    public Extension ofVersionBefore() {
        return new Extension(new DeltaCutter.Base(beforeFields.entries(), beforeChecksums),
                new Changes(removedAt, added));
    }

    /// Extends a delta that leads to the version before.
    ///
    /// @return empty if it has to be cut
    /// @throws FormatException if it is no such delta, or breaks a rule
    public Optional<Extension> extend(Envelope deltaToVersionBefore) throws FormatException {
        Delta delta = Delta.of(deltaToVersionBefore);
        if (delta.resultChecksums() != beforeChecksums || !delta.result().equals(beforeFields)) {
            throw new FormatException(Reason.WRONG_BASE, "the delta leads to another file");
        }
        return joined(delta.changes()).map(
                changes -> new Extension(new DeltaCutter.Base(delta.baseEntries(), delta.baseChecksums()), changes));
    }

    private Optional<Changes> joined(Changes first) {
        long[] firstAdded = first.added().toArray();
        long[] firstRemoved = first.removed().toArray();
        Changes.Row alsoRemoved = new Changes.Row();
        Changes.Row noMoreAdded = new Changes.Row();
        for (int i = 0; i < removed.count(); i++) {
            int smaller = Arrays.binarySearch(firstAdded, removed.at(i));
            if (smaller >= 0) {
                noMoreAdded.add(removed.at(i));
            } else {
                alsoRemoved.add(positionOfKept(firstRemoved, removedAt.at(i) - ~smaller));
            }
        }
        for (int i = 0; i < added.count(); i++) {
            int smaller = ~Arrays.binarySearch(firstAdded, added.at(i));
            if (removesAfterKept(firstRemoved, addedAt.at(i) - smaller)) {
                return Optional.empty();
            }
        }
        return Optional.of(new Changes(Changes.Row.merged(first.removed(), alsoRemoved),
                Changes.Row.merged(first.added().without(noMoreAdded), added)));
    }

    /// The position in the base of the key before which it has `kept` keys that are not removed.
    private static long positionOfKept(long[] removed, long kept) {
        return kept + countUpTo(removed, kept + 1);
    }

    /// Whether the base has a removed key with exactly `kept` others, not removed, before it.
    private static boolean removesAfterKept(long[] removed, long kept) {
        return countUpTo(removed, kept + 1) > countUpTo(removed, kept);
    }

    /// The number of removed positions with fewer than `kept` others, not removed, before them. That many others are
    /// before `removed[i]`: `removed[i] - i`, which never falls.
    private static int countUpTo(long[] removed, long kept) {
        int low = 0;
        int high = removed.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (removed[middle] - middle < kept) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
