package bloomward.agent.cli.agent;

import bloomward.agent.browser.ConnectedBrowser;
import bloomward.agent.browser.Rung;
import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.JsonLines;
import bloomward.agent.cli.io.OutputOption;
import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.AgentPlace;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.service.Agent;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.AgentStatus.State;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.socket.message.StatusJson;
import bloomward.format.FormatException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `bloomward agent status`: the state of the agent and its lists.
@Command(name = "status", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {"Shows the state of the agent, its publication, the freshness of its lists, and its last poll.",
            "Asks the running agent; if none is running, reads the store instead.",
            "Exit code: 0 protected, 1 not protected, damaged or expired, 2 an error."},
        footer = {"", "Example: bloomward agent status", "Example: bloomward agent status -o json | jq -r .freshness"})
final class AgentStatusCommand extends AgentCommand {

    @Mixin
    private OutputOption output = new OutputOption();

    AgentStatusCommand(Io io, Places places) {
        super(io, places, ConfigOptions.place());
    }

    @Override
    public Integer call() throws IOException, SettingException, FormatException, CommandException {
        AgentStatus status = status(settings.resolve(io, places));
        if (output.isJson()) {
            writeJson(status);
        } else {
            facts(status).write(io, output.format());
        }
        return status.state() == State.PROTECTED && !status.isExpired() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private AgentStatus status(Config config) throws IOException, FormatException, CommandException {
        for (AgentPlace place : config.agents()) {
            Optional<SocketClient> agent = SocketClient.connect(place.socket());
            if (agent.isPresent()) {
                try (SocketClient connected = agent.get()) {
                    return connected.status();
                } catch (RequestException e) {
                    throw CommandException.error(place.socket() + ": " + e.getMessage());
                }
            }
        }
        for (AgentPlace place : config.agents()) {
            AgentStatus stored = Agent.statusOf(place.store(), config.lists(), clock);
            if (stored.state() != State.NOT_ENROLLED) {
                return stored;
            }
        }
        return Agent.statusOf(config.dataDir(), config.lists(), clock);
    }

    private void writeJson(AgentStatus status) throws IOException {
        try (Output out = new Output(io.out()); JsonLines lines = new JsonLines(out)) {
            JsonGenerator json = lines.generator();
            json.writeStartObject();
            StatusJson.write(status, json);
            json.writeEndObject();
            lines.endLine();
        }
    }

    private static Facts facts(AgentStatus status) {
        Facts facts = new Facts().put("state",
                status.isExpired()
                        ? "expired: listed URLs are still reported, all others are unknown"
                        : words(status.state()));
        facts.put("agent",
                status.process()
                        .map(p -> "running, process " + p.pid() + ", version " + p.version() + ", for "
                                + words(p.uptime().toSeconds()))
                        .orElse("no agent is running"));
        status.publication()
                .ifPresent(p -> facts.put("publication", p.origin())
                        .put("server", p.server().toString())
                        .put("root", "version " + p.rootVersion() + ", valid until " + p.rootExpires()));
        status.installed()
                .ifPresent(i -> facts.put("sequence", Long.toString(i.sequence()))
                        .put("freshness", i.freshness().name().toLowerCase(Locale.ROOT) + ", signed " + i.latestIssued()
                                + ", fresh until " + i.latestExpires()));
        status.polls()
                .last()
                .ifPresent(poll -> facts.put("lastPoll",
                        shown(poll.at()) + ", " + poll.outcome() + ": " + poll.message()));
        if (status.process().isPresent()) {
            status.polls().next().ifPresent(next -> facts.put("nextPoll", shown(next)));
            facts.put("failures", status.polls().failures())
                    .put("checks", status.counters().checks())
                    .put("hits", status.counters().hits())
                    .put("confirms", status.counters().confirms())
                    .put("exceptions", status.counters().exceptions())
                    .put("reports", status.counters().reports());
        }
        for (int i = 0; i < status.browsers().size(); i++) {
            ConnectedBrowser browser = status.browsers().get(i);
            facts.put(i == 0 ? "browser" : "browser " + (i + 1), browser.browser() + ", extension "
                    + browser.extension() + ", " + words(browser.rung()) + ", since " + shown(browser.since()));
        }
        for (int i = 0; i < status.damages().size(); i++) {
            facts.put(i == 0 ? "damage" : "damage " + (i + 1), status.damages().get(i));
        }
        status.installed()
                .ifPresent(i -> facts.put("lists",
                        i.lists()
                                .stream()
                                .map(list -> new Facts().put("name", list.name())
                                        .put("version", list.version())
                                        .put("entries", list.entries()))
                                .toList()));
        return facts;
    }

    private static String words(State state) {
        return switch (state) {
            case PROTECTED -> "protected";
            case DAMAGED -> "protected, with damage";
            case NOT_PROTECTED -> "not protected";
            case NOT_ENROLLED -> "not enrolled";
        };
    }

    private static String words(Rung rung) {
        return switch (rung) {
            case FULL -> "full protection";
            case LIMITED -> "limited protection: only pages are stopped";
            case LATE -> "late protection: a page may show before the warning";
            case NONE -> "no protection";
        };
    }

    private static String shown(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// In the largest unit that gives at least two.
    static String words(long seconds) {
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7200) {
            return seconds / 60 + " min";
        }
        return seconds < 172_800 ? seconds / 3600 + " h" : seconds / 86_400 + " days";
    }
}
