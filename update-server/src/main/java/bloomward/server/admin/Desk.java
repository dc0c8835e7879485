package bloomward.server.admin;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.Category;
import bloomward.format.url.Scope;
import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.feed.FeedScope;
import bloomward.server.publish.PublishRefusedException;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The common part of all use cases: the store, the time, and values from the words of people.
final class Desk {

    private final PublisherStore store;
    private final Clock clock;

    Desk(PublisherStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    PublisherStore store() {
        return store;
    }

    Instant now() {
        return clock.instant();
    }

    /// Writes and leaves a row in the audit log, both or none.
    <R> R write(Principal who, String action, String subject, PublisherStore.Work<R, Refusal> work)
            throws IOException, Refusal {
        return write(who, action, subject, work, _ -> FlatJson.EMPTY);
    }

    /// @param detail of the row, by the result
    <R> R write(Principal who, String action, String subject, PublisherStore.Work<R, Refusal> work,
            Function<R, String> detail) throws IOException, Refusal {
        return store.<R, Refusal>write(tables -> {
            R result = work.on(tables);
            tables.audit().append(now(), who.name(), action, subject, detail.apply(result));
            return result;
        });
    }

    void audit(Principal who, String action, String subject, String detail) throws IOException {
        store.write(tables -> tables.audit().append(now(), who.name(), action, subject, detail));
    }

    static ListRow list(Tables tables, String name) throws IOException, Refusal {
        Optional<ListRow> list = tables.lists().find(name);
        if (list.isPresent()) {
            return list.get();
        }
        throw new Refusal(Code.NO_SUCH_LIST,
                deleted(tables, name)
                        .map(gone -> "list '" + name + "' was deleted at " + gone.deletedAt().orElseThrow())
                        .orElse("there is no list '" + Printable.beginningOf(name) + "'"));
    }

    /// A list that there was.
    static Optional<ListRow> deleted(Tables tables, String name) throws IOException {
        return tables.lists()
                .allEver()
                .stream()
                .filter(list -> list.name().equals(name) && list.deletedAt().isPresent())
                .findFirst();
    }

    ListRow list(String name) throws IOException, Refusal {
        return store.<ListRow, Refusal>read(tables -> list(tables, name));
    }

    static FeedScope scope(String label) throws Refusal {
        return Arrays.stream(FeedScope.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(label))
                .findFirst()
                .orElseThrow(
                        () -> bad("scope '" + Printable.beginningOf(label) + "', possible: auto, host, prefix, exact"));
    }

    /// The word for how far an expression reaches.
    static String label(Scope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }

    static Category category(String name) throws Refusal {
        try {
            return new Category(name);
        } catch (IllegalArgumentException e) {
            throw bad(String.valueOf(e.getMessage()));
        }
    }

    /// Nothing where the text is empty.
    static Optional<Instant> instant(String text) throws Refusal {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            throw bad("time '" + Printable.beginningOf(text) + "', needed is one like 2030-01-31T12:00:00Z");
        }
    }

    static Optional<String> text(String text) {
        return text.isBlank() ? Optional.empty() : Optional.of(text);
    }

    /// The digest of a draft.
    static Digest draft(String hex) throws Refusal {
        try {
            return Digest.parse(hex);
        } catch (FormatException e) {
            throw bad("draft '" + Printable.beginningOf(hex) + "', needed are the 64 hex digits that 'diff' shows");
        }
    }

    static Refusal draftChanged(String list) {
        return new Refusal(Code.DRAFT_CHANGED,
                "the draft of '" + list + "' has changed since it was shown; 'diff " + list + "' shows it now");
    }

    static Refusal bad(String message) {
        return new Refusal(Code.BAD_REQUEST, message);
    }

    static Refusal refused(PublishRefusedException e) {
        return new Refusal(code(e.reason()), String.valueOf(e.getMessage()));
    }

    static Code code(PublishRefusedException.Reason reason) {
        return switch (reason) {
            case NEEDS_APPROVAL -> Code.NEEDS_APPROVAL;
            case NAMES_NO_DRAFT -> Code.BAD_REQUEST;
            case DRAFT_CHANGED -> Code.DRAFT_CHANGED;
            case DOES_NOT_FIT -> Code.REFUSED_BY_GUARD;
            case NOTHING_PENDING -> Code.NOTHING_PENDING;
            case BAD_SIGNATURE -> Code.BAD_SIGNATURE;
            case KEY_MISSING -> Code.KEY_MISSING;
            case NO_SUCH_VERSION -> Code.NO_SUCH_VERSION;
            case OVERTAKEN -> Code.OVERTAKEN;
        };
    }
}
