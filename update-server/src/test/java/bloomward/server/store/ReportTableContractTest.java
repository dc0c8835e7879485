package bloomward.server.store;

import static bloomward.server.store.SmallTablesContractTest.digest;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.FileRef;
import bloomward.format.url.Expression;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.VersionContent;
import bloomward.server.store.PublicationTable.VersionCounts;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.ReportTable.Choice;
import bloomward.server.store.ReportTable.Correction;
import bloomward.server.store.ReportTable.Receipt;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Contract of every store for reports.
@OnEachStore
final class ReportTableContractTest extends PublisherStoreContract {

    private static final Choice ALL = new Choice(Optional.empty(), Optional.empty(), Optional.empty());

    private int numbers;

    private static ReportText text(ReportKind kind, String canonical, String comment) {
        return new ReportText(kind, "http://" + canonical, canonical, comment, "listed", Optional.of("phishing"),
                Optional.of(canonical), OptionalLong.of(12));
    }

    private ReportRow receive(ReportKind kind, String canonical, Instant at) throws IOException {
        numbers++;
        return write(tables -> tables.reports()
                .receive(digest(numbers), digest(1000 + numbers), text(kind, canonical, ""), at));
    }

    private ReportRow find(long id) throws IOException {
        return read(tables -> tables.reports().find(id)).orElseThrow();
    }

    private List<Long> ids(Choice choice, int limit) throws IOException {
        return read(tables -> tables.reports().all(choice, limit)).stream().map(ReportRow::id).toList();
    }

    private void decide(long id, ReportState state, Instant at, Correction... corrections) throws IOException {
        change(tables -> tables.reports()
                .decide(id, state, new ReportRow.Decision("anna", at, "looked"), List.of(corrections)));
    }

    @Test
    void keepsWhatAReportSays() throws IOException {
        ReportText said = new ReportText(ReportKind.MISSED, "http://a.example/\u00e4", "a.example/%C3%A4", "a\nb",
                "clean", Optional.empty(), Optional.empty(), OptionalLong.empty());
        ReportRow row = write(tables -> tables.reports().receive(digest(1), digest(2), said, T0));
        assertThat(row).isEqualTo(
                new ReportRow(row.id(), said, T0, T0, 1, ReportState.OPEN, 0, Optional.empty(), Optional.empty()));
        assertThat(find(row.id())).isEqualTo(row);
        assertThat(read((Tables tables) -> tables.reports().receipt(digest(1)))).contains(new Receipt(digest(2), row));
        assertThat(read((Tables tables) -> tables.reports().receipt(digest(2)))).isEmpty();
        assertThat(read((Tables tables) -> tables.reports().findOpen(ReportKind.MISSED, "a.example/%C3%A4")))
                .contains(row);
        assertThat(read((Tables tables) -> tables.reports().findOpen(ReportKind.WRONG, "a.example/%C3%A4"))).isEmpty();
        assertThat(read((Tables tables) -> tables.reports().find(row.id() + 1))).isEmpty();
        assertRefused(tables -> tables.reports().receive(digest(1), digest(2), said, T0));
    }

    @Test
    void countsThoseThatTellTheSame() throws IOException {
        ReportRow one = receive(ReportKind.WRONG, "a.example/", T0);
        ReportRow same = write(tables -> tables.reports()
                .receive(digest(50), digest(51), text(ReportKind.WRONG, "a.example/", "why"), T0.plusSeconds(9)));
        ReportRow third = receive(ReportKind.WRONG, "a.example/", T0.plusSeconds(5));
        assertThat(same.id()).isEqualTo(one.id());
        assertThat(third.count()).isEqualTo(3);
        assertThat(third.at()).isEqualTo(T0);
        assertThat(third.lastAt()).isEqualTo(T0.plusSeconds(9));
        assertThat(third.text()).isEqualTo(text(ReportKind.WRONG, "a.example/", "why"));
        assertThat(receive(ReportKind.MISSED, "a.example/", T0).id()).isNotEqualTo(one.id());
        assertThat(read((Tables tables) -> tables.reports().countReceipts())).isEqualTo(4);
        decide(one.id(), ReportState.REJECTED, T0);
        assertThat(receive(ReportKind.WRONG, "a.example/", T0).id()).isNotEqualTo(one.id());
        assertThat(read((Tables tables) -> tables.reports().receipt(digest(50))).orElseThrow().report().state())
                .isEqualTo(ReportState.REJECTED);
    }

