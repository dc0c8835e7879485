package bloomward.server.serve;

import bloomward.server.publish.Office;
import bloomward.server.store.ListRow;
import bloomward.server.verify.Report;
import bloomward.server.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Publications for tests.
public final class Sites {

    private Sites() {}

    /// Two lists, one of them in its second version and with several confirm buckets.
    public static Office published(Path data) throws Exception {
        Office office = new Office(data);
        ListRow malware = office.list("malware");
        office.add(malware, names(300));
        office.add(office.list("phishing"), "bait.example", "http://other.example/path");
        office.publishDone();
        office.clock().advance(Duration.ofMinutes(5));
        office.add(malware, "one-more.example");
        office.publishDone();
        return office;
    }

    /// As after a start of the server; closing it closes the store for both.
    public static Office reopened(Office office) throws Exception {
        office.store().close();
        return Office.reopen(office.folder().root());
    }

    public static List<Report.Check> problems(Path folder, Office office) throws Exception {
        return Verification.verify(folder, Optional.empty(), office.clock().instant()).problems();
    }

    public static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static String[] names(int count) {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = "host" + i + ".example";
        }
        return names;
    }
}
