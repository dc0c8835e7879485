package bloomward.agent.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SampleTest {

    @TempDir
    private Path project;

    @Test
    void findsTheFilesOfAProjectInTheirOrder() throws Exception {
        assertThat(Sample.areIn(project)).isFalse();
        Path lists = Files.createDirectories(project.resolve("blocklists/lists"));
        Files.createFile(lists.resolve("b.txt"));
        Files.createFile(Files.createDirectory(lists.resolve("a")).resolve("c.csv"));
        assertThat(Sample.areIn(project)).isTrue();
        assertThat(Sample.all(project)).extracting(sample -> sample.file().toString())
                .containsExactly("blocklists/lists/a/c.csv", "blocklists/lists/b.txt");
    }

    @ParameterizedTest
    @CsvSource({"malware-urls.txt, malware-urls, malware", "urlhaus-csv.csv, urlhaus-csv, malware",
        "unwanted-software.txt, unwanted-software, unwanted", "phishing-domains.txt, phishing-domains, phishing",
        "tpl.tpl, tpl, phishing", "two.dots.txt, two.dots, phishing"})
    void belongsToTheListThatItsNameBeginsWith(String file, String source, String list) {
        Sample sample = new Sample(Path.of("blocklists/lists", file));
        assertThat(sample.source()).isEqualTo(source);
        assertThat(sample.list()).isEqualTo(list);
    }
}
