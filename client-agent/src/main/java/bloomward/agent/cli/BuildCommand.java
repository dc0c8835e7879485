package bloomward.agent.cli;

import bloomward.format.FormatException;
import bloomward.format.file.Envelope.Written;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.FilterKind;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.MutableFilters;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.HashSpec;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.GZIPInputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward filter build`: list text to a filter file.
@Command(name = "build", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Makes a filter file from a list.",
    "Each line of the list is a URL or an expression; blank lines and lines that begin with # are passed over. "
            + "A line that cannot be judged is left out and reported.",
    "Exit code: 0; 1 if --strict and a line was left out; 2 on errors."})
final class BuildCommand implements Callable<Integer> {

    private static final int REPORTED_LINES = 10;

    enum Form {
        PACKED, FLAT
    }

    private final Io io;

    @Parameters(paramLabel = "IN", description = "The list; '-' is standard input. Compressed with gzip or not.")
    private Path in = Path.of("-");

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The file to write.")
    private Path out = Path.of("");

    @Option(names = "--rate", paramLabel = "P", defaultValue = "1e-3", description = "Probability that the flat form takes a stranger for an entry (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(names = "--width", paramLabel = "BITS", description = "Bits of a key, 16 to 56 (default: by the number of entries, 36 up to 1.3 million).")
    private Optional<Integer> width = Optional.empty();

    @Option(names = "--seed", paramLabel = "N", defaultValue = "0", description = "Seed of the hash; deltas need the same one (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--form", paramLabel = "packed|flat", defaultValue = "packed", description = "To store and send, or to ask (default: ${DEFAULT-VALUE}).")
    private Form form = Form.PACKED;

    @Option(names = "--kind", paramLabel = "KIND", description = "One of the library's other kinds instead: "
            + "classic, blocked, partitioned, counting, scalable, cuckoo.")
    private Optional<FilterKind> kind = Optional.empty();

    @Option(names = "--strict", description = "Write nothing if any line cannot be judged.")
    private boolean strict;

    private long[] hashes = new long[1024];
    private int count;
    private long leftOut;

    BuildCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, FormatException, CommandException {
        readList();
        if (leftOut > REPORTED_LINES) {
            io.err().printf("... and %,d more%n", leftOut - REPORTED_LINES);
        }
        if (strict && leftOut > 0) {
            throw CommandException.refused(leftOut + (leftOut == 1 ? " line" : " lines")
                    + " cannot be judged; nothing written");
        }
        if (kind.isPresent() && kind.get() != FilterKind.PACKED && kind.get() != FilterKind.FLAT) {
            writeLibraryKind(kind.get());
        } else {
            writeList(kind.map(k -> k == FilterKind.FLAT).orElse(form == Form.FLAT));
        }
        return Cli.DONE;
    }

    private void readList() throws IOException {
        KeyHash keyHash = KeyHash.seeded(seed);
        UrlExpressions url = new UrlExpressions();
        try (InputStream text = open(); Progress progress = new Progress(io, "lines read:", 0)) {
            Inputs lines = Inputs.lines(text, (byte) '\n', () -> {});
            for (long number = 1; lines.next(); number++) {
                progress.at(number);
                boolean exact = lines.length > 1 && lines.buffer[lines.start] == ' ';
                if (isBlankOrComment(lines)) {
                    continue;
                }
                Optional<Unjudgeable> problem = url.read(lines.buffer, lines.start, lines.length);
                if (problem.isPresent()) {
                    report(number, lines, problem.get());
                    continue;
                }
                int from = exact ? 0 : 1;
                add(keyHash.of(url.buffer(), from, url.end() - from));
            }
        }
    }

    private InputStream open() throws IOException {
        InputStream raw = in.equals(Path.of("-")) ? io.in() : Files.newInputStream(in);
        BufferedInputStream bytes = new BufferedInputStream(raw, 1 << 16);
        bytes.mark(2);
        boolean compressed = bytes.read() == 0x1f && bytes.read() == 0x8b;
        bytes.reset();
        return compressed ? new GZIPInputStream(bytes, 1 << 16) : bytes;
    }

    private static boolean isBlankOrComment(Inputs line) {
        for (int at = line.start; at < line.start + line.length; at++) {
            byte b = line.buffer[at];
            if (b != ' ' && b != '\t') {
                return b == '#';
            }
        }
        return true;
    }

    private void report(long number, Inputs line, Unjudgeable problem) {
        if (leftOut++ < REPORTED_LINES) {
            io.err().printf("line %d: %s: %s%n", number, problem.reason(), Printable.of(JsonLines.text(line)));
        }
    }

    private void add(long hash) {
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, count * 2);
        }
        hashes[count++] = hash;
    }

    private void writeList(boolean flat) throws IOException, FormatException, CommandException {
        KeySpec spec = new KeySpec(UrlExpressions.CANONICAL, width.orElse(KeySpec.widthFor(count)), seed);
        for (int i = 0; i < count; i++) {
            hashes[i] = spec.keyOf(hashes[i]);
        }
        Arrays.sort(hashes, 0, count);
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            if (distinct == 0 || hashes[distinct - 1] != hashes[i]) {
                hashes[distinct++] = hashes[i];
            }
        }
        PackedFilter packed = PackedFilter.of(spec, FlatSizing.blocksFor(spec, distinct, rate), hashes, distinct);
        Written written = OutputFile.write(out,
                file -> flat ? FilterFile.writeFlat(file, packed) : FilterFile.writePacked(file, packed));
        summarise(distinct, flat ? "flat" : "packed", written.sizeInBytes());
    }

    private void writeLibraryKind(FilterKind chosen) throws IOException, FormatException, CommandException {
        MutableFilter filter = MutableFilters.of(chosen, Math.max(1, count), rate);
        for (int i = 0; i < count; i++) {
            filter.add(hashes[i]);
        }
        Written written = OutputFile.write(out,
                file -> FilterFile.writeLibrary(file, new HashSpec(UrlExpressions.CANONICAL, seed), filter));
        summarise(filter.estimatedCount(), chosen.name().toLowerCase(Locale.ROOT), written.sizeInBytes());
    }

    private void summarise(long entries, String what, long sizeInBytes) {
        io.err().printf(Locale.ROOT, "%s: %s, %,d entries from %,d lines, %,d left out, %,d bytes%n", out, what,
                entries,
                count + leftOut, leftOut, sizeInBytes);
    }
}
