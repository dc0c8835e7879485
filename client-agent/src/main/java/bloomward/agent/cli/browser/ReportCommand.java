package bloomward.agent.cli.browser;

import bloomward.agent.check.VerdictFields;
import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.JsonLines;
import bloomward.agent.cli.io.OutputOption;
import bloomward.agent.config.Places;
import bloomward.agent.report.Report;
import bloomward.agent.report.ReportKind;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.AgentStatus.Publication;
import bloomward.agent.socket.message.ReportAnswer;
import bloomward.agent.socket.message.ReportJson;
import bloomward.agent.socket.message.RequestException;
import bloomward.format.url.Expression;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import bloomward.program.terminal.Terminal;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward report`: tells the publisher of a mistake of the lists.
@Command(name = "report", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {
            "Tells the publisher that a URL is listed by mistake, or is missing. Shows the report first, and asks.",
            "The running agent keeps the report and sends it as soon as possible.",
            "Exit code: 0 done, 1 refused by a person or a setting, 2 an error."},
        footer = {"", "Example: bloomward report https://shop.example/ --comment 'our own shop'"})
final class ReportCommand extends AskingCommand {

    @Parameters(arity = "0..1", paramLabel = "URL", description = "URL to report.")
    private String url = "";

    @Option(names = "--missed", description = "The URL should be listed; without this option, it should not be.")
    private boolean missed;

    @Option(names = "--comment", paramLabel = "TEXT", description = "Comment for the publisher.")
    private String comment = "";

    @Option(names = "--preview", description = "Only show the report.")
    private boolean preview;

    @Option(names = "--yes", description = "Send it without asking.")
    private boolean yes;

    @Mixin
    private OutputOption output = new OutputOption();

    ReportCommand(Io io, Places places) {
        super(io, places);
    }

    @Override
    int ask(SocketClient agent) throws IOException, RequestException, CommandException {
        if (url.isEmpty()) {
            throw CommandException.error("name the URL to report, or 'list'");
        }
        ReportKind kind = missed ? ReportKind.MISSED : ReportKind.WRONG;
        boolean asks = !yes && !preview;
        if (asks && (output.isJson() || io.terminal().isEmpty())) {
            throw CommandException.error("nobody can be asked here; add --yes, or --preview");
        }
        if (preview || asks) {
            ReportAnswer seen = agent.report(kind, url, comment, true);
            show(seen);
            if (preview) {
                return ExitCode.DONE;
            }
            if (!isWanted(agent)) {
                io.err().println("Nothing was sent.");
                return ExitCode.REFUSED;
            }
        }
        ReportAnswer sent = agent.report(kind, url, comment, false);
        if (asks) {
            filed(new Facts(), sent).write(io, output.format());
        } else {
            show(sent);
        }
        return ExitCode.DONE;
    }

    private boolean isWanted(SocketClient agent) throws IOException, RequestException {
        String publisher = agent.status().publication().map(Publication::origin).orElse("the publisher");
        Terminal terminal = io.terminal().orElseThrow();
        return terminal.ask("Send this report, and nothing else, to " + publisher + "? [y/N] ")
                .map(answer -> answer.strip().toLowerCase(Locale.ROOT))
                .filter(answer -> answer.equals("y") || answer.equals("yes"))
                .isPresent();
    }

    private void show(ReportAnswer answer) throws IOException {
        if (output.isJson()) {
            try (Output out = new Output(io.out()); JsonLines lines = new JsonLines(out)) {
                JsonGenerator json = lines.generator();
                json.writeStartObject();
                ReportJson.write(answer, json);
                json.writeEndObject();
                lines.endLine();
            }
            return;
        }
        Report report = answer.report();
        Facts facts = new Facts().put("kind", VerdictFields.word(report.kind()))
                .put("url", report.url())
                .put("comment", report.comment())
                .put("verdict", report.verdict());
        report.list().ifPresent(list -> facts.put("list", list));
        report.expression().map(Expression::text).ifPresent(expression -> facts.put("expression", expression));
        report.version().ifPresent(version -> facts.put("version", version));
        filed(facts, answer).write(io, output.format());
    }

    private static Facts filed(Facts facts, ReportAnswer answer) {
        answer.filed()
                .ifPresent(filed -> facts.put("number", filed.number().toString())
                        .put("state", VerdictFields.word(filed.state())));
        return facts;
    }
}
