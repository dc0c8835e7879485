package bloomward.agent.cli.check;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Predicate;

/// Inputs that are judged together by one thread, and their results in the order of the inputs. Used again and again.
final class Batch {

    private static final int MAX_INPUTS = 512;
    private static final int FULL_FROM = 1 << 15;

    private final Judge judge;
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private final Results results;
    private final Predicate<CheckResult> shows;

    private byte[] inputs = new byte[2 * FULL_FROM];
    /// Of each input, where it ends; it begins where the one before ends.
    private final int[] ends = new int[MAX_INPUTS];
    private int count;
    private VerdictCounts counts = new VerdictCounts();

    /// @param judge used by nobody else while this batch is checked
    /// @param results makes the form of the results
    Batch(Judge judge, Function<OutputStream, Results> results, Predicate<CheckResult> shows) {
        this.judge = judge;
        this.results = results.apply(lines);
        this.shows = shows;
    }

    void add(byte[] bytes, int offset, int length) {
        int start = size();
        if (inputs.length - start < length) {
            inputs = Arrays.copyOf(inputs, Math.max(2 * inputs.length, start + length));
        }
        System.arraycopy(bytes, offset, inputs, start, length);
        ends[count++] = start + length;
    }

    private int size() {
        return count == 0 ? 0 : ends[count - 1];
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return count == MAX_INPUTS || size() >= FULL_FROM;
    }

    /// Judges the inputs.
    void check() throws IOException {
        int start = 0;
        for (int i = 0; i < count; i++) {
            CheckResult result = judge.judge(inputs, start, ends[i] - start);
            counts.add(result);
            if (shows.test(result)) {
                results.add(inputs, start, ends[i] - start, result);
            }
            start = ends[i];
        }
        results.flush();
    }

    /// Hands the results over, and takes new inputs.
    void moveTo(Results target, VerdictCounts all) throws IOException {
        target.addLines(lines);
        all.add(counts);
        lines.reset();
        counts = new VerdictCounts();
        count = 0;
    }

    void close() throws IOException {
        judge.close();
    }
}
