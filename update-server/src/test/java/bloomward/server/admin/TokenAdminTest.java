package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.admin.view.TokenReports.TokenView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenAdminTest {

    private Bureau bureau;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
    }

    @AfterEach
    void close() throws Exception {
        bureau.close();
    }

    private TokenView make(String name, String role) throws Exception {
        return bureau.tokens.create(Bureau.ADMIN, new NewToken(name, role));
    }

    private Optional<Principal> authenticate(String token) throws IOException {
        return bureau.tokens.authenticate(Digest.of(token.getBytes(UTF_8)));
    }

    @Test
    void aTokenIsItsOwner() throws Exception {
        TokenView made = make("anna", "reviewer");
        assertThat(made.token()).matches("bw_[0-9a-f]{64}");
        assertThat(authenticate(made.token())).contains(new Principal("anna", Role.REVIEWER));
        assertThat(authenticate(made.token().toUpperCase(Locale.ROOT))).isEmpty();
        assertThat(authenticate("")).isEmpty();
    }

    @Test
    void theSecretIsShownOnce() throws Exception {
        make("anna", "reader");
        assertThat(bureau.tokens.tokens()).singleElement().satisfies(view -> {
            assertThat(view.token()).isEmpty();
            assertThat(view.madeBy()).isEqualTo("adam");
        });
        assertThat(bureau.tokens.createHere(Bureau.ADMIN, new NewToken("bert", "admin")).madeBy()).isEmpty();
    }

    @Test
    void aRevokedTokenIsNobodyAndItsNameIsFree() throws Exception {
        TokenView first = make("anna", "editor");
        bureau.refused(Code.NAME_TAKEN, () -> make("anna", "editor"));
        bureau.tokens.revoke(Bureau.ADMIN, first.id());
        assertThat(authenticate(first.token())).isEmpty();
        bureau.refused(Code.NO_SUCH_TOKEN, () -> bureau.tokens.revoke(Bureau.ADMIN, first.id()));
        assertThat(authenticate(make("anna", "reader").token())).contains(new Principal("anna", Role.READER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "server", ".a", "a b", "a\nb", "ä"})
    void refusesNames(String name) throws Exception {
        bureau.refused(Code.BAD_REQUEST, () -> make(name, "reader"));
        assertThat(bureau.tokens.tokens()).isEmpty();
    }

    @Test
    void refusesRolesThatThereAreNot() throws Exception {
        assertThat(bureau.refused(Code.BAD_REQUEST, () -> make("anna", "Owner\u001b")))
                .hasMessage("role 'Owner\\u001b', possible: reader, editor, reviewer, publisher, admin");
    }
}