    @Test
    void findsThemByStateKindAndList() throws IOException {
        long a = receive(ReportKind.WRONG, "a.example/", T0.plusSeconds(1)).id();
        long b = receive(ReportKind.MISSED, "b.example/", T0).id();
        long c = receive(ReportKind.WRONG, "c.example/", T0).id();
        assertThat(read((Tables tables) -> tables.reports().oldestOpen())).contains(T0);
        decide(b, ReportState.REJECTED, T0);
        decide(c, ReportState.ACCEPTED, T0);
        assertThat(ids(ALL, 9)).containsExactly(a, b, c);
        assertThat(ids(ALL, 2)).containsExactly(a, b);
        assertThat(ids(new Choice(Optional.of(ReportState.OPEN), Optional.empty(), Optional.empty()), 9))
                .containsExactly(a);
        assertThat(ids(new Choice(Optional.empty(), Optional.of(ReportKind.WRONG), Optional.empty()), 9))
                .containsExactly(a, c);
        assertThat(ids(new Choice(Optional.empty(), Optional.empty(), Optional.of("phishing")), 9)).hasSize(3);
        assertThat(ids(new Choice(Optional.empty(), Optional.empty(), Optional.of("malware")), 9)).isEmpty();
        assertThat(read((Tables tables) -> tables.reports().countOpen(ReportKind.WRONG))).isEqualTo(1);
        assertThat(read((Tables tables) -> tables.reports().countOpen(ReportKind.MISSED))).isZero();
        assertThat(read((Tables tables) -> tables.reports().oldestOpen())).contains(T0.plusSeconds(1));
    }

    @Test
    void decidesOnce() throws IOException {
        long a = receive(ReportKind.WRONG, "a.example/", T0).id();
        assertRefused(tables -> tables.reports()
                .decide(a, ReportState.OPEN, new ReportRow.Decision("anna", T0, "x"), List.of()));
        assertRefused(tables -> tables.reports()
                .decide(a, ReportState.REJECTED, new ReportRow.Decision("anna", T0, "x"),
                        List.of(new Correction(1, 1))));
        decide(a, ReportState.REJECTED, T0.plusSeconds(3));
        assertThat(find(a).decision()).contains(new ReportRow.Decision("anna", T0.plusSeconds(3), "looked"));
        assertThat(find(a).publishedAt()).isEmpty();
        assertRefused(tables -> tables.reports()
                .decide(a, ReportState.ACCEPTED, new ReportRow.Decision("anna", T0, "x"), List.of()));
    }

    @Test
    void waitsForAHold() throws IOException {
        long list = newList("phishing");
        long source = newSource(list, "s");
        long hold = write(tables -> tables.holds()
                .put(HoldRow.ofEntry(new SourceRow(source, list, "s", SourceKind.IMPORT, Optional.empty()),
                        new Expression("a.example/"), "popular-host", "", 1, Optional.empty(), Optional.empty(), "anna",
                        T0)));
        long a = receive(ReportKind.MISSED, "a.example/", T0).id();
        change(tables -> tables.reports().await(a, OptionalLong.of(hold)));
        assertThat(find(a).hold()).isEqualTo(hold);
        assertThat(read((Tables tables) -> tables.reports().waitingFor(hold))).containsExactly(find(a));
        assertThat(read((Tables tables) -> tables.reports().waitingFor(hold + 1))).isEmpty();
        change(tables -> tables.reports().await(a, OptionalLong.empty()));
        assertThat(find(a).hold()).isZero();
        decide(a, ReportState.REJECTED, T0);
        assertRefused(tables -> tables.reports().await(a, OptionalLong.of(hold)));
    }

    private void publish(long sequence, long list, long version, long change, boolean renews, Instant at)
            throws IOException {
        FileRef file = new FileRef(digest(7), 7);
        change(tables -> tables.publications()
                .add(new PublicationRow(sequence, digest((int) sequence), file, Optional.empty(), 1, at,
                        at.plusSeconds(9), "anna", "", renews),
                        version == 0
                                ? List.of()
                                : List.of(new VersionRow(list, version, sequence, change, new VersionCounts(1, 1, 1, 0),
                                        SPEC,
                                        new VersionContent(file, file, new ConfirmRoot(digest(8)), new BucketBits(0)),
                                        List.of(), at, Optional.empty(), true)),
                        List.of()));
    }

