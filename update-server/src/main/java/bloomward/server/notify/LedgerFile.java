package bloomward.server.notify;

import bloomward.server.config.NoticeKind;
import bloomward.server.notify.Event.State;
import bloomward.server.notify.Ledger.Entry;
import bloomward.server.notify.Ledger.Told;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the ledger over a restart, as JSON. If it is lost, all that lasts is told once more.
final class LedgerFile {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerFile.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long LONGEST_IN_BYTES = 4 << 20;

    private final Shelf shelf;
    private String written = "";

    LedgerFile(Shelf shelf) {
        this.shelf = shelf;
    }

    /// Reads it into a ledger. A file that cannot be read is logged and counts as none.
    void readInto(Ledger ledger, Instant now) {
        try {
            Optional<byte[]> bytes = shelf.read();
            if (bytes.isEmpty()) {
                return;
            }
            if (bytes.get().length > LONGEST_IN_BYTES) {
                throw new IOException("is too long");
            }
            JsonNode all = JSON.readTree(bytes.get());
            List<Entry> entries = new ArrayList<>();
            for (JsonNode each : all.path("conditions")) {
                NoticeKind.labelled(each.path("kind").asText()).ifPresent(kind -> entries.add(entry(kind, each)));
            }
            Map<String, Instant> reminders = new HashMap<>();
            all.path("reminders").properties().forEach(each -> reminders.put(each.getKey(), instant(each.getValue())));
            ledger.resume(entries, reminders, now);
        } catch (IOException | DateTimeException | IllegalArgumentException e) {
            LOG.warn("{}: cannot be read, so all notifications are sent once more: {}", shelf, e.getMessage());
        }
    }

    private static Entry entry(NoticeKind kind, JsonNode from) {
        Condition condition = new Condition(kind, from.path("subject").asText(), from.path("detail").asText());
        Map<String, Told> told = new HashMap<>();
        from.path("told")
                .properties()
                .forEach(each -> told.put(each.getKey(),
                        new Told(State.valueOf(each.getValue().path("state").asText().toUpperCase(Locale.ROOT)),
                                instant(each.getValue().path("at")))));
        return new Entry(condition, instant(from.path("since")), instant(from.path("seen")),
                from.has("ended") ? Optional.of(instant(from.path("ended"))) : Optional.empty(),
                from.path("returns").asInt(), told);
    }

    private static Instant instant(JsonNode text) {
        return Instant.parse(text.asText());
    }

    /// Writes a ledger, unless nothing but times of observations has changed.
    synchronized void write(Ledger ledger) throws IOException {
        String all = JSON.writeValueAsString(json(ledger, false));
        if (!all.equals(written)) {
            shelf.write(JSON.writeValueAsBytes(json(ledger, true)));
            written = all;
        }
    }

    private static ObjectNode json(Ledger ledger, boolean isWhole) {
        ObjectNode all = JSON.createObjectNode();
        ArrayNode conditions = all.putArray("conditions");
        for (Entry entry : ledger.entries()) {
            ObjectNode each = conditions.addObject();
            each.put("kind", entry.condition().kind().label()).put("subject", entry.condition().subject());
            if (isWhole) {
                each.put("detail", entry.condition().detail()).put("seen", entry.seen().toString());
            }
            each.put("since", entry.since().toString()).put("returns", entry.returns());
            entry.ended().ifPresent(ended -> each.put("ended", ended.toString()));
            ObjectNode told = each.putObject("told");
            entry.told()
                    .forEach((way, last) -> told.putObject(way)
                            .put("state", last.state().label())
                            .put("at", last.at().toString()));
        }
        ObjectNode reminders = all.putObject("reminders");
        ledger.reminders().forEach((way, at) -> reminders.put(way, at.toString()));
        return all;
    }
}
