package bloomward.agent.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FoldersTest {

    private static Folders ofUser(Map<String, String> environment) throws InstallException {
        return Folders.of(Audience.USER, Machine.ofProcess(environment));
    }

    @Test
    void followsTheBaseDirectorySpecification() throws Exception {
        Folders usual = ofUser(Map.of("HOME", "/home/anna"));
        assertThat(usual.program()).hasToString("/home/anna/.local/share/bloomward/program");
        assertThat(usual.launcher()).hasToString("/home/anna/.local/share/bloomward/program/current/bin/bloomward");
        assertThat(usual.store()).hasToString("/home/anna/.local/share/bloomward/agent");
        assertThat(usual.unit().getParent()).hasToString("/home/anna/.config/systemd/user");
        Folders moved = ofUser(Map.of("HOME", "/home/anna", "XDG_DATA_HOME", "/data", "XDG_CONFIG_HOME", "/config",
                "XDG_CACHE_HOME", "/cache"));
        assertThat(moved.own()).containsExactly(Path.of("/data/bloomward/agent"), Path.of("/config/bloomward"),
                Path.of("/cache/bloomward"));
    }

    @Test
    void ignoresVariablesThatNameNoAbsoluteFolder() throws Exception {
        Folders usual = ofUser(Map.of("HOME", "/home/anna"));
        assertThat(ofUser(Map.of("HOME", "/home/anna", "XDG_DATA_HOME", "", "XDG_CONFIG_HOME", "relative")))
                .isEqualTo(usual);
        assertThatThrownBy(() -> ofUser(Map.of("HOME", "anna"))).isInstanceOf(InstallException.class)
                .hasMessageContaining("HOME");
    }

    /// A purge deletes these folders: all of them end in the program's name, or lie below a folder that does.
    @Test
    void ownsNoFolderOfOthers() throws Exception {
        for (Audience audience : Audience.values()) {
            Folders folders = Folders.of(audience, Machine.ofProcess(Map.of("HOME", "/home/anna")));
            assertThat(folders.own()).isNotEmpty()
                    .allSatisfy(folder -> assertThat(folder.toString()).contains("/bloomward"))
                    .contains(folders.store())
                    .noneMatch(folder -> folder.startsWith(folders.program()) || folders.program().startsWith(folder));
        }
    }
}
