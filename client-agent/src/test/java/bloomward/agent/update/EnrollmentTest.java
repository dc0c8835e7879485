package bloomward.agent.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.publisher.Publisher;
import bloomward.agent.publisher.SharedPublisher;
import bloomward.agent.store.StoreState;
import bloomward.agent.update.EnrollmentOutcome.Enrolled;
import bloomward.agent.update.EnrollmentOutcome.NotEnrolled;
import bloomward.agent.update.EnrollmentOutcome.OtherTrusted;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.Digest;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.testing.SetClock;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.RootNote;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(SharedPublisher.class)
final class EnrollmentTest {

    @TempDir
    private static Path servers;

    private static final SetClock CLOCK = new SetClock();
    private static Publisher publisher;

    @TempDir
    private Path folder;

    private Machine machine;

    @BeforeAll
    static void publish() throws Exception {
        publisher = Publisher.start(servers.resolve("server"), CLOCK);
        publisher.list("phishing").add("phishing", "evil.example").publish();
        publisher.rotate("--expires-in", "300d").rotate("--expires-in", "310d");
    }

    @AfterAll
    static void stop() {
        publisher.close();
    }

    @BeforeEach
    void enroll() throws Exception {
        machine = Machine.enrolledAt(publisher, folder.resolve("agent"), CLOCK);
    }

    private SignedNote root(int version) throws Exception {
        return SignedNote.parse(Files.readAllBytes(publisher.data().resolve("public/v1/root/" + version)));
    }

    private Digest digestOfRoot(int version) throws Exception {
        return Digest.ofFile(publisher.data().resolve("public/v1/root/" + version));
    }

