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

        void add(long number) {
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

        long[] toArray() {
            return Arrays.copyOf(numbers, count);
        }

        /// The numbers of two increasing rows that have none in common.
        static Row merged(Row one, Row other) {
            Row merged = new Row();
            int next = 0;
            for (int i = 0; i < one.count; i++) {
                while (next < other.count && other.numbers[next] < one.numbers[i]) {
                    merged.add(other.numbers[next++]);
                }
                merged.add(one.numbers[i]);
            }
            while (next < other.count) {
                merged.add(other.numbers[next++]);
            }
            return merged;
        }

        /// The numbers that another increasing row does not have.
        Row without(Row others) {
            long[] gone = others.toArray();
            Row rest = new Row();
            for (int i = 0; i < count; i++) {
                if (Arrays.binarySearch(gone, numbers[i]) < 0) {
                    rest.add(numbers[i]);
                }
            }
            return rest;
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
