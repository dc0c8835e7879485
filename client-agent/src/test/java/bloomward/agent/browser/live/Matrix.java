package bloomward.agent.browser.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/// The results of [Blocking] as a table, one row a test and one column a browser: `target/browser-matrix.md`. The browsers may be
/// tested by processes of their own, so each has a file from which the table is made anew.
final class Matrix implements TestWatcher {

    private static final Path FOLDER = Path.of("target/browser-matrix");
    private static final Path TABLE = Path.of("target/browser-matrix.md");

    private final Properties results = new Properties();

    private void put(ExtensionContext test, String result) {
        Browser.Kind kind = ((Blocking) test.getRequiredTestInstance()).kind();
        String row = test.getRequiredTestMethod().getName().replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
        results.setProperty(row, result);
        try {
            Files.createDirectories(FOLDER);
            try (var out = Files.newBufferedWriter(FOLDER.resolve(kind.toString()))) {
                results.store(out, null);
            }
            Files.writeString(TABLE, table());
        } catch (IOException e) {
            throw new IllegalStateException(TABLE.toString(), e);
        }
    }

    private static String table() throws IOException {
        Map<Browser.Kind, Properties> columns = new EnumMap<>(Browser.Kind.class);
        TreeSet<String> rows = new TreeSet<>();
        for (Browser.Kind kind : Browser.Kind.values()) {
            Properties column = new Properties();
            if (Files.exists(FOLDER.resolve(kind.toString()))) {
                try (var in = Files.newBufferedReader(FOLDER.resolve(kind.toString()))) {
                    column.load(in);
                }
            }
            columns.put(kind, column);
            rows.addAll(column.stringPropertyNames());
        }
        StringBuilder table = new StringBuilder("| what | chromium | firefox |\n|---|---|---|\n");
        for (String row : rows) {
            table.append("| ").append(row);
            columns.values().forEach(column -> table.append(" | ").append(column.getProperty(row, "not run")));
            table.append(" |\n");
        }
        return table.toString();
    }

    @Override
    public void testSuccessful(ExtensionContext test) {
        put(test, "as expected");
    }

    @Override
    public void testFailed(ExtensionContext test, @Nullable Throwable cause) {
        put(test, "FAILED: " + String.valueOf(cause).lines().findFirst().orElse("").replace("|", "/"));
    }

    @Override
    public void testDisabled(ExtensionContext test, Optional<String> reason) {
        put(test, reason.orElse("not run"));
    }
}
