package bloomward.agent.cli.agent;

import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.OutputOption;
import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.doctor.Doctor;
import bloomward.agent.doctor.Finding;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import bloomward.program.text.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `bloomward agent doctor`: diagnoses the protection of this machine.
@Command(name = "doctor", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {"Examines the agent from its settings to its answers, and suggests remedies. Changes nothing.",
            "Every file is read, and each server is asked.",
            "Exit code: 0 no problem (warnings are possible), 1 a problem, 2 something could not be examined."},
        footer = {"", "Example: bloomward agent doctor"})
final class DoctorCommand extends AgentCommand {

    private static final int WIDTH_OF_OUTCOME = 9;
    private static final int WIDTH_OF_CHECK = 14;

    @Mixin
    private OutputOption output = new OutputOption();

    DoctorCommand(Io io, Places places) {
        super(io, places, ConfigOptions.asking());
    }

    @Override
    public Integer call() throws IOException {
        List<Finding> findings = findings();
        Finding.Outcome worst = Finding.worst(findings);
        if (output.isJson()) {
            new Facts().put("outcome", word(worst))
                    .put("findings", findings.stream().map(DoctorCommand::row).toList())
                    .write(io, output.format());
        } else {
            try (Output out = new Output(io.out())) {
                out.write(text(findings).getBytes(StandardCharsets.UTF_8));
            }
        }
        return switch (worst) {
            case OK, WARNING -> ExitCode.DONE;
            case PROBLEM -> ExitCode.FOUND;
            case UNKNOWN -> ExitCode.ERROR;
        };
    }

    private List<Finding> findings() {
        Config config;
        try {
            config = settings.examined(io, places);
        } catch (SettingException e) {
            return Doctor.withoutSettings(e);
        }
        return new Doctor(config, DoctorInstruments.of(config, io.environment(), clock)).examine();
    }

    private static Facts row(Finding finding) {
        return new Facts().put("check", finding.check())
                .put("outcome", word(finding.outcome()))
                .put("message", finding.message())
                .put("advice", finding.advice());
    }

    private static String word(Finding.Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    private static String text(List<Finding> findings) {
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            text.append(padded(word(finding.outcome()), WIDTH_OF_OUTCOME))
                    .append(padded(finding.check(), WIDTH_OF_CHECK))
                    .append(Printable.of(finding.message()))
                    .append('\n');
            if (!finding.advice().isEmpty()) {
                text.append(" ".repeat(WIDTH_OF_OUTCOME + WIDTH_OF_CHECK))
                        .append("what helps: ")
                        .append(Printable.of(finding.advice()))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
