package bloomward.server.publish;

import java.nio.file.Path;

/// Adds one entry to what [CrashSite] has prepared and publishes it: the process that crash tests stop at every step.
final class PublishOnce {

    private PublishOnce() {}

    public static void main(String... args) throws Exception {
        try (Office office = Office.reopen(Path.of(args[0]))) {
            office.add(office.find("malware"), "new.example");
            office.publishDone();
        }
    }
}
