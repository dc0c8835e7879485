package bloomward.agent.cli.filter;

import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.OutputOption;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.filter.Sizing;
import bloomward.format.key.KeySpec;
import bloomward.format.url.UrlExpressions;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.DoubleStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bloomward filter plan`: calculates the size of a filter.
@Command(name = "plan", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Calculates the size of a filter for a number of entries and a false positive rate: a textbook Bloom filter "
            + "(bits, bytes, k), the flat form in memory, the packed form on the wire, the other kinds of the library, "
            + "and the growth. What no filter reaches is shown as '-' (null in JSON)."},
        footer = {"", "Example: bloomward filter plan --entries 1000000 --rate 1e-5"})
public final class PlanCommand implements Callable<Integer> {

    private static final double[] GROWTH = {0.5, 1, 1.1, 1.25, 1.5, 2, 4};

    private final Io io;

    @Option(names = "--entries", required = true, paramLabel = "N", description = "Number of entries.")
    private long entries;

    @Option(names = "--rate", paramLabel = "P", defaultValue = "1e-3",
            description = "False positive rate (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(names = "--width", paramLabel = "BITS",
            description = "Bits of a key (default: chosen by the number of entries and the rate).")
    private Optional<Integer> width = Optional.empty();

    @Mixin
    private OutputOption output = new OutputOption();

    public PlanCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, CommandException {
        plan().write(io, output.format());
        return ExitCode.DONE;
    }

    private Facts plan() throws CommandException {
        if (entries < 1) {
            throw CommandException.error("--entries " + entries + ": must be at least 1");
        }
        long bits = Sizing.bits(entries, rate);
        KeyWidths widths = new KeyWidths(entries, rate);
        int bitsOfKey = width.or(widths::cheapest).orElse(KeySpec.MAX_WIDTH);
        KeySpec spec = new KeySpec(UrlExpressions.CANONICAL, bitsOfKey, 0);
        if (entries > 1L << spec.width()) {
            throw CommandException.error(String.format(Locale.ROOT, "--width %d: there are %,d keys, for %,d entries",
                    spec.width(), 1L << spec.width(), entries));
        }
        OptionalLong blocks = FlatSizing.isReachable(spec, entries, rate)
                ? OptionalLong.of(FlatSizing.blocksFor(spec, entries, rate))
                : OptionalLong.empty();
        if (blocks.isEmpty() && width.isPresent()) {
            io.err()
                    .println("bloomward filter plan: keys of " + spec.width() + " bits do not reach the rate " + rate
                            + widths.reaching().findFirst().map(wider -> "; --width " + wider + " does").orElse(""));
        }
        long wireBytes = PackedFilter.expectedSizeInBytes(spec, entries);
        Facts plan = new Facts().put("entries", entries)
                .put("rate", rate)
                .put("bits", bits)
                .put("bytes", (bits + 7) / 8)
                .put("bitsPerEntry", (double) bits / entries)
                .put("k", Sizing.hashes(bits, entries));
        if (blocks.isPresent()) {
            long flatBytes = blocks.getAsLong() * FlatFilter.BLOCK_IN_BYTES;
            plan.put("flatBytes", flatBytes)
                    .put("flatBitsPerEntry", flatBytes * 8.0 / entries)
                    .put("flatBlocks", blocks.getAsLong());
        } else {
            plan.putNothing("flatBytes").putNothing("flatBitsPerEntry").putNothing("flatBlocks");
        }
        return plan.put("wireBytes", wireBytes)
                .put("wireBitsPerEntry", wireBytes * 8.0 / entries)
                .put("width", spec.width())
                .put("capacity", spec.capacity())
                .put("kinds", new PlannedKinds(spec, entries, rate, blocks).rows())
                .put("growth", blocks.isPresent() ? growth(spec, blocks.getAsLong()) : List.of());
    }

    private List<Facts> growth(KeySpec spec, long blocks) {
        return DoubleStream.of(GROWTH)
                .mapToLong(factor -> Math.max(1, Math.round(entries * factor)))
                .filter(then -> then <= 1L << spec.width())
                .mapToObj(then -> grown(spec, blocks, then))
                .toList();
    }

    /// This plan for a grown list: with the planned number of blocks, and with the number it should then have.
    private Facts grown(KeySpec spec, long blocks, long then) {
        Facts row = new Facts().put("entries", then)
                .put("wireBytes", PackedFilter.expectedSizeInBytes(spec, then))
                .put("rateIfNotResized", FlatSizing.rate(spec, then, blocks));
        if (FlatSizing.isReachable(spec, then, rate)) {
            row.put("flatBytesIfResized", FlatSizing.blocksFor(spec, then, rate) * FlatFilter.BLOCK_IN_BYTES);
        } else {
            row.putNothing("flatBytesIfResized");
        }
        return row;
    }
}
