package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Expression;
import bloomward.server.admin.GuardLists.Name;
import bloomward.server.guard.Judgement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GuardListsTest {

    @TempDir
    private Path folder;

    private static boolean isRefused(GuardLists lists) {
        return lists.get().judge(new Expression("page.intranet.example/")) instanceof Judgement.Rejected;
    }

    /// A list that another server changed comes into the folder before it judges.
    @Test
    void aHostIsShownAsProtectedWhenItIs() throws Exception {
        GuardLists before = GuardLists.open(folder, List.of());
        Files.writeString(folder.resolve("protected.list"), "intranet.example\n");
        assertThat(isRefused(before)).isFalse();
        assertThat(before.hostsOf(Name.PROTECTED).hosts()).isEmpty();
        assertThat(before.isReplaced(Name.PROTECTED)).isFalse();

        GuardLists after = GuardLists.open(folder, List.of());
        assertThat(isRefused(after)).isTrue();
        assertThat(after.hostsOf(Name.PROTECTED).hosts()).containsExactly("intranet.example");
        assertThat(after.isReplaced(Name.PROTECTED)).isTrue();
    }
}
