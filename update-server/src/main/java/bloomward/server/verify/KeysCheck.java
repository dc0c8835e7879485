package bloomward.server.verify;

import bloomward.format.FormatException;
import bloomward.format.release.Root;
import bloomward.format.sign.VerifierKey;
import bloomward.server.publish.ServerKeys;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.verify.Report.Findings;
import bloomward.server.verify.Verification.Look;
import java.io.IOException;
import java.util.Collection;

/// Checks that the key folder has the keys that a server with this root signs with.
final class KeysCheck {

    private KeysCheck() {}

    static void verify(DataFolder data, Root root, Findings findings) {
        Look look = () -> found(data, root);
        Verification.look(findings, "keys", look);
    }

    /// The timestamp key must be here. The publisher's may be with people.
    private static String found(DataFolder data, Root root) throws IOException, FormatException {
        Collection<VerifierKey> here = ServerKeys.publicHalves(data.keys()).values();
        if (!here.contains(root.timestamp())) {
            throw new IOException("no file in " + data.keys() + " has the timestamp key " + root.timestamp().name()
                    + ", without which 'latest' expires within a day");
        }
        long publishers = root.publishers().keys().stream().filter(here::contains).count();
        return "timestamp key; " + publishers + " of " + root.publishers().threshold()
                + " publisher's keys that must sign"
                + (publishers < root.publishers().threshold() ? ", so people sign publications and renewals" : "");
    }
}
