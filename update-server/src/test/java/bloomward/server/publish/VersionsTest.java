package bloomward.server.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.Digest;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import bloomward.server.draft.search.Explainer;
import bloomward.server.draft.search.Explainer.State;
import bloomward.server.publish.PublishOutcome.Done;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.publish.version.NewVersion;
import bloomward.server.store.Approval;
import bloomward.server.store.Change;
import bloomward.server.store.ListRow;
import bloomward.server.store.TokenTable.TokenRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which entries make which version.
final class VersionsTest {

    @TempDir
    private Path folder;
    private Office office;

    @BeforeEach
    void open() throws Exception {
        office = new Office(folder.resolve("office"));
    }

    @AfterEach
    void close() throws Exception {
        office.close();
    }

    private void explainsAs(String url, State... states) throws Exception {
        Explainer.Explanation found = office.store().read(tables -> Explainer.explain(tables, _ -> List.of(), url));
        assertThat(found.matches()).extracting(Explainer.Match::state).containsExactly(states);
    }

    /// With a token made on the machine.
    private void approve(ListRow list, String actor) throws Exception {
        Digest draft = office.draft(list);
        office.store().write(tables -> {
            TokenRow token = new TokenRow(0, actor, "reviewer", Digest.of(actor.getBytes(UTF_8)), Office.BEGIN,
                    Optional.empty(), Optional.empty());
            long id = tables.tokens().find(token.sha256()).isPresent()
                    ? tables.tokens().find(token.sha256()).get().id()
                    : tables.tokens().create(token).id();
            tables.lists().approve(list.id(), draft, new Approval(id, Office.BEGIN));
            return true;
        });
    }

    @Test
    void keepsTheVersionOfAListThatDidNotChange() throws Exception {
        ListRow first = office.list("malware");
        ListRow second = office.list("phishing");
        office.add(first, "evil.example");
        office.add(second, "fake.example");
        office.publishDone();
        ListRelease before = Served.whole(office).list("phishing").orElseThrow();
        office.clock().advance(Duration.ofMinutes(5));
        office.add(first, "worse.example");
        assertThat(office.publishDone().lists()).extracting(NewVersion::name).containsExactly("malware");
        Manifest manifest = Served.whole(office);
        assertThat(manifest.list("phishing")).contains(before);
        assertThat(manifest.list("malware").orElseThrow().version()).isEqualTo(2);
    }

    @Test
    void publishesOnlyTheListsThatAreAskedFor() throws Exception {
        ListRow first = office.list("malware");
        ListRow second = office.list("phishing");
        office.add(first, "evil.example");
        office.add(second, "fake.example");
        office.publishDone("phishing");
        assertThat(Served.whole(office).lists()).extracting(ListRelease::name).containsExactly("phishing");
        office.publishDone();
        assertThat(Served.whole(office).lists()).extracting(ListRelease::name).containsExactly("malware", "phishing");
    }

    @Test
    void goesBackToTheSameBytesUnderANewNumber() throws Exception {
        ListRow list = office.list("malware");
        office.add(list, "evil.example", "worse.example");
        office.publishDone();
        ListRelease first = Served.whole(office).lists().getFirst();
        office.clock().advance(Duration.ofMinutes(5));
        office.replace(list, "other.example", "worse.example");
        office.publishDone();
        office.clock().advance(Duration.ofMinutes(5));
        office.revert(list, Served.version(office, "malware", 1).orElseThrow().change());
        office.publishDone();
        ListRelease third = Served.whole(office).lists().getFirst();
        assertThat(third.version()).isEqualTo(3);
        assertThat(third.packed()).isEqualTo(first.packed());
        assertThat(third.flat()).isEqualTo(first.flat());
        assertThat(third.confirmRoot()).isEqualTo(first.confirmRoot());
    }

    @Test
    void makesTheSameBytesOfTheSameEntriesAnywhere() throws Exception {
        String[] names = Office.names(0, 300);
        ListRow list = office.list("malware");
        office.add(list, names);
        office.publishDone();
        ListRelease release = Served.whole(office).lists().getFirst();
        try (Office other = new Office(folder.resolve("other"))) {
            ListRow same = other.list("malware");
            for (String name : List.of(names).reversed()) {
                other.add(same, name, "http://" + name.toUpperCase(Locale.ROOT) + ":80/");
            }
            other.publishDone();
            ListRelease made = Served.whole(other).lists().getFirst();
            assertThat(made.packed()).isEqualTo(release.packed());
            assertThat(made.flat()).isEqualTo(release.flat());
            assertThat(made.confirmRoot()).isEqualTo(release.confirmRoot());
        }
    }

