package bloomward.server.cli.keys;

import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Table;

/// Describes a manifest to its signer, from the signed text itself.
final class ManifestPage {

    private ManifestPage() {}

    static void describe(Page page, Manifest manifest, String sha256) {
        page.line("manifest " + manifest.sequence() + " of " + manifest.origin() + ", under root "
                + manifest.rootVersion() + ", issued " + Figures.time(manifest.issued()) + ", expires "
                + Figures.time(manifest.expires()));
        page.line("SHA-256 of the text: " + sha256);
        Table table = new Table("list", "version", "entries", "packed", "SHA-256 of packed");
        for (ListRelease list : manifest.lists()) {
            table.row(list.name().toString(), Long.toString(list.version()), list.entries(),
                    Figures.bytes(list.packed().length()), list.packed().digest().toHex());
        }
        page.table(table).line("entries: including the test entries of each list, one for each category");
        page.line("allow file: " + words(manifest.allow()));
        manifest.allowV2().ifPresent(file -> page.line("allow file with lists and ends: " + words(file)));
    }

    private static String words(FileRef file) {
        return Figures.bytes(file.length()) + ", " + file.digest().toHex();
    }
}
