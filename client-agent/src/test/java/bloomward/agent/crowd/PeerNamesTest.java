package bloomward.agent.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class PeerNamesTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void theSystemIsToldToLookInFilesOnly() {
        assertThat(PeerNames.lookUpInFilesOnly()).isTrue();
    }
}
