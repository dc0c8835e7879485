package bloomward.server.notify;

import bloomward.program.text.Printable;
import bloomward.server.config.NoticeKind;
import java.util.Map;
import java.util.stream.Collectors;

/// The words of a mail.
final class MessageText {

    private static final int LONGEST_SUBJECT = 150;

    private MessageText() {}

    /// One visible line; what a header must not have, it does not have.
    static String subject(Message message) {
        return Printable.beginningOf("[Bloomward " + message.publication() + "] " + message.summary(), LONGEST_SUBJECT);
    }

    static String body(Message message) {
        StringBuilder text = new StringBuilder(256);
        if (message.isTest()) {
            text.append("This is a test message. Notifications of ")
                    .append(Printable.of(message.publication()))
                    .append(" arrive here.\n");
        }
        for (Event event : message.events()) {
            Condition condition = event.condition();
            text.append(event.state().label().toUpperCase(java.util.Locale.ROOT))
                    .append(": ")
                    .append(condition.name())
                    .append("\n  ")
                    .append(condition.kind().title())
                    .append("\n  ")
                    .append(condition.detail())
                    .append("\n  since ")
                    .append(event.since());
            event.until().ifPresent(until -> text.append(" until ").append(until));
            text.append('\n');
            if (event.state() != Event.State.RESOLVED) {
                text.append("  next: ").append(condition.kind().remedy()).append('\n');
            }
            text.append('\n');
        }
        if (message.more() > 0) {
            text.append("And ").append(message.more()).append(" more.\n\n");
        }
        if (!message.isTest()) {
            text.append("Open now: ").append(open(message.open())).append('\n');
        }
        return text.append("Message ").append(message.id()).append(" at ").append(message.at()).append('\n').toString();
    }

    private static String open(Map<NoticeKind, Integer> counts) {
        String words = counts.entrySet()
                .stream()
                .filter(each -> each.getValue() > 0)
                .sorted(Map.Entry.comparingByKey())
                .map(each -> each.getKey().label() + " " + each.getValue())
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "nothing" : words;
    }
}
