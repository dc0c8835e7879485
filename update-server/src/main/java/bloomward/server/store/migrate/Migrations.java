package bloomward.server.store.migrate;

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

/// The migrations of one kind of store, by Flyway. They are named here rather than searched for, which is quicker and works in
/// a module.
///
/// @param owner the class beside whose package the folder `migration` lies
/// @param names of the files, the first one first
public record Migrations(Class<?> owner, List<String> names) {

    public Migrations {
        names = List.copyOf(names);
    }

    /// The version of the tables after all of them.
    public int newest() {
        String last = names.getLast();
        return Integer.parseInt(last.substring(1, last.indexOf("__")));
    }

    /// Does what has not been done yet, each migration in a transaction of its own.
    public void run(DataSource source) throws IOException {
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

    private final class OwnMigrations implements ResourceProvider {

        @Override
        public @Nullable LoadableResource getResource(String name) {
            return names.contains(name) ? new Migration(name) : null;
        }

        @Override
        public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
            return names.stream()
                    .filter(name -> name.startsWith(prefix))
                    .<LoadableResource>map(Migration::new)
                    .toList();
        }
    }

    private final class Migration extends LoadableResource {

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
            InputStream in = owner.getResourceAsStream("migration/" + name)) {
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
