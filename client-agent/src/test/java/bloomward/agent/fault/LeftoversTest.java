package bloomward.agent.fault;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.store.FileTree;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Leftovers of an update that was stopped after its set was installed and before it tidied up.
@ExtendWith(TwoSets.Shared.class)
final class LeftoversTest {

    @TempDir
    private Path folder;

    @Test
    void goAtTheNextPollThoughNothingIsNewer(TwoSets sets) throws Exception {
        Path old = sets.copyTo(folder.resolve("old"));
        Path store = sets.copyTo(folder.resolve("store"));
        assertThat(sets.poll(store)).isInstanceOf(Updated.class);
        for (String name : FileTree.digests(old).keySet()) {
            if (Files.notExists(store.resolve(name)) || name.equals("state.copy")) {
                Files.write(store.resolve(name), Files.readAllBytes(old.resolve(name)));
            }
        }
        Files.writeString(store.resolve(".unfinished-state.copy-1"), "half of it");
        assertThat(sets.poll(store)).isEqualTo(new Unchanged());
        sets.finish(store);
    }
}
