package bloomward.agent.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DefangedTest {

    @Test
    void leavesNothingThatIsTakenForALink() {
        assertThat(Defanged.of("http://evil.example")).isEqualTo("hxxp://evil[.]example");
        assertThat(Defanged.of("HTTPS://Evil.example/a.html")).isEqualTo("HxxPS://Evil[.]example/a[.]html");
        assertThat(Defanged.of("ftp://evil.example")).isEqualTo("fxp://evil[.]example");
        assertThat(Defanged.of("a.example/?u=http://b.example")).isEqualTo("a[.]example/?u=hxxp://b[.]example");
        assertThat(Defanged.of(" evil.example/")).isEqualTo(" evil[.]example/");
    }

    @Test
    void leavesSentencesAsTheyAre() {
        assertThat(Defanged.of("One. Two. http and https are schemes."))
                .isEqualTo("One. Two. http and https are schemes.");
    }
}