    @Test
    void publishesAChangeOfWhatIsAllowedByItself() throws Exception {
        office.add(office.list("malware"), "evil.example");
        office.publishDone();
        Manifest before = Served.whole(office);
        office.clock().advance(Duration.ofMinutes(5));
        office.allow("good.example/");
        Done done = office.publishDone();
        assertThat(done.lists()).isEmpty();
        Manifest manifest = Served.whole(office);
        assertThat(manifest.lists()).isEqualTo(before.lists());
        assertThat(manifest.allow()).isNotEqualTo(before.allow());
        assertThat(office.publish()).isEqualTo(new PublishOutcome.Nothing());
    }

    private AllowList read(FileRef file) throws Exception {
        return AllowList.parse(Files.readAllBytes(
                office.folder().file(new PublicPath.Content(PublicPath.ContentKind.ALLOW, file.digest()))));
    }

    private static List<String> shown(AllowList list) {
        return IntStream.range(0, list.size()).mapToObj(i -> list.expression(i) + list.entry(i).terms()).toList();
    }

    /// Agents that read only version 1 of the allow file must not allow for every list what is allowed for one.
    @Test
    void whatIsAllowedForOneListIsInVersionTwoOfTheAllowFileAlone() throws Exception {
        ListRow list = office.list("malware");
        office.add(list, "evil.example");
        Instant end = Office.BEGIN.plus(Duration.ofDays(1));
        office.allow("every.example/");
        office.allow("one.example/", Optional.of(list), Optional.empty());
        office.allow("while.example/", Optional.empty(), Optional.of(end.plusMillis(999)));
        office.publishDone();
        Manifest manifest = Served.whole(office);
        AllowList plain = read(manifest.allow());
        assertThat(plain.version()).isEqualTo(1);
        assertThat(shown(plain)).containsExactly("every.example/", "while.example/");
        AllowList full = read(manifest.allowV2().orElseThrow());
        full.requireVersionOf(manifest);
        assertThat(shown(full)).containsExactly("every.example/", "one.example/ for list malware",
                "while.example/ until " + end);
        assertThat(office.publish()).as("nothing has changed").isEqualTo(new PublishOutcome.Nothing());
    }

    @Test
    void versionTwoOfTheAllowFileIsWrittenOnlyWhereItSaysMore() throws Exception {
        ListRow list = office.list("malware");
        office.add(list, "evil.example");
        office.allow("good.example/");
        office.publishDone();
        Manifest plain = Served.whole(office);
        assertThat(plain.allowV2()).isEmpty();
        office.clock().advance(Duration.ofMinutes(5));
        office.allow("good.example/", Optional.empty(), Optional.of(Office.BEGIN.plus(Duration.ofDays(1))));
        office.publishDone();
        Manifest ending = Served.whole(office);
        assertThat(ending.allow()).isEqualTo(plain.allow());
        assertThat(ending.allowV2()).isPresent();
        office.clock().advance(Duration.ofDays(1));
        office.publishDone();
        assertThat(Served.whole(office).allowV2()).isEmpty();
        assertThat(shown(read(Served.whole(office).allow()))).isEmpty();
    }

    @Test
    void renewalKeepsBothAllowFiles() throws Exception {
        ListRow list = office.list("malware");
        office.add(list, "evil.example");
        office.allow("one.example/", Optional.of(list), Optional.empty());
        office.publishDone();
        Manifest before = Served.whole(office);
        office.clock().advance(Duration.ofHours(1));
        office.publishing().freshness().renew("alice");
        assertThat(Served.whole(office).sequence()).isGreaterThan(before.sequence());
        assertThat(Served.whole(office).allowFiles()).isEqualTo(before.allowFiles()).hasSize(2);
    }

    @Test
    void leavesOutWhatHasExpired() throws Exception {
        ListRow list = office.list("malware");
        office.add(list, "evil.example");
        office.addUntil(list, Office.BEGIN.plus(Duration.ofHours(1)), "short.example");
        office.publishDone();
        office.clock().advance(Duration.ofMinutes(59));
        assertThat(office.publish()).isEqualTo(new PublishOutcome.Nothing());
        office.clock().advance(Duration.ofMinutes(1));
        assertThat(office.publishDone().lists().getFirst().removed()).isEqualTo(1);
        assertThat(Served.lists(office, Served.whole(office).lists().getFirst(), "short.example/")).isFalse();
    }

