package bloomward.server.admin.view;

import java.time.Instant;

/// The questions and answers about tokens.
public final class TokenReports {

    private TokenReports() {}

    public record NewToken(String name, String role) {}

    /// @param madeBy name of the token with which it was made; empty where it was made on the machine
    /// @param token the secret, shown this once; empty otherwise
    public record TokenView(long id, String name, String role, Instant createdAt, boolean revoked, String madeBy,
            String token) {}
}
