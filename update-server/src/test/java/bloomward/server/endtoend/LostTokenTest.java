package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/// The token of the only administrator is gone.
final class LostTokenTest extends OfficeDay {

    @Test
    void anotherOneIsMadeOnTheMachineWhileTheServerRuns() throws Exception {
        Files.delete(at.adminToken());
        Path file = at.file("ann.token");
        assertThat(make("ann", file).done().out()).contains("ann.token: token 2 of ann, admin");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        at.as(file, "token", "revoke", "1").done();
        JsonNode rows = at.as(file, "audit", "show", "-o", "json").done().json().get("rows");
        assertThat(rows).anySatisfy(row -> {
            assertThat(row.get("actor").asText()).isEqualTo("on the machine");
            assertThat(row.get("action").asText()).isEqualTo("token create");
            assertThat(row.get("subject").asText()).isEqualTo("ann admin");
        });
        at.as(file, "audit", "verify").done();
    }

    @Test
    void itIsMadeWhileTheServerStandsStill() throws Exception {
        at.stop();
        make("ann", at.file("ann.token")).done();
        at.start();
        at.as(at.file("ann.token"), "token", "list").done();
    }

    @Test
    void whatIsRefusedLeavesNoFileAndWhatIsThereStays() throws Exception {
        Path file = at.file("admin-2.token");
        assertThat(make("admin", file).refused().err()).contains("there is a token 'admin' already");
        assertThat(file).doesNotExist();
        Files.writeString(file, "mine");
        assertThat(make("ann", file).failed().err()).contains("admin-2.token: already exists");
        assertThat(file).hasContent("mine");
        assertThat(at.json("token", "list").get("tokens")).hasSize(1);
    }

    @Test
    void aFolderWithoutAServerIsNamed() throws Exception {
        assertThat(at.program("token", "ann", "--role", "admin", "--out", at.file("x").toString(), "--data-dir",
                at.file("nothing").toString()).failed().err()).contains("contains no server");
    }

    private Told make(String name, Path file) {
        return at.program("token", name, "--role", "admin", "--out", file.toString(), "--data-dir",
                at.data().toString());
    }
}