    @Test
    void leavesNothingBehindOfADryRun() throws Exception {
        ListRow list = office.list("malware");
        office.add(list, "evil.example");
        office.publishDone();
        List<Path> files = office.files();
        office.add(list, "worse.example");
        assertThat(office.publishDry()).isInstanceOfSatisfying(PublishOutcome.DryRun.class,
                run -> assertThat(run.lists().getFirst().added()).isEqualTo(1));
        assertThat(office.files()).isEqualTo(files);
        assertThat(Served.whole(office).lists().getFirst().version()).isEqualTo(1);
        assertThat(office.publishDone().lists().getFirst().version()).isEqualTo(2);
    }

    @Test
    void explainsWhatIsListedAndWhatLeaves() throws Exception {
        ListRow list = office.list("malware");
        office.add(list, "evil.example", "leaving.example");
        office.publishDone();
        office.replace(list, "evil.example", "new.example");
        explainsAs("evil.example", State.LISTED);
        explainsAs("leaving.example", State.LEAVING);
        explainsAs("new.example", State.DRAFT);
        office.publishDone();
        explainsAs("leaving.example", State.REMOVED);
        explainsAs("new.example", State.LISTED);
    }

    /// Not as one that leaves and another that comes.
    @Test
    void explainsOtherTermsOfWhatIsListed() throws Exception {
        ListRow list = office.list("malware");
        office.add(list, "evil.example");
        office.publishDone();
        office.clock().advance(Duration.ofMinutes(5));
        office.addUntil(list, Office.BEGIN.plus(Duration.ofDays(1)), "evil.example");
        explainsAs("evil.example", State.LISTED, State.DRAFT);
        office.publishDone();
        explainsAs("evil.example", State.LISTED);
        assertThat(office.store().<Explainer
                .Explanation, RuntimeException>read(tables -> Explainer.explain(tables, _ -> List.of(), "evil.example"))
                .matches()).singleElement().satisfies(match -> {
                    assertThat(match.since()).isEqualTo(Office.BEGIN);
                    assertThat(match.expires()).contains(Office.BEGIN.plus(Duration.ofDays(1)));
                });
    }

    @Test
    void needsSomebodyWhoMadeNoneOfTheChanges() throws Exception {
        ListRow list = office.list("reviewed", 36, true);
        office.add(list, "evil.example");
        assertThatThrownBy(office::publish)
                .isInstanceOfSatisfying(PublishRefusedException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.NEEDS_APPROVAL))
                .hasMessageContaining("alice");
        approve(list, "alice");
        assertThatThrownBy(office::publish).isInstanceOf(PublishRefusedException.class);
        approve(list, "bob");
        office.add(list, "worse.example");
        assertThatThrownBy(office::publish).isInstanceOf(PublishRefusedException.class);
        approve(list, "bob");
        assertThat(((Done) office.publish(office.draft(list))).lists().getFirst().entries()).isEqualTo(2);
    }

    /// An entry left at the end that was approved with it, the publication failed behind that, and is done again.
    @Test
    void whatTheServerItselfDidNeedsNoSecondApproval() throws Exception {
        ListRow list = office.list("reviewed", 36, true);
        office.add(list, "evil.example");
        office.addUntil(list, Office.BEGIN.plus(Duration.ofHours(1)), "short.example");
        approve(list, "bob");
        office.clock().advance(Duration.ofHours(1));
        office.store().write(tables -> {
            long change = tables.lists().begin(new Change(0, list.id(), Office.BEGIN, Publisher.SERVER, "expired"));
            return tables.entries().expire(list.id(), office.clock().instant(), change);
        });
        assertThat(((Done) office.publish(office.draft(list))).lists().getFirst().entries()).isEqualTo(1);
        office.clock().advance(Duration.ofHours(1));
        assertThat(office.publish()).isEqualTo(new PublishOutcome.Nothing());
    }

    @Test
    void leavesNoDeltaOfAnotherDraftThatWasNeverPublished() throws Exception {
        ListRow list = office.list("malware");
        office.add(list, Office.names(0, 300));
        office.publishDone();
        Path delta = office.folder().file(new PublicPath.DeltaFile("malware", 1, 2));
        Files.createDirectories(delta.getParent());
        Files.write(delta, new byte[100]); // as a proposal that was withdrawn leaves it
        office.clock().advance(Duration.ofMinutes(5));
        office.replace(list, "one.example"); // held: it shrank
        assertThat(office.publish()).isEqualTo(new PublishOutcome.Nothing());
        office.revert(list, 0);
        office.add(list, Office.names(500, 600));
        office.publishDone();
        Served.whole(office);
    }
}
