package bloomward.server.store.sqlite;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/// The tables, and how those of an older program become those of this one.
///
/// Every migration sets `user_version`, so a store that is up to date is known by one number and opened without loading
/// Flyway at all. Migrations are named here rather than searched for, which is quicker and works in a module.
final class Schema {

    /// The `application_id` in the header of our files: "Blmw".
    static final int APPLICATION_ID = 0x426c6d77;
    private static final List<String> MIGRATIONS = List.of("V1__tables.sql", "V2__feed_without_headers.sql",
            "V3__makers_of_tokens.sql", "V4__terms_of_holds.sql", "V5__approvals_of_drafts.sql", "V6__reports.sql",
            "V7__titles_and_deleted_lists.sql", "V8__allow_by_list.sql");
    static final int NEWEST = MIGRATIONS.size();

    private Schema() {}

    /// Does what has not been done yet, each migration in a transaction of its own.
    static void migrate(DataSource source) throws IOException {
        try {
            Flyway.configure()
                    .dataSource(source)
                    .resourceProvider(new OwnMigrations())
                    .locations(new String[0])
                    .callbackLocations(new String[0])
                    .loggers(new String[0]) // what goes wrong is thrown
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new IOException("the tables cannot be brought up to date: " + e.getMessage(), e);
        }
    }

    private static final class OwnMigrations implements ResourceProvider {

        @Override
        public @Nullable LoadableResource getResource(String name) {
            return MIGRATIONS.contains(name) ? new Migration(name) : null;
        }

        @Override
        public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
            return MIGRATIONS.stream()
                    .filter(name -> name.startsWith(prefix))
                    .<LoadableResource>map(Migration::new)
                    .toList();
        }
    }

    private static final class Migration extends LoadableResource {

        private final String name;

        Migration(String name) {
            this.name = name;
        }

        @Override
        public Reader read() {
            return new StringReader(text());
        }

        private String text() {
            try (@Nullable
            InputStream in = Schema.class.getResourceAsStream("migration/" + name)) {
                if (in == null) {
                    throw new FileNotFoundException(name);
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new FlywayException("migration " + name, e);
            }
        }

        @Override
        public String getAbsolutePath() {
            return name;
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return name;
        }

        @Override
        public String getFilename() {
            return name;
        }

        @Override
        public String getRelativePath() {
            return name;
        }
    }
}
