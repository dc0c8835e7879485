package bloomward.server.api;

import bloomward.format.Digest;
import bloomward.server.admin.Principal;
import bloomward.server.admin.TokenAdmin;
import bloomward.server.http.admin.Authenticator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/// Authenticates with the tokens of the store.
public record StoredTokens(TokenAdmin tokens) implements Authenticator {

    @Override
    public Optional<Principal> authenticate(Digest token) {
        try {
            return tokens.authenticate(token);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
