package bloomward.agent.cli;

import bloomward.format.Printable;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.Filter;
import bloomward.format.key.KeyHash;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
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

/// `bloomward filter lookup`: which URLs does a filter file perhaps hold?
@Command(name = "lookup", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Asks a filter file for each URL under all its expressions.",
    "A hit is a listing or, as often as the filter's rate says, a coincidence: nobody confirms it here.",
    "Exit code: 0 no hit, 1 hits, 2 an error or a URL that cannot be judged."})
final class LookupCommand implements Callable<Integer> {

    private final Io io;
    private final UrlExpressions url = new UrlExpressions();

    @Parameters(index = "0", paramLabel = "FILE", description = "A filter file of any kind.")
    private Path file = Path.of("");

    @Option(names = {"-o",
        "--output"}, paramLabel = "human|jsonl", defaultValue = "human",
            description = "For a person, or one JSON object a line (default: ${DEFAULT-VALUE}).")
    private LineFormat format = LineFormat.HUMAN;

    @Parameters(index = "1..*", paramLabel = "URL", arity = "0..*",
            description = "URLs; without any, or with '-' alone, each line of standard input is one.")
    private List<String> urls = List.of();

    @Mixin
    private UrlArguments arguments = new UrlArguments();

    private boolean anyHit;
    private boolean anyProblem;

    LookupCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, CommandException {
        try (FilterFile filter = InputFile.filter(file); Output out = new Output(io.out())) {
            if (filter.hash().canonical() != UrlExpressions.CANONICAL) {
                throw CommandException.error(file + ": its entries follow the rules 'canonical " + filter.hash()
                        .canonical()
                        + "', this program knows 'canonical " + UrlExpressions.CANONICAL + "'");
            }
            if (format == LineFormat.JSONL) {
                writeJson(filter, out);
            } else {
                writeText(filter, out);
            }
        }
        return anyProblem ? Cli.ERROR : anyHit ? Cli.FOUND : Cli.DONE;
    }

    private void writeJson(FilterFile filter, Output out) throws IOException {
        try (JsonLines lines = new JsonLines(out)) {
            JsonGenerator json = lines.generator();
            KeyHash keyHash = filter.hash().keyHash();
            Inputs inputs = arguments.inputs(urls, io, lines::flush);
            while (inputs.next()) {
                Optional<Unjudgeable> problem = url.read(inputs.buffer, inputs.start, inputs.length);
                anyProblem |= problem.isPresent();
                json.writeStartObject();
                lines.writeInput("input", inputs);
                if (problem.isPresent()) {
                    json.writeNullField("hit");
                    json.writeNullField("expression");
                    json.writeStringField("error", problem.get().reason());
                } else {
                    Optional<String> hit = firstHit(filter.filter(), keyHash);
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

    private void writeText(FilterFile filter, Output out) throws IOException {
        Inputs inputs = arguments.inputs(urls, io, out);
        KeyHash keyHash = filter.hash().keyHash();
        while (inputs.next()) {
            Optional<Unjudgeable> problem = url.read(inputs.buffer, inputs.start, inputs.length);
            anyProblem |= problem.isPresent();
            String answer = problem.map(p -> "cannot be judged: " + p.reason()).orElseGet(
                    () -> firstHit(filter.filter(), keyHash).map(hit -> "hit: " + hit).orElse("no hit"));
            String line = Printable.of(JsonLines.text(inputs)) + "  " + answer + System.lineSeparator();
            out.write(line.getBytes(StandardCharsets.UTF_8));
        }
    }

    /// The longest expression that the filter perhaps holds; the exact form last.
    private Optional<String> firstHit(Filter filter, KeyHash keyHash) {
        for (int i = 0; i < url.count(); i++) {
            if (filter.mightContain(keyHash.of(url.buffer(), url.start(i), url.end(i) - url.start(i)))) {
                anyHit = true;
                return Optional.of(url.expression(i));
            }
        }
        if (filter.mightContain(keyHash.of(url.buffer(), 0, url.end()))) {
            anyHit = true;
            return Optional.of(url.exact());
        }
        return Optional.empty();
    }
}
