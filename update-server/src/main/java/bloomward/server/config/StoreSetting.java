package bloomward.server.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingKind;
import bloomward.server.store.PostgresAddress;
import java.util.Optional;

/// The setting that chooses the store: the word `sqlite`, or the address of a PostgreSQL database.
final class StoreSetting {

    static final String SQLITE = "sqlite";

    static final SettingKind KIND = new SettingKind() {

        @Override
        public String words() {
            return "`sqlite`, `postgresql://USER@HOST[:PORT]/DATABASE`";
        }

        @Override
        public String paramLabel() {
            return "sqlite|URL";
        }

        @Override
        public String read(String text) throws SettingException {
            parse(text);
            return text;
        }
    };

    static final SettingKind NAME = new SettingKind() {

        @Override
        public String words() {
            return "letters, digits, `.`, `-` and `_`";
        }

        @Override
        public String paramLabel() {
            return "NAME";
        }

        @Override
        public String read(String text) throws SettingException {
            if (!text.matches("[A-Za-z0-9._-]{1,64}")) {
                throw new SettingException("must be 1 to 64 letters, digits, '.', '-' and '_'");
            }
            return text;
        }
    };

    private StoreSetting() {}

    /// @return the address; empty for SQLite
    static Optional<PostgresAddress> parse(String text) throws SettingException {
        if (text.equals(SQLITE)) {
            return Optional.empty();
        }
        if (!text.startsWith(PostgresAddress.SCHEME)) {
            // Not repeated: a wrong scheme may stand before a password.
            throw new SettingException("must be sqlite or postgresql://USER@HOST[:PORT]/DATABASE");
        }
        try {
            return Optional.of(PostgresAddress.parse(text));
        } catch (IllegalArgumentException e) {
            throw new SettingException(String.valueOf(e.getMessage()));
        }
    }
}
