package bloomward.agent.cli.filter;

import bloomward.agent.cli.io.InputFile;
import bloomward.agent.cli.io.Inputs;
import bloomward.agent.cli.io.JsonLines;
import bloomward.agent.cli.io.LineFormat;
import bloomward.agent.cli.io.UrlArguments;
import bloomward.format.FormatException;
import bloomward.format.file.FilterFile;
import bloomward.format.lookup.UrlFilter;
import bloomward.format.lookup.UrlLookup;
import bloomward.format.url.Expression;
import bloomward.format.url.Unjudgeable;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import bloomward.program.text.Printable;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward filter lookup`: searches a filter file for URLs.
@Command(name = "lookup", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Looks up each URL in a filter file, under all its expressions.",
            "A hit may be a false positive, as often as the filter's rate says: hits are not confirmed here.",
            "Exit code: 0 no hit, 1 hits, 2 an error or a URL that cannot be judged."},
        footer = {"", "Example: bloomward filter lookup urls.packed http://www.example.com/"})
public final class LookupCommand implements Callable<Integer> {

    private final Io io;
    private final UrlLookup lookup = new UrlLookup();

    @Parameters(index = "0", paramLabel = "FILE", description = "Filter file of any kind.")
    private Path file = Path.of("");

    @Option(names = {"-o", "--output"}, paramLabel = "human|jsonl", defaultValue = "human",
            description = "Output format: text, or one JSON object per line (default: ${DEFAULT-VALUE}).")
    private LineFormat format = LineFormat.HUMAN;

    @Parameters(index = "1..*", paramLabel = "URL", arity = "0..*",
            description = "URLs; '-' stands for the lines of standard input, which are also read without any URL.")
    private List<String> urls = List.of();

    @Mixin
    private UrlArguments arguments = new UrlArguments();

    private boolean anyHit;
    private boolean anyProblem;

    public LookupCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, CommandException, FormatException {
        try (FilterFile filter = InputFile.filter(file); Output out = new Output(io.out())) {
            UrlFilter entries = UrlFilter.of(filter);
            if (format == LineFormat.JSONL) {
                writeJson(entries, out);
            } else {
                writeText(entries, out);
            }
        }
        return anyProblem ? ExitCode.ERROR : anyHit ? ExitCode.FOUND : ExitCode.DONE;
    }

    private void writeJson(UrlFilter filter, Output out) throws IOException {
        try (JsonLines lines = new JsonLines(out); Inputs inputs = arguments.inputs(urls, io, lines::flush)) {
            JsonGenerator json = lines.generator();
            while (inputs.next()) {
                Optional<Unjudgeable> problem = lookup.read(inputs.buffer, inputs.start, inputs.length);
                Optional<String> hit = firstHit(filter);
                boolean isUnknown = problem.isPresent() && hit.isEmpty();
                anyProblem |= isUnknown;
                json.writeStartObject();
                lines.writeInput("input", inputs);
                if (isUnknown) {
                    json.writeNullField("hit");
                    json.writeNullField("expression");
                    json.writeStringField("error", problem.get().reason());
                } else {
                    json.writeBooleanField("hit", hit.isPresent());
                    json.writeFieldName("expression");
                    json.writeString(hit.orElse(null));
                    json.writeNullField("error");
                }
                json.writeEndObject();
                lines.endLine();
            }
        }
    }

    private void writeText(UrlFilter filter, Output out) throws IOException {
        try (Inputs inputs = arguments.inputs(urls, io, out)) {
            while (inputs.next()) {
                Optional<Unjudgeable> problem = lookup.read(inputs.buffer, inputs.start, inputs.length);
                Optional<String> hit = firstHit(filter);
                anyProblem |= problem.isPresent() && hit.isEmpty();
                String answer = hit.map(found -> "hit: " + found)
                        .orElseGet(() -> problem.map(p -> "cannot be judged: " + p.reason()).orElse("no hit"));
                String line = Printable.of(JsonLines.text(inputs)) + "  " + answer + System.lineSeparator();
                out.write(line.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /// The longest expression that the filter might contain; the exact form last.
    private Optional<String> firstHit(UrlFilter filter) {
        if (lookup.url().count() == 0) {
            return Optional.empty();
        }
        Optional<Expression> hit = lookup.find(filter).stream().findFirst();
        anyHit |= hit.isPresent();
        return hit.map(Expression::text);
    }
}
