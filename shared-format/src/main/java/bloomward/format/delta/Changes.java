package bloomward.format.delta;

import bloomward.format.key.KeyCursor;
import java.util.Arrays;
import java.util.Optional;

/// The differences between two sequences of keys.
///
/// @param removed positions, in the old sequence, of keys that are not in the new one
/// @param added keys of the new sequence that are not in the old one
record Changes(Row removed, Row added) {

    /// A growing array of numbers.
    static final class Row {

        private long[] numbers = new long[64];
        private int count;

        private void add(long number) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, count * 2);
            }
            numbers[count++] = number;
        }

        int count() {
            return count;
        }

        long at(int index) {
            return numbers[index];
        }
    }

    /// Compares two sequences.
    ///
    /// @param mostAdded limit of added keys, beyond which the comparison stops
    /// @return empty if more keys are added
    static Optional<Changes> between(KeyCursor oldKeys, KeyCursor newKeys, long mostAdded) {
        Changes changes = new Changes(new Row(), new Row());
        long position = 0;
        long oldKey = oldKeys.next();
        long newKey = newKeys.next();
        // As unsigned numbers, the -1 of an ended row is above every key.
        while (oldKey != newKey || oldKey != KeyCursor.END) {
            if (oldKey == newKey) {
                oldKey = oldKeys.next();
                newKey = newKeys.next();
                position++;
            } else if (Long.compareUnsigned(oldKey, newKey) < 0) {
                changes.removed.add(position++);
                oldKey = oldKeys.next();
            } else if (changes.added.count() >= mostAdded) {
                return Optional.empty();
            } else {
                changes.added.add(newKey);
                newKey = newKeys.next();
            }
        }
        return Optional.of(changes);
    }
}
