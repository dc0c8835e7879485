package bloomward.server.notify;

import bloomward.program.text.Printable;
import bloomward.server.config.NoticeKind;

/// Something that a person should know, as long as it lasts. The kind and the subject name it: a later observation with
/// both is of the same condition.
///
/// Both texts may come from definitions of feeds; they are kept in one visible line, so that they can neither add a header to
/// a mail nor colour a terminal.
///
/// @param subject the list, feed or thing; may be empty
/// @param detail the state of it: numbers and times; never a URL
public record Condition(NoticeKind kind, String subject, String detail) {

    private static final int LONGEST_SUBJECT = 80;
    private static final int LONGEST_DETAIL = 400;

    public Condition {
        subject = Printable.beginningOf(subject, LONGEST_SUBJECT);
        detail = Printable.beginningOf(detail, LONGEST_DETAIL);
    }

    /// The name of it in a line.
    String name() {
        return subject.isEmpty() ? kind.label() : kind.label() + " " + subject;
    }
}
