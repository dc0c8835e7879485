package bloomward.agent.cli.browser;

import bloomward.agent.check.VerdictFields;
import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.JsonLines;
import bloomward.agent.cli.io.OutputOption;
import bloomward.agent.config.Places;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.ReportJson;
import bloomward.agent.socket.message.ReportLine;
import bloomward.agent.socket.message.RequestException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `bloomward report list`: the state of a user's reports.
@Command(name = "list", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {"Shows the state of your reports of the last 90 days. Their URLs are erased once they are sent.",
            "Exit code: 0 done, 2 an error."},
        footer = {"", "Example: bloomward report list"})
final class ReportListCommand extends AskingCommand {

    @Mixin
    private OutputOption output = new OutputOption();

    ReportListCommand(Io io, Places places) {
        super(io, places);
    }

    @Override
    int ask(SocketClient agent) throws IOException, RequestException {
        List<ReportLine> reports = agent.reports();
        if (output.isJson()) {
            try (Output out = new Output(io.out()); JsonLines lines = new JsonLines(out)) {
                JsonGenerator json = lines.generator();
                json.writeStartObject();
                ReportJson.write(reports, json);
                json.writeEndObject();
                lines.endLine();
            }
        } else if (reports.isEmpty()) {
            new Facts().put("reports", "none").write(io, output.format());
        } else {
            new Facts().put("reports", reports.stream().map(ReportListCommand::row).toList())
                    .write(io, output.format());
        }
        return ExitCode.DONE;
    }

    private static Facts row(ReportLine report) {
        return new Facts().put("number", report.number().toString())
                .put("kind", VerdictFields.word(report.kind()))
                .put("at", report.at().toString())
                .put("state", VerdictFields.word(report.state()));
    }
}
