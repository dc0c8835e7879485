package bloomward.server.draft;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.Digest;
import bloomward.format.key.KeySpec;
import bloomward.server.draft.DraftChange.Terms;
import bloomward.server.store.AllowRow;
import bloomward.server.store.EntryTable.Wanted;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The digests of drafts: a person approves the draft with exactly this one, and no other is published.
///
/// The SHA-256 of these lines, each ended by a newline; nothing in them contains one:
///
/// ```
/// bloomward draft 1
/// list NAME
/// from VERSION                       the published one, 0 if there is none
/// to VERSION                         the one it would be
/// keys CANONICAL WIDTH SEED          the seed as 16 hex digits
/// entries SHA-256                    of the lines of its changes, in order:
///     + or - or ~, EXPRESSION
///     < or >, CATEGORY TAB MILLISECONDS TAB SOURCE TAB REASON    for each source before (<) and after (>)
/// allow SHA-256                      of all that is allowed, in order: EXPRESSION TAB MILLISECONDS
///     and, behind a TAB, the number of the list if it is allowed for one only
/// ```
///
/// An absent time is empty, a reason is its UTF-8 in hex behind an `r`. The clock is no part of it: an entry that was
/// approved with its end leaves by that approval.
///
/// The entries cost a walk over the list, and never change between two changes, so their digests are kept. Safe for all
/// threads.
public final class DraftDigests {

    private static final int KEPT = 64;

    private final Map<Key, Digest> kept = new LinkedHashMap<>(KEPT, 0.75f, true) {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Digest> eldest) {
            return size() > KEPT;
        }
    };

    public DraftDigests() {}

    private record Key(long listId, long from, long upTo) {}

    /// The digests on one state of the store. Inside a work that has not changed a draft or what is allowed yet: a change
    /// that is rolled back gives its number to another one.
    public Reading on(Tables tables) {
        return new Reading(tables);
    }

    /// The digests of one state, for one thread. What is allowed is read once for all lists.
    public final class Reading {

        private final Tables tables;
        private Optional<Digest> allowed = Optional.empty();

        private Reading(Tables tables) {
            this.tables = tables;
        }

        /// The digest of the draft as it stands.
        public Digest of(ListRow list) throws IOException {
            return of(list, DraftChanges.of(tables, list));
        }

        /// The digest of the draft as it stands, if it costs no walk over the list.
        public Optional<Digest> known(ListRow list) throws IOException {
            Optional<Digest> entries = find(list, DraftChanges.of(tables, list));
            return entries.isPresent() ? Optional.of(whole(list, entries.get())) : Optional.empty();
        }

        /// The digest of the draft as it was after one of its changes.
        public Digest upTo(ListRow list, long change) throws IOException {
            return of(list, DraftChanges.upTo(tables, list, change));
        }

        private Digest of(ListRow list, DraftChanges changes) throws IOException {
            Optional<Digest> known = find(list, changes);
            if (known.isPresent()) {
                return whole(list, known.get());
            }
            Hasher hasher = new Hasher();
            changes.each(Wanted.ALL, hasher);
            return keep(list, changes, hasher);
        }

        /// Finishes a hasher that has taken all changes.
        Digest keep(ListRow list, DraftChanges changes, Hasher hasher) throws IOException {
            Digest entries = hasher.lines.finish();
            DraftDigests.this.keep(list, changes, entries);
            return whole(list, entries);
        }

        private Digest whole(ListRow list, Digest entries) throws IOException {
            long from = tables.publications().latestVersion(list.id()).map(VersionRow::version).orElse(0L);
            KeySpec keys = list.spec();
            String seed = HexFormat.of().toHexDigits(keys.seed());
            return new Lines().add("bloomward draft 1")
                    .add("list " + list.name())
                    .add("from " + from)
                    .add("to " + Math.max(list.compileFrom(), from + 1))
                    .add("keys " + keys.canonical() + " " + keys.width() + " " + seed)
                    .add("entries " + entries.toHex())
                    .add("allow " + allowed().toHex())
                    .finish();
        }

        private Digest allowed() throws IOException {
            if (allowed.isEmpty()) {
                Lines lines = new Lines();
                for (AllowRow row : tables.allowed().all()) {
                    if (!row.isHeld()) {
                        lines.add(row.expression().text() + "\t" + millis(row.expires())
                                + (row.listId() == 0 ? "" : "\t" + row.listId()));
                    }
                }
                allowed = Optional.of(lines.finish());
            }
            return allowed.get();
        }
    }

    private synchronized Optional<Digest> find(ListRow list, DraftChanges changes) {
        return Optional.ofNullable(kept.get(new Key(list.id(), changes.from(), changes.upTo())));
    }

    private synchronized void keep(ListRow list, DraftChanges changes, Digest entries) {
        kept.put(new Key(list.id(), changes.from(), changes.upTo()), entries);
    }

    private static String millis(Optional<Instant> time) {
        return time.map(at -> Long.toString(at.toEpochMilli())).orElse("");
    }

    /// Takes the changes of a draft.
    static final class Hasher implements DraftChanges.Sink {

        private final Lines lines = new Lines();

        @Override
        public boolean take(DraftChange change) {
            lines.add(change.kind().sign() + change.expression().text());
            add("<", change.before());
            add(">", change.after());
            return true;
        }

        private void add(String side, List<Terms> all) {
            for (Terms terms : all) {
                lines.add(side + terms.category().name() + "\t" + millis(terms.expires()) + "\t" + terms.source() + "\t"
                        + terms.reason().map(why -> "r" + HexFormat.of().formatHex(why.getBytes(UTF_8))).orElse(""));
            }
        }
    }

    /// Lines, and their digest.
    private static final class Lines {

        private final MessageDigest sha256 = Digest.newSha256();

        Lines add(String line) {
            sha256.update(line.getBytes(UTF_8));
            sha256.update((byte) '\n');
            return this;
        }

        Digest finish() {
            return Digest.finish(sha256);
        }
    }
}
