package bloomward.server.publish;

import bloomward.server.store.ListRow;
import java.nio.file.Path;

/// Adds one entry to what [CrashSite] has prepared and publishes it: the process that crash tests stop at every step.
final class PublishOnce {

    private PublishOnce() {}

    public static void main(String... args) throws Exception {
        try (Office office = Office.reopen(Path.of(args[0]))) {
            ListRow list = office.store().read(tables -> tables.lists().find("malware").orElseThrow());
            office.add(list, "new.example");
            office.publishDone();
        }
    }
}
