package bloomward.agent.cli.check;

import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.Inputs;
import bloomward.agent.cli.io.OutputFile;
import bloomward.agent.cli.io.Progress;
import bloomward.agent.cli.io.UrlArguments;
import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.Places;
import bloomward.format.FormatException;
import bloomward.program.command.CommandException;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import bloomward.program.terminal.OutputClosedException;
import bloomward.program.text.SeparatedForm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward check`: the verdicts on URLs.
///
/// The results have the order of the inputs, memory is bounded, and each answer is written before the command waits for
/// the next input ([Batches]).
@Command(name = "check", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {
            "Checks URLs against the lists installed on this machine, or a filter file. No URL leaves the machine.",
            "Blank lines of standard input and of files are skipped.",
            "Exit code: 0 all clean or allowed, 1 some listed, 2 an error, or some unknown (takes precedence over 1)."},
        footer = {"", "Example: bloomward check http://www.example.com/",
            "Example: bloomward check --listed-only --files-from urls.txt",
            "Example: bloomward check -q http://www.example.com/ || echo 'listed, or unknown'"})
public final class CheckCommand implements Callable<Integer>, SettingOptions.Taker {

    /// The output formats.
    enum Form {
        /// Text for a person.
        HUMAN,
        /// One array.
        JSON,
        /// One object per line.
        JSONL,
        /// RFC 4180.
        CSV,
        /// Values between tabs.
        TSV
    }

    private final Io io;
    private final Judges judges;

    @Option(names = {"-o", "--output"}, paramLabel = "human|json|jsonl|csv|tsv",
            description = "Output format: text, one JSON array, one JSON object per line, or a table"
                    + " (default: human). In csv and tsv, ' stands before a value that a spreadsheet would"
                    + " take for a formula, and control characters are escaped; json and jsonl are exact.")
    private Optional<Form> wanted = Optional.empty();

    @Option(names = "--json", description = "The same as -o json.")
    private boolean json;

    @Mixin
    private Showing showing = new Showing();

    @Option(names = "--out", paramLabel = "FILE",
            description = "Write the results to FILE, completely or not at all, instead of standard output.")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--explain", description = "Show how each verdict was reached.")
    private boolean explains;

    @Option(names = "--defang", description = "Write URLs so that they cannot be clicked (-o human).")
    private boolean defangs;

    @Mixin
    private Judges.Wishes wishes = new Judges.Wishes();

    private final ConfigOptions settings = ConfigOptions.asking();

    @Parameters(paramLabel = "URL", arity = "0..*",
            description = "URLs; '-' stands for the lines of standard input, which are also read without any URL.")
    private List<String> urls = List.of();

    @Mixin
    private UrlArguments arguments = new UrlArguments();

    private Form form = Form.HUMAN;
    private final VerdictCounts counts = new VerdictCounts();

    public CheckCommand(Io io, Places places) {
        this.io = io;
        this.judges = new Judges(io, places);
    }

    @Override
    public SettingOptions<?> settingOptions() {
        return settings.options();
    }

    @Override
    public Integer call() throws IOException, CommandException, SettingException, FormatException {
        requireFittingOptions();
        try (Judge judge = judges.choose(wishes, settings, explains, urls.size())) {
            if (out.isPresent()) {
                OutputFile.write(out.get(), channel -> {
                    checkAll(judge, Channels.newOutputStream(channel));
                    return out;
                });
            } else {
                checkAll(judge, new Output(io.out()));
            }
        } catch (OutputClosedException _) {
            // The reader has closed the output. The verdicts until then count.
        }
        if (showing.isListedOnly()) {
            io.err().println(counts.withoutListed());
        }
        return counts.exitCode();
    }

    private void requireFittingOptions() throws CommandException {
        form = wanted.orElse(json ? Form.JSON : Form.HUMAN);
        if (json && form != Form.JSON) {
            throw CommandException
                    .error("--json and -o " + form.name().toLowerCase(Locale.ROOT) + " exclude each other");
        }
        if (defangs && form != Form.HUMAN) {
            throw CommandException.error("--defang works with -o human only");
        }
        showing.requireOne();
        if (showing.isSummary() && form != Form.HUMAN && form != Form.JSON) {
            throw CommandException.error("--summary works with -o human and json only");
        }
        if (explains && (form == Form.CSV || form == Form.TSV)) {
            throw CommandException.error("--explain does not fit into a table; use -o human, json or jsonl");
        }
    }

    private void checkAll(Judge judge, OutputStream to) throws IOException {
        Results results = results(to);
        try (Batches batches = new Batches(judge, results, counts, this::results, showing::shows, threads());
                Inputs inputs = arguments.inputs(urls, io, batches);
                Progress progress = new Progress(io, "checked", urls.size())) {
            if (showing.hasResults()) {
                results.begin();
            }
            for (long done = 0; inputs.next(); done++) {
                progress.at(done);
                batches.add(inputs.buffer, inputs.start, inputs.length);
            }
            batches.finish();
            if (showing.hasResults()) {
                results.end();
            }
        }
        if (showing.isSummary()) {
            counts.facts().write(to, form == Form.JSON ? Facts.Format.JSON : Facts.Format.HUMAN);
        }
    }

    /// Objects of an array have commas between them, which two threads cannot write without knowing of each other.
    private int threads() {
        return form == Form.JSON ? 1 : Runtime.getRuntime().availableProcessors();
    }

    private Results results(OutputStream to) {
        return switch (form) {
            case HUMAN -> new HumanResults(to, defangs, out.isEmpty() && io.isColourful());
            case JSON -> new JsonResults(to, true, explains);
            case JSONL -> new JsonResults(to, false, explains);
            case CSV -> new SeparatedResults(to, SeparatedForm.CSV);
            case TSV -> new SeparatedResults(to, SeparatedForm.TSV);
        };
    }
}
