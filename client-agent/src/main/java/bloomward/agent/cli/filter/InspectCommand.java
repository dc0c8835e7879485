package bloomward.agent.cli.filter;

import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.InputFile;
import bloomward.agent.cli.io.OutputOption;
import bloomward.format.FormatException;
import bloomward.format.delta.Delta;
import bloomward.format.file.Envelope;
import bloomward.format.file.FileType;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.filter.Filter;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeySpec;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `bloomward filter inspect`: shows the header of a file and its measured properties.
@Command(name = "inspect", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Checks a filter file or delta, and shows its header, sizes and expected false positive rate.",
            "Exit code: 0, or 2 if it is damaged or not such a file."},
        footer = {"", "Example: bloomward filter inspect phishing.packed"})
public final class InspectCommand implements Callable<Integer> {

    private final Io io;

    @Parameters(paramLabel = "FILE", description = "Filter file of any kind, or delta.")
    private Path file = Path.of("");

    @Mixin
    private OutputOption output = new OutputOption();

    public InspectCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, CommandException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment bytes = InputFile.bytes(file, arena);
            facts(bytes).write(io, output.format());
        } catch (FormatException e) {
            throw InputFile.bad(file, e);
        }
        return ExitCode.DONE;
    }

    private Facts facts(MemorySegment bytes) throws FormatException {
        Envelope envelope = Envelope.open(bytes);
        Facts facts = new Facts().put("file", file.toString())
                .put("type", envelope.type().name().toLowerCase(Locale.ROOT))
                .put("formatVersion", Envelope.VERSION)
                .put("sizeInBytes", bytes.byteSize())
                .put("bodyInBytes", envelope.body().byteSize())
                .put("signatureInBytes", envelope.signature().byteSize())
                .put("checksums", HexFormat.of().toHexDigits(envelope.checksums()));
        if (envelope.type() == FileType.DELTA) {
            delta(facts, Delta.of(envelope), bytes.byteSize());
        } else {
            filter(facts, FilterFile.of(envelope));
        }
        return facts;
    }

    private static void filter(Facts facts, FilterFile file) {
        Filter filter = file.filter();
        facts.put("kind", filter.kind().name().toLowerCase(Locale.ROOT));
        facts.put("canonical", file.hash().canonical()).put("hash", "xxh3-64");
        switch (filter) {
            case PackedFilter packed -> {
                list(facts, ListFields.of(packed));
                facts.put("flatInBytes", packed.flatBlocks() * FlatFilter.BLOCK_IN_BYTES);
                facts.put("flatExpectedRate", FlatSizing.rate(packed.spec(), packed.entries(), packed.flatBlocks()));
            }
            case FlatFilter flat -> list(facts, new ListFields(flat.spec(), flat.entries(), flat.blocks()));
            case MutableFilter _ ->
                facts.putUnsigned("seed", file.hash().seed()).put("entries", filter.estimatedCount());
        }
        facts.put("bitsPerEntry", (double) filter.sizeInBits() / Math.max(1, filter.estimatedCount()))
                .put("fill", filter.fill())
                .put("expectedRate", filter.currentRate())
                .put("capacity", filter.capacity())
                .put("nearCapacity", filter.isNearCapacity());
    }

    private static void delta(Facts facts, Delta delta, long size) {
        facts.put("canonical", delta.result().spec().canonical()).put("hash", "xxh3-64");
        list(facts, delta.result());
        facts.put("baseEntries", delta.baseEntries())
                .put("removed", delta.removedCount())
                .put("added", delta.addedCount())
                .put("bytesPerChange", (double) size / Math.max(1, delta.removedCount() + delta.addedCount()));
    }

    private static void list(Facts facts, ListFields fields) {
        KeySpec spec = fields.spec();
        facts.put("width", spec.width())
                .putUnsigned("seed", spec.seed())
                .put("entries", fields.entries())
                .put("flatBlocks", fields.flatBlocks());
    }
}
