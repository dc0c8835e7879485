package bloomward.agent.socket.message;

import bloomward.agent.check.VerdictFields;
import bloomward.agent.socket.message.AgentStatus.Counters;
import bloomward.agent.socket.message.AgentStatus.InstalledSet;
import bloomward.agent.socket.message.AgentStatus.ListInUse;
import bloomward.agent.socket.message.AgentStatus.PastPoll;
import bloomward.agent.socket.message.AgentStatus.Polls;
import bloomward.agent.socket.message.AgentStatus.Publication;
import bloomward.agent.socket.message.AgentStatus.Running;
import bloomward.format.release.Freshness;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A status as fields, and back. What is not there is left out.
public final class StatusJson {

    private StatusJson() {}

    /// Writes the fields into an object that has begun.
    public static void write(AgentStatus status, JsonGenerator json) throws IOException {
        json.writeStringField("state", VerdictFields.word(status.state()));
        if (status.publication().isPresent()) {
            write(status.publication().get(), json);
        }
        if (status.installed().isPresent()) {
            write(status.installed().get(), json);
        }
        json.writeArrayFieldStart("damages");
        for (String damage : status.damages()) {
            json.writeString(damage);
        }
        json.writeEndArray();
        Polls polls = status.polls();
        if (polls.last().isPresent()) {
            json.writeObjectFieldStart("lastPoll");
            write(polls.last().get(), json);
            json.writeEndObject();
        }
        if (polls.next().isPresent()) {
            json.writeStringField("nextPoll", polls.next().get().toString());
        }
        json.writeNumberField("failures", polls.failures());
        json.writeNumberField("checks", status.counters().checks());
        json.writeNumberField("hits", status.counters().hits());
        json.writeNumberField("confirms", status.counters().confirms());
        json.writeNumberField("exceptions", status.counters().exceptions());
        json.writeNumberField("reports", status.counters().reports());
        json.writeBooleanField("running", status.process().isPresent());
        if (status.process().isPresent()) {
            Running process = status.process().get();
            json.writeStringField("program", process.version());
            json.writeNumberField("pid", process.pid());
            json.writeNumberField("uptimeSeconds", process.uptime().toSeconds());
        }
        if (!status.browsers().isEmpty()) {
            BrowserJson.write(status.browsers(), json);
        }
    }

    private static void write(Publication publication, JsonGenerator json) throws IOException {
        json.writeStringField("origin", publication.origin());
        json.writeStringField("server", publication.server().toString());
        json.writeNumberField("root", publication.rootVersion());
        json.writeStringField("rootExpires", publication.rootExpires().toString());
    }

    private static void write(InstalledSet installed, JsonGenerator json) throws IOException {
        json.writeNumberField("sequence", installed.sequence());
        json.writeStringField("freshness", VerdictFields.word(installed.freshness()));
        json.writeStringField("latestIssued", installed.latestIssued().toString());
        json.writeStringField("latestExpires", installed.latestExpires().toString());
        json.writeArrayFieldStart("lists");
        for (ListInUse list : installed.lists()) {
            json.writeStartObject();
            json.writeStringField("name", list.name());
            json.writeNumberField("version", list.version());
            json.writeNumberField("entries", list.entries());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    public static void write(PastPoll poll, JsonGenerator json) throws IOException {
        json.writeStringField("at", poll.at().toString());
        json.writeStringField("outcome", poll.outcome());
        json.writeStringField("message", poll.message());
    }

    public static AgentStatus read(JsonObject json) throws RequestException {
        Optional<JsonObject> lastPoll = json.object("lastPoll");
        Polls polls = new Polls(lastPoll.isPresent() ? Optional.of(readPoll(lastPoll.get())) : Optional.empty(),
                json.text("nextPoll").isPresent() ? Optional.of(time(json, "nextPoll")) : Optional.empty(),
                Math.toIntExact(number(json, "failures")));
        return new AgentStatus(CheckJson.constant(AgentStatus.State.class, "state", text(json, "state")),
                json.has("origin") ? Optional.of(readPublication(json)) : Optional.empty(),
                json.has("sequence") ? Optional.of(readInstalled(json)) : Optional.empty(), json.texts("damages"),
                polls,
                new Counters(number(json, "checks"), number(json, "hits"), number(json, "confirms"),
                        json.number("exceptions").orElse(0L), json.number("reports").orElse(0L)), // of older agents
                json.truth("running")
                        ? Optional.of(new Running(text(json, "program"), number(json, "pid"),
                                Duration.ofSeconds(number(json, "uptimeSeconds"))))
                        : Optional.empty(),
                BrowserJson.readAll(json.objects("browsers")));
    }

    private static Publication readPublication(JsonObject json) throws RequestException {
        return new Publication(text(json, "origin"), URI.create(text(json, "server")), number(json, "root"),
                time(json, "rootExpires"));
    }

    private static InstalledSet readInstalled(JsonObject json) throws RequestException {
        List<ListInUse> lists = new ArrayList<>();
        for (JsonObject list : json.objects("lists")) {
            lists.add(new ListInUse(text(list, "name"), number(list, "version"), number(list, "entries")));
        }
        return new InstalledSet(number(json, "sequence"),
                CheckJson.constant(Freshness.class, "freshness", text(json, "freshness")), time(json, "latestIssued"),
                time(json, "latestExpires"), lists);
    }

    public static PastPoll readPoll(JsonObject json) throws RequestException {
        return new PastPoll(time(json, "at"), text(json, "outcome"), text(json, "message"));
    }

    private static String text(JsonObject json, String name) throws RequestException {
        return json.require(name, json.text(name));
    }

    private static long number(JsonObject json, String name) throws RequestException {
        return json.require(name, json.number(name));
    }

    static Instant time(JsonObject json, String name) throws RequestException {
        String text = text(json, name);
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            throw new RequestException(RequestException.Code.REQUEST, name + ": '" + text + "' is no time");
        }
    }
}