    @Test
    void followsTheFirstRootToTheNewest() throws Exception {
        assertThat(machine.state().floor().rootVersion()).isEqualTo(3);
        assertThat(machine.state().root()).isEqualTo(root(3));
        assertThat(machine.state().installed()).isEmpty();
        machine.update();
        assertThat(machine.finds("evil.example/")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void findsTheRootOfADigest(int version) throws Exception {
        Machine other = Machine.at(folder.resolve("other"), CLOCK);
        assertThat(other.enroll(publisher.address(), new RootPin.Sha256(digestOfRoot(version)), false))
                .isInstanceOf(Enrolled.class);
        assertThat(other.state().floor().rootVersion()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void knowsAPublicationAgainByAnyOfItsRoots(int version) throws Exception {
        machine.update();
        StoreState before = machine.state();
        EnrollmentOutcome outcome = machine.enroll(publisher.address(), new RootPin.Note(root(version)), false);
        assertThat(outcome).isInstanceOfSatisfying(Enrolled.class,
                enrolled -> assertThat(enrolled.wasEnrolled()).isTrue());
        assertThat(machine.state()).isEqualTo(before);
    }

    @Test
    void knowsItAgainByARootThatItHasNotSeen() throws Exception {
        Machine late = Machine.at(folder.resolve("late"), CLOCK);
        late.line().on(path -> path.equals(new RootNote(2)), HostileTransport.missing());
        late.enroll(publisher.address(), new RootPin.Note(root(1)), false);
        assertThat(late.state().floor().rootVersion()).isEqualTo(1);
        late.line().repent();
        late.enroll(publisher.address(), new RootPin.Note(root(2)), false);
        assertThat(late.state().floor().rootVersion()).isEqualTo(3);
    }

    @Test
    void comparesAPinWithoutWriting(Publisher stranger) throws Exception {
        URI other = URI.create("http://localhost:" + publisher.address().getPort());
        StoreState before = machine.state();
        for (int version = 1; version <= 3; version++) {
            assertThat(machine.compare(other, new RootPin.Sha256(digestOfRoot(version)))).isInstanceOf(Enrolled.class);
        }
        assertThat(machine.compare(stranger.address(), new RootPin.Note(stranger.root())))
                .isInstanceOf(OtherTrusted.class);
        assertThat(machine.compare(publisher.address(), new RootPin.Note(stranger.root()))).isInstanceOfSatisfying(
                NotEnrolled.class, none -> assertThat(none.failure()).isEqualTo(Failure.REFUSED));
        assertThat(machine.compare(publisher.address(), new RootPin.Sha256(Digest.ofFile(stranger.rootFile()))))
                .isInstanceOfSatisfying(NotEnrolled.class,
                        none -> assertThat(none.message()).contains("none of its roots"));
        assertThat(machine.state()).isEqualTo(before);
    }

    @Test
    void takesOverANewAddress() throws Exception {
        machine.update();
        URI other = URI.create("HTTP://LOCALHOST:" + publisher.address().getPort() + "/");
        machine.enroll(other, new RootPin.Note(root(1)), false);
        assertThat(machine.state().server()).isEqualTo(URI.create("http://localhost:" + publisher.address().getPort()));
        assertThat(machine.state().installed()).isPresent();
    }

    @Test
    void keepsWhatIsTrustedUnlessItIsToBeReplaced(Publisher other) throws Exception {
        machine.update();
        RootPin pin = new RootPin.Note(other.root());
        StoreState before = machine.state();
        assertThat(machine.enroll(other.address(), pin, false))
                .isEqualTo(new OtherTrusted(Root.first(root(3)).value(), publisher.address()));
        assertThat(machine.state()).isEqualTo(before);
        assertThat(machine.enroll(other.address(), pin, true)).isInstanceOf(Enrolled.class);
        assertThat(machine.state().floor().sequence()).isZero();
        assertThat(machine.state().installed()).isEmpty();
        assertThat(folder.resolve("agent/files")).isEmptyDirectory();
    }

    @Test
    void losesNothingToARootThatDoesNotVerify() throws Exception {
        machine.update();
        StoreState before = machine.state();
        byte[] note = root(1).toBytes();
        note[30] ^= 1;
        assertThat(machine.enroll(publisher.address(), new RootPin.Note(SignedNote.parse(note)), true))
                .isInstanceOfSatisfying(NotEnrolled.class,
                        failed -> assertThat(failed.failure()).isEqualTo(Failure.REFUSED));
        machine.line().on(path -> path.equals(new RootNote(2)), HostileTransport.sending(root(3).toBytes()));
        assertThat(machine.enroll(publisher.address(), new RootPin.Note(root(1)), true)).isInstanceOfSatisfying(
                NotEnrolled.class, failed -> assertThat(failed.message()).contains("/v1/root/2: broken chain"));
        assertThat(machine.state()).isEqualTo(before);
    }

    @Test
    void isNotMisledByAServerThatSendsAnotherRoot() throws Exception {
        machine.line().on(path -> path instanceof PublicPath.RootNote, HostileTransport.changing(bytes -> {
            bytes[40] ^= 1;
            return bytes;
        }));
        assertThat(Machine.at(folder.resolve("other"), CLOCK).store().state()).isEmpty();
        assertThat(machine.enroll(publisher.address(), new RootPin.Sha256(digestOfRoot(1)), true))
                .isInstanceOf(NotEnrolled.class);
    }

    @Test
    void enrollsAnewWhereTheStateIsDamaged() throws Exception {
        machine.update();
        for (String name : new String[] {"state", "state.copy"}) {
            Files.writeString(folder.resolve("agent").resolve(name), "garbage");
        }
        RootPin pin = new RootPin.Note(root(1));
        assertThat(machine.enroll(publisher.address(), pin, false)).isInstanceOf(NotEnrolled.class);
        assertThat(machine.enroll(publisher.address(), pin, true)).isInstanceOf(Enrolled.class);
        machine.restart().line().forget();
        machine.update();
        assertThat(machine.line().asked(PublicPath.Content.class)).hasSize(1); // the lists were there still
        assertThat(machine.finds("evil.example/")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"https://LISTS.example/, https://lists.example",
        "HTTP://a.example:80/Some/Path//," + " http://a.example:80/Some/Path", "http://[::1]:8480, http://[::1]:8480"})
    void spellsAddressesInOneWay(URI given, URI base) {
        assertThat(Enrollment.base(given)).isEqualTo(base);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lists.example", "ftp://lists.example", "https:///x", "https://user@lists.example",
        "https://lists.example/?q", "https://lists.example/#f", "mailto:a@b.example", ""})
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> Enrollment.base(URI.create(text))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not the address of a server");
    }
}