    @Test
    void aPageOfADeletedListIsFreeWithThePublicationWithoutIt() throws IOException {
        long a = newList("a");
        long never = newList("never");
        long one = write(tables -> begin(tables, a));
        publish(1, a, 1, one, false, T0.plusSeconds(1));
        long wrong = receive(ReportKind.WRONG, "x.example/", T0).id();
        long missed = receive(ReportKind.MISSED, "y.example/", T0).id();
        long elsewhere = receive(ReportKind.WRONG, "z.example/", T0).id();
        long two = write(tables -> begin(tables, a));
        long other = write(tables -> begin(tables, never));
        decide(wrong, ReportState.ACCEPTED, T0, new Correction(a, two));
        decide(missed, ReportState.ACCEPTED, T0, new Correction(a, two));
        decide(elsewhere, ReportState.ACCEPTED, T0, new Correction(never, other));
        change(tables -> tables.lists().delete(a, T0.plusSeconds(2)));
        assertThat(find(wrong).publishedAt()).as("agents have it still").isEmpty();
        FileRef file = new FileRef(digest(7), 7);
        change(tables -> tables.publications()
                .add(new PublicationRow(3, digest(3), file, Optional.empty(), 1, T0.plusSeconds(3), T0.plusSeconds(9),
                        "anna", "", false), List.of(), List.of(a)));
        assertThat(find(wrong).publishedAt()).contains(T0.plusSeconds(3));
        assertThat(find(missed).publishedAt()).as("it was never listed").isEmpty();
        assertThat(find(elsewhere).publishedAt()).as("of a list that waits for its first publication").isEmpty();
    }

    @Test
    void isPublishedWithTheLastOfItsChanges() throws IOException {
        long a = newList("a");
        long b = newList("b");
        long one = write(tables -> begin(tables, a));
        long two = write(tables -> begin(tables, b));
        long report = receive(ReportKind.WRONG, "x.example/", T0).id();
        decide(report, ReportState.ACCEPTED, T0, new Correction(a, one), new Correction(b, two));
        assertThat(find(report).publishedAt()).isEmpty();
        publish(1, a, 1, one, false, T0.plusSeconds(1));
        assertThat(find(report).publishedAt()).isEmpty();
        publish(2, b, 1, one, false, T0.plusSeconds(2));
        assertThat(find(report).publishedAt()).as("an earlier change").isEmpty();
        publish(3, b, 2, two + 5, false, T0.plusSeconds(3));
        publish(4, b, 3, two + 6, false, T0.plusSeconds(4));
        assertThat(find(report).publishedAt()).contains(T0.plusSeconds(3));
    }

    @Test
    void theAllowListIsPublishedWithThePublicationBegunNext() throws IOException {
        long a = newList("a");
        long one = write(tables -> begin(tables, a));
        publish(1, a, 1, one, false, T0.plusSeconds(1));
        long report = receive(ReportKind.WRONG, "x.example/", T0).id();
        decide(report, ReportState.ACCEPTED, T0.plusSeconds(2), new Correction(0, 0));
        publish(2, a, 0, 0, false, T0.plusSeconds(2));
        publish(3, a, 0, 0, true, T0.plusSeconds(3));
        assertThat(find(report).publishedAt()).as("begun before, or renewed").isEmpty();
        publish(4, a, 0, 0, false, T0.plusSeconds(4));
        assertThat(find(report).publishedAt()).contains(T0.plusSeconds(4));
    }

    @Test
    void oneWithoutChangesWasPublishedBefore() throws IOException {
        long report = receive(ReportKind.WRONG, "x.example/", T0).id();
        decide(report, ReportState.ACCEPTED, T0.plusSeconds(2));
        assertThat(find(report).publishedAt()).contains(T0.plusSeconds(2));
    }

    @Test
    void forgetsInTwoSteps() throws IOException {
        long open = receive(ReportKind.WRONG, "a.example/", T0).id();
        long early = receive(ReportKind.WRONG, "b.example/", T0).id();
        long late = receive(ReportKind.WRONG, "c.example/", T0).id();
        decide(early, ReportState.ACCEPTED, T0.plusSeconds(1), new Correction(0, 0));
        decide(late, ReportState.REJECTED, T0.plusSeconds(2));
        assertThat(write((Tables tables) -> tables.reports().erase(T0.plusSeconds(2)))).isEqualTo(1);
        assertThat(write((Tables tables) -> tables.reports().erase(T0.plusSeconds(2)))).isZero();
        assertThat(find(early).text()).isEqualTo(new ReportText(ReportKind.WRONG, "", "", "", "listed",
                Optional.of("phishing"), Optional.empty(), OptionalLong.of(12)));
        assertThat(find(early).decision()).isPresent();
        assertThat(find(late).text().url()).isNotEmpty();
        assertThat(read((Tables tables) -> tables.reports().receipt(digest(2)))).isPresent();
        assertThat(write((Tables tables) -> tables.reports().remove(T0, T0.plusSeconds(2)))).isEqualTo(1);
        assertThat(ids(ALL, 9)).containsExactly(open, late);
        assertThat(read((Tables tables) -> tables.reports().receipt(digest(2)))).isEmpty();
        receive(ReportKind.WRONG, "a.example/", T0.plusSeconds(7));
        assertThat(write((Tables tables) -> tables.reports().remove(T0.plusSeconds(7), T0))).isZero();
        assertThat(write((Tables tables) -> tables.reports().remove(T0.plusSeconds(8), T0))).isEqualTo(1);
        assertThat(ids(ALL, 9)).containsExactly(late);
    }
}
