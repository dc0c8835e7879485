package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.PublishReports.SignedText;
import bloomward.server.admin.view.RootView;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RootAdminTest {

    private Bureau bureau;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
    }

    @AfterEach
    void close() throws Exception {
        bureau.close();
    }

    /// The second root, with the keys of the first publisher.
    private SignedText second(SigningKey timestamp) throws Exception {
        return signed(bureau.office.signRoot(2, List.of(bureau.office.publisherKey()), timestamp));
    }

    private static SignedText signed(SignedNote note) {
        return new SignedText(note.toString());
    }

    @Test
    void showsTheFirstRootAndTheKeysThatAreHere() throws Exception {
        assertThat(bureau.roots.roots()).singleElement().satisfies(view -> {
            assertThat(view.version()).isEqualTo(1);
            assertThat(view.isCurrent()).isTrue();
            assertThat(view.publishers()).containsExactly(bureau.office.publisherKey().verifierKey().toString());
            assertThat(view.keysHere()).contains(view.timestamp()).containsAll(view.publishers());
        });
    }

    @Test
    void takesTheNextRoot() throws Exception {
        SigningKey timestamp = bureau.office.putKey("timestamp2");
        RootView taken = bureau.roots.accept(Bureau.ADMIN, second(timestamp));
        assertThat(taken.version()).isEqualTo(2);
        assertThat(taken.timestamp()).isEqualTo(timestamp.verifierKey().toString());
        assertThat(bureau.roots.roots()).extracting(RootView::isCurrent).containsExactly(false, true);
        assertThat(bureau.audit.rows(OptionalLong.of(1), 10).getLast().action()).isEqualTo("root");
    }

    @Test
    void refusesARootWhoseTimestampKeyIsElsewhere() throws Exception {
        SignedText note = second(bureau.office.newKey("elsewhere"));
        assertThat(bureau.refused(Code.KEY_MISSING, () -> bureau.roots.accept(Bureau.ADMIN, note)))
                .hasMessageContaining("timestamp key that is not in");
        assertThat(bureau.roots.roots()).hasSize(1);
    }

    @Test
    void refusesAnythingButTheNextRoot() throws Exception {
        SigningKey timestamp = bureau.office.putKey("timestamp2");
        SignedText later = signed(bureau.office.signRoot(3, List.of(bureau.office.publisherKey()), timestamp));
        bureau.refused(Code.BAD_SIGNATURE, () -> bureau.roots.accept(Bureau.ADMIN, later));
        bureau.refused(Code.BAD_SIGNATURE, () -> bureau.roots.accept(Bureau.ADMIN, new SignedText("no note")));
        assertThat(bureau.roots.roots()).hasSize(1);
    }
}
