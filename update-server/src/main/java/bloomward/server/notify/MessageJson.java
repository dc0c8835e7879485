package bloomward.server.notify;

import bloomward.server.config.NoticeKind;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/// The body of a webhook. OPERATING.md describes it for receivers.
final class MessageJson {

    private static final String FORMAT = "bloomward-notice-1";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private MessageJson() {}

    static byte[] of(Message message) throws IOException {
        ObjectNode all = JSON.createObjectNode();
        all.put("format", FORMAT)
                .put("id", message.id())
                .put("at", message.at().toString())
                .put("publication", message.publication())
                .put("test", message.isTest())
                .put("summary", message.summary());
        ArrayNode events = all.putArray("events");
        for (Event event : message.events()) {
            ObjectNode each = events.addObject();
            each.put("state", event.state().label())
                    .put("kind", event.condition().kind().label())
                    .put("subject", event.condition().subject())
                    .put("title", event.condition().kind().title())
                    .put("detail", event.condition().detail())
                    .put("remedy", event.condition().kind().remedy())
                    .put("since", event.since().toString());
            event.until().ifPresent(until -> each.put("until", until.toString()));
        }
        all.put("more", message.more());
        ObjectNode open = all.putObject("open");
        for (NoticeKind kind : NoticeKind.values()) {
            open.put(kind.label(), message.open().getOrDefault(kind, 0));
        }
        return JSON.writeValueAsBytes(all);
    }
}
