package bloomward.server.feed;

import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.feed.syntax.JsonShape;
import bloomward.server.feed.syntax.LineParser;
import bloomward.server.feed.syntax.ParsedLine;
import bloomward.server.feed.syntax.RejectReason;
import com.fasterxml.jackson.core.JacksonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.zip.ZipException;

/// Reads lists: converts a stream of bytes to entries and counts the outcome of every line.
///
/// Memory is bounded for any input: one line, some samples, and 21 to 43 bytes for each distinct entry, to detect
/// duplicates. No line is dropped silently. A body that is truncated, damaged or not a list is refused as a whole.
///
/// ```
/// ListOutcome outcome = new ListReader(FeedScope.AUTO).read(body, entry -> ...);
/// switch (outcome) {
///     case ListOutcome.Read(var format, var count) -> ...
///     ...
/// }
/// ```
///
/// A reader keeps no state between lists and can be used by several threads.
public final class ListReader {

    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final FeedScope scope;
    private final Optional<FeedFormat> format;
    private final ListLimits limits;
    private final LongSupplier nanos;

    /// A reader that recognises the format of each list.
    public ListReader(FeedScope scope) {
        this(scope, Optional.empty(), ListLimits.DEFAULT);
    }

    /// @param format empty to recognise it
    public ListReader(FeedScope scope, Optional<FeedFormat> format, ListLimits limits) {
        this(scope, format, limits, System::nanoTime);
    }

    /// @param nanos a clock that never goes back
    public ListReader(FeedScope scope, Optional<FeedFormat> format, ListLimits limits, LongSupplier nanos) {
        this.scope = scope;
        this.format = format;
        this.limits = limits;
        this.nanos = nanos;
    }

    /// Reads a list to its end. The stream stays open.
    ///
    /// @throws IOException if the stream fails; faults of the list itself are outcomes
    public ListOutcome read(InputStream body, EntrySink sink) throws IOException {
        try {
            InputStream in = inflated(body);
            return readInflated(head(in), in, sink);
        } catch (UnusableListException e) {
            return new ListOutcome.Unusable(e.reason(), e.what());
        } catch (ZipException e) {
            return new ListOutcome.Unusable(ListOutcome.Reason.DAMAGED, String.valueOf(e.getMessage()));
        } catch (JacksonException e) {
            return new ListOutcome.Unusable(ListOutcome.Reason.DAMAGED,
                    "JSON: " + Tally.printable(e.getOriginalMessage()) + " at line " + lineOf(e));
        }
    }

    private static byte[] head(InputStream in) throws IOException {
        try {
            return in.readNBytes(FormatGuess.HEAD_IN_BYTES);
        } catch (UnusableListException e) {
            throw e.after(0);
        }
    }

    private ListOutcome readInflated(byte[] beginning, InputStream in, EntrySink sink) throws IOException {
        byte[] head = beginning;
        boolean whole = head.length < FormatGuess.HEAD_IN_BYTES;
        if (startsWith(head, BYTE_ORDER_MARK)) {
            head = Arrays.copyOfRange(head, BYTE_ORDER_MARK.length, head.length);
        }
        InputStream all = new SequenceInputStream(new ByteArrayInputStream(head), in);
        return switch (FormatGuess.of(head, whole)) {
            case FormatGuess.NotAList(String what) ->
                new ListOutcome.Unusable(ListOutcome.Reason.NOT_A_LIST, "not a list: " + what);
            case FormatGuess.Sure(FeedFormat guessed) -> readAs(format.orElse(guessed), all, sink);
            case FormatGuess.Unsure unsure -> format.isPresent()
                    ? readAs(format.get(), all, sink)
                    : new ListOutcome.UnknownFormat(unsure.candidates());
        };
    }

    private ListOutcome readAs(FeedFormat chosen, InputStream in, EntrySink sink) throws IOException {
        var tally = new Tally(scope, limits, sink);
        FeedFormat found = chosen;
        switch (chosen.newSyntax()) {
            case FeedFormat.Syntax.OfLines(LineParser parser) -> {
                Lines lines = new Lines(in, limits.lineBytes());
                if (format.isEmpty() && chosen.isNarrow()) {
                    LeftOvers leftOvers = new LeftOvers(tally);
                    readLines(lines, parser, tally, leftOvers::add);
                    found = leftOvers.isMixed() ? FeedFormat.MIXED : chosen;
                } else {
                    readLines(lines, parser, tally, tally::add);
                }
            }
            case FeedFormat.Syntax.OfJson(JsonShape shape) ->
                JsonList.read(in, shape, limits.lineBytes(), (line, text, parsed) -> {
                    tally.add(line, text, parsed);
                    tally.requireFewEnough();
                });
        }
        ImportCount count = tally.count();
        return count.understood() * 2 < count.lines()
                ? new ListOutcome.MostlyUnreadable(found, count)
                : new ListOutcome.Read(found, count);
    }

    private void readLines(Lines lines, LineParser parser, Tally tally, ParsedSink out) throws IOException {
        try {
            readEach(lines, parser, tally, out);
        } catch (UnusableListException e) {
            throw e.after(lines.number());
        }
    }

    private void readEach(Lines lines, LineParser parser, Tally tally, ParsedSink out) throws IOException {
        while (lines.next()) {
            long number = lines.number();
            limits.requireLines(number);
            tally.requireFewEnough(); // a line may have many names
            String text = lines.text();
            if (lines.isTooLong()) {
                tally.add(number, text, ParsedLine.rejected(RejectReason.LINE_TOO_LONG));
            } else if (lines.isBinary()) {
                tally.add(number, text, ParsedLine.rejected(RejectReason.NOT_TEXT));
            } else {
                parser.parse(text, parsed -> out.add(number, text, parsed));
            }
        }
    }

    /// The way of a parsed line to its count.
    @FunctionalInterface
    private interface ParsedSink {

        void add(long line, String text, ParsedLine parsed);
    }

    private InputStream inflated(InputStream body) throws IOException {
        byte[] start = body.readNBytes(GZIP.length);
        BoundedInput all = BoundedInput.of(new SequenceInputStream(new ByteArrayInputStream(start), body), limits,
                nanos);
        return Arrays.equals(start, GZIP) ? all.inflated() : all;
    }

    private static boolean startsWith(byte[] bytes, byte[] beginning) {
        return bytes.length >= beginning.length
                && Arrays.equals(bytes, 0, beginning.length, beginning, 0, beginning.length);
    }

    private static int lineOf(JacksonException e) {
        return e.getLocation() == null ? 0 : e.getLocation().getLineNr();
    }
}
