package bloomward.server.verify;

import bloomward.format.FormatException;
import bloomward.format.release.AllowList;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.program.text.Figures;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.safebrowsing.Allowed;
import bloomward.server.safebrowsing.GatewayFiles;
import bloomward.server.verify.Report.Findings;
import bloomward.server.verify.StoreCheck.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/// Verifies what clients of Safe Browsing are served: that the hashes of each list are those of its entries, no more and no
/// fewer, and that the prefixes of all versions are undamaged. They are not signed, so nobody else would notice.
final class GatewayCheck {

    private final DataFolder data;
    private final Findings findings;

    GatewayCheck(DataFolder data, Findings findings) {
        this.data = data;
        this.findings = findings;
    }

    void verify(Manifest manifest, StoreCheck store) {
        if (!Files.isDirectory(data.safeBrowsing())) {
            return; // never switched on
        }
        GatewayFiles files = new GatewayFiles(data.safeBrowsing());
        Verification.look(findings, "safe browsing prefixes",
                () -> Figures.amount(files.prefixes(), "set matches its name", "sets match their names"));
        for (ListRelease list : manifest.lists()) {
            String subject = "safe browsing " + list.name();
            Optional<Entries> entries = store.entries(list);
            if (entries.isEmpty()) {
                findings.skipped(subject, "no database");
                continue;
            }
            Verification.look(findings, subject, () -> compare(files, list, manifest, entries.get()));
        }
    }

    private String compare(GatewayFiles files, ListRelease list, Manifest manifest, Entries entries)
            throws IOException, FormatException {
        Allowed allowed = new Allowed(AllowList.parse(
                Files.readAllBytes(data.file(new PublicPath.Content(ContentKind.ALLOW, manifest.allow().digest())))));
        Optional<GatewayFiles.Version> version = files.version(list.name(), list.confirmRoot(), allowed,
                manifest.allow().digest());
        if (version.isEmpty()) {
            return "no hashes of version " + list.version() + ": the next start with safe-browsing makes them";
        }
        entries.each(version.get()::require);
        return Figures.amount(version.get().requireNoOther(), "hash", "hashes") + ", those of the entries";
    }
}
