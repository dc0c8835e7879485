package bloomward.format.sign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The worked example of FORMAT.md 15 is verified as it stands on the page.
final class FormatPageNoteTest {

    private static final Pattern EXAMPLE = Pattern.compile(
            "### 15\\.6 Worked example\n.*?public key `([^`]+)`\nmade the signature of the (\\d+) bytes.*?\n```\n(.*?)```\n",
            Pattern.DOTALL);

    @Test
    void theNoteOfThePageIsSignedByTheKeyOfThePage() throws Exception {
        MatchResult example = EXAMPLE.matcher(Files.readString(Path.of("FORMAT.md")))
                .results()
                .findFirst()
                .orElseThrow();
        SignedNote note = SampleNotes.parse(example.group(3));
        TrustedKeys keys = TrustedKeys.of(1, List.of(VerifierKey.parse(example.group(1))));
        assertThat(keys.verify(note).value()).isEqualTo("This is an example message.\n");
        assertThat(note.unverifiedText().getBytes(StandardCharsets.UTF_8)).hasSize(Integer.parseInt(example.group(2)));
    }

    @Test
    void theLimitsOfThePageAreThoseOfTheCode() throws Exception {
        assertThat(Files.readString(Path.of("FORMAT.md"))).contains("at most %d signature lines and at most %,d bytes"
                .formatted(SignedNote.MAX_SIGNATURES, SignedNote.MAX_SIZE_IN_BYTES));
    }
}
