package bloomward.agent.cli;

import bloomward.agent.cli.io.Inputs;
import bloomward.agent.cli.io.JsonLines;
import bloomward.agent.cli.io.LineFormat;
import bloomward.agent.cli.io.UrlArguments;
import bloomward.format.key.FullHash;
import bloomward.format.key.FullHasher;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import bloomward.program.text.Printable;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward url`: the canonical form and the expressions of a URL.
@Command(name = "url", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Shows the canonical form of URLs, and the expressions under which each could be listed.",
            "Exit code: 0, or 2 if any URL could not be judged."},
        footer = {"", "Example: bloomward url HTTP://WWW.Evil.Example:80/a/../b"})
final class UrlCommand implements Callable<Integer> {

    private static final HexFormat HEX = HexFormat.of();

    private final Io io;
    private final UrlExpressions url = new UrlExpressions();
    private final UrlExpressions documented = UrlExpressions.ofSafeBrowsing();
    private final FullHasher hasher = new FullHasher();
    private final byte[] hash = new byte[FullHash.SIZE_IN_BYTES];
    private final byte[] hexHash = new byte[2 * FullHash.SIZE_IN_BYTES];
    private boolean allJudged = true;

    @Option(names = {"-o", "--output"}, paramLabel = "human|jsonl", defaultValue = "human",
            description = "Output format: text, or one JSON object per line (default: ${DEFAULT-VALUE}).")
    private LineFormat format = LineFormat.HUMAN;

    @Parameters(paramLabel = "URL", arity = "0..*",
            description = "URLs; '-' stands for the lines of standard input, which are also read without any URL.")
    private List<String> urls = List.of();

    @Mixin
    private UrlArguments arguments = new UrlArguments();

    UrlCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException {
        try (Output out = new Output(io.out())) {
            if (format == LineFormat.JSONL) {
                writeJson(out);
            } else {
                writeText(out);
            }
        }
        return allJudged ? ExitCode.DONE : ExitCode.ERROR;
    }

    private void writeJson(Output out) throws IOException {
        try (JsonLines lines = new JsonLines(out); Inputs inputs = arguments.inputs(urls, io, lines::flush)) {
            while (inputs.next()) {
                Optional<Unjudgeable> problem = url.read(inputs.buffer, inputs.start, inputs.length);
                allJudged &= problem.isEmpty();
                writeJson(lines, inputs, problem);
            }
        }
    }

    /// The form that Safe Browsing's page gives to a host which no browser opens.
    private Optional<String> documented(Inputs inputs, Unjudgeable problem) {
        boolean isGiven = problem == Unjudgeable.BAD_HOST
                && documented.read(inputs.buffer, inputs.start, inputs.length).isEmpty();
        return isGiven ? Optional.of(documented.canonical()) : Optional.empty();
    }

    private void writeJson(JsonLines lines, Inputs inputs, Optional<Unjudgeable> problem) throws IOException {
        JsonGenerator json = lines.generator();
        json.writeStartObject();
        lines.writeInput("input", inputs);
        if (problem.isPresent()) {
            Optional<String> form = documented(inputs, problem.get());
            if (form.isPresent()) {
                json.writeStringField("canonical", form.get());
            } else {
                json.writeNullField("canonical");
            }
            json.writeStringField("error", problem.get().reason());
        } else {
            json.writeStringField("canonical", url.canonical());
            json.writeNullField("error");
        }
        int withoutExact = problem.isPresent() ? url.count() : url.count() - 1;
        json.writeArrayFieldStart("expressions");
        for (int i = 0; i < withoutExact; i++) {
            json.writeUTF8String(url.buffer(), url.start(i), url.end(i) - url.start(i));
        }
        json.writeEndArray();
        json.writeFieldName("exact");
        if (problem.isPresent()) {
            json.writeNull();
        } else {
            json.writeUTF8String(url.buffer(), 0, url.end());
        }
        json.writeArrayFieldStart("hashes");
        for (int i = 0; i < withoutExact; i++) {
            hashToHex(i);
            json.writeRawUTF8String(hexHash, 0, hexHash.length);
        }
        json.writeEndArray();
        json.writeEndObject();
        lines.endLine();
    }

    private void hashToHex(int expression) {
        hasher.hash(url.buffer(), url.start(expression), url.end(expression) - url.start(expression), hash);
        for (int i = 0; i < hash.length; i++) {
            hexHash[2 * i] = (byte) HEX.toHighHexDigit(hash[i]);
            hexHash[2 * i + 1] = (byte) HEX.toLowHexDigit(hash[i]);
        }
    }

    private void writeText(Output out) throws IOException {
        PrintStream text = new PrintStream(out, false, StandardCharsets.UTF_8);
        try (Inputs inputs = arguments.inputs(urls, io, out)) {
            while (inputs.next()) {
                writeText(text, inputs);
                text.flush();
                if (text.checkError()) {
                    out.flush(); // reports write errors
                }
            }
        }
    }

    private void writeText(PrintStream text, Inputs inputs) {
        Optional<Unjudgeable> problem = url.read(inputs.buffer, inputs.start, inputs.length);
        allJudged &= problem.isEmpty();
        text.println(Printable.of(JsonLines.text(inputs)));
        if (problem.isPresent()) {
            documented(inputs, problem.get()).ifPresent(form -> text.println("  canonical   " + form));
            text.println("  cannot be judged: " + problem.get().reason());
            writeExpressions(text, url.count());
        } else {
            text.println("  canonical   " + url.canonical());
            text.println("  exact       " + url.exact().shown());
            writeExpressions(text, url.count() - 1);
        }
    }

    private void writeExpressions(PrintStream text, int count) {
        for (int i = 0; i < count; i++) {
            text.println((i == 0 ? "  expressions " : "              ") + url.expression(i));
        }
    }
}
