package bloomward.agent.cli.filter;

import bloomward.agent.cli.io.Inputs;
import bloomward.agent.cli.io.JsonLines;
import bloomward.agent.cli.io.OutputFile;
import bloomward.agent.cli.io.Progress;
import bloomward.format.FormatException;
import bloomward.format.file.Envelope.Written;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.FilterKind;
import bloomward.format.filter.HashCollector;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.MutableFilters;
import bloomward.format.filter.PackedFilter;
import bloomward.format.io.GzipMembers;
import bloomward.format.key.HashSpec;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import bloomward.program.command.CommandException;
import bloomward.program.command.CommandRun;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import bloomward.program.text.Printable;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/// `bloomward filter build`: makes a filter file from a list.
@Command(name = "build", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Makes a filter file from a list.",
            "Each line of the list is a URL or an expression; blank lines and lines that begin with # are skipped. "
                    + "A line that cannot be judged is left out and reported.",
            "Exit code: 0 success, 1 a line was left out and --strict is set, 2 an error."},
        footer = {"", "Example: bloomward filter build urls.txt --out urls.packed"})
public final class BuildCommand implements Callable<Integer> {

    private static final int REPORTED_LINES = 10;

    enum Form {
        PACKED, FLAT
    }

    private final Io io;

    @Parameters(paramLabel = "IN", description = "List, plain or gzip-compressed; '-' is standard input.")
    private Path in = Path.of("-");

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "File to write.")
    private Path out = Path.of("");

    @Option(names = "--rate", paramLabel = "P", defaultValue = "1e-3",
            description = "False positive rate of the flat form (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(names = "--width", paramLabel = "BITS",
            description = "Bits of a key, 16 to 56 (default: chosen by the number of entries and the rate, mostly 36 up to "
                    + "1.3 million).")
    private Optional<Integer> width = Optional.empty();

    private long seed;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "0",
            description = "Seed of the hash, 0 to 2^64 - 1; a delta needs equal seeds (default: ${DEFAULT-VALUE}).")
    void setSeed(String number) {
        try {
            seed = Long.parseUnsignedLong(number);
        } catch (NumberFormatException _) {
            throw new TypeConversionException("'" + number + "' is not a number from 0 to 2^64 - 1");
        }
    }

    @Option(names = "--form", paramLabel = "packed|flat", defaultValue = "packed",
            description = "Packed for storage and transfer, flat for lookups (default: ${DEFAULT-VALUE}).")
    private Form form = Form.PACKED;

    @Option(names = "--kind", paramLabel = "KIND", description = "Build another kind of filter instead: "
            + "classic, blocked, partitioned, counting, scalable, cuckoo.")
    private Optional<FilterKind> kind = Optional.empty();

    @Option(names = "--strict", description = "Write nothing if any line cannot be judged.")
    private boolean strict;

    private final HashCollector hashes = new HashCollector();
    private long lines;
    private long leftOut;

    public BuildCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, FormatException, CommandException {
        try {
            readList();
        } catch (IOException e) {
            throw CommandException.error(in + ": cannot be read: " + CommandRun.words(e));
        }
        if (leftOut > REPORTED_LINES) {
            io.err().printf(Locale.ROOT, "... and %,d more%n", leftOut - REPORTED_LINES);
        }
        if (strict && leftOut > 0) {
            throw CommandException
                    .refused(leftOut + (leftOut == 1 ? " line" : " lines") + " cannot be judged; nothing written");
        }
        boolean flat = kind.map(k -> k == FilterKind.FLAT).orElse(form == Form.FLAT);
        if (flat || kind.map(k -> k == FilterKind.PACKED).orElse(true)) {
            writeList(flat);
        } else {
            writeLibraryKind(kind.orElseThrow());
        }
        return ExitCode.DONE;
    }

    private void readList() throws IOException, CommandException {
        KeyHash keyHash = KeyHash.seeded(seed);
        UrlExpressions url = new UrlExpressions();
        try (InputStream text = open(); Progress progress = new Progress(io, "lines read:", 0)) {
            Inputs inputs = Inputs.lines(text, (byte) '\n', () -> {});
            for (long number = 1; inputs.next(); number++) {
                progress.at(number);
                if (isBlankOrComment(inputs)) {
                    continue;
                }
                lines++;
                Optional<Unjudgeable> problem = url.read(inputs.buffer, inputs.start, inputs.length);
                if (problem.isPresent()) {
                    report(number, inputs, problem.get());
                    continue;
                }
                int from = isExactForm(inputs, url) ? 0 : 1;
                hashes.add(keyHash.of(url.buffer(), from, url.end() - from));
            }
        }
    }

    /// A line means one page only if it is, byte for byte, the exact form; an indented URL is no such line.
    private static boolean isExactForm(Inputs line, UrlExpressions url) {
        return Arrays.equals(line.buffer, line.start, line.start + line.length, url.buffer(), 0, url.end());
    }

    private InputStream open() throws IOException, CommandException {
        boolean standardInput = in.equals(Path.of("-"));
        if (!standardInput && Files.isDirectory(in)) {
            throw CommandException.error(in + ": is a folder; a list file is needed");
        }
        InputStream raw = standardInput ? io.in() : Files.newInputStream(in);
        BufferedInputStream bytes = new BufferedInputStream(raw, 1 << 16);
        bytes.mark(2);
        boolean compressed = bytes.read() == 0x1f && bytes.read() == 0x8b;
        bytes.reset();
        return compressed ? new GzipMembers(bytes) : bytes;
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
            io.err()
                    .printf(Locale.ROOT, "line %d: %s: %s%n", number, problem.reason(),
                            Printable.beginningOf(JsonLines.text(line)));
        }
    }

    private void writeList(boolean flat) throws FormatException, CommandException {
        long entries = hashes.distinct();
        int bitsOfKey = width.or(new KeyWidths(entries, rate)::cheapest).orElse(KeySpec.widthFor(entries));
        KeySpec spec = new KeySpec(UrlExpressions.CANONICAL, bitsOfKey, seed);
        PackedFilter packed = hashes.pack(spec, rate);
        Written written = OutputFile.write(out,
                file -> flat ? FilterFile.writeFlat(file, packed) : FilterFile.writePacked(file, packed));
        summarise(packed.entries(), flat ? "flat" : "packed", written.sizeInBytes());
    }

    private void writeLibraryKind(FilterKind chosen) throws FormatException, CommandException {
        MutableFilter filter = MutableFilters.of(chosen, Math.max(1, hashes.distinct()), rate);
        hashes.forEach(filter::add);
        Written written = OutputFile.write(out,
                file -> FilterFile.writeLibrary(file, new HashSpec(UrlExpressions.CANONICAL, seed), filter));
        summarise(hashes.distinct(), chosen.name().toLowerCase(Locale.ROOT), written.sizeInBytes());
    }

    private void summarise(long entries, String what, long sizeInBytes) {
        io.err()
                .printf(Locale.ROOT, "%s: %s, %,d entries from %,d lines, %,d left out, %,d bytes%n",
                        Printable.of(out.toString()), what, entries, lines, leftOut, sizeInBytes);
    }
}
