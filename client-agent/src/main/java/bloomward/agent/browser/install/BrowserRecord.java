package bloomward.agent.browser.install;

import bloomward.agent.browser.Rung;
import bloomward.agent.install.Blob;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The record of an installation beside the plain list of files: a JSON file in its folder.
///
/// Not trusted for more than that: any user who can change it can also change those files directly.
///
/// @param rungs the browsers, with what can be expected in them
/// @param digests of the files that are ours alone, in hexadecimal
/// @param merges into files of others
record BrowserRecord(Map<Browser, Expected> rungs, Map<Path, String> digests, List<MergeNote> merges) {

    /// The rung that an installation promises in a browser, and the reason if it is not more.
    record Expected(Rung rung, String reason) {}

    BrowserRecord {
        rungs = rungs.isEmpty() ? new EnumMap<>(Browser.class) : new EnumMap<>(rungs);
        digests = new LinkedHashMap<>(digests);
        merges = List.copyOf(merges);
    }

    @Override
    public Map<Browser, Expected> rungs() {
        return rungs.isEmpty() ? new EnumMap<>(Browser.class) : new EnumMap<>(rungs);
    }

    @Override
    public Map<Path, String> digests() {
        return new LinkedHashMap<>(digests);
    }

    static BrowserRecord none() {
        return new BrowserRecord(Map.of(), Map.of(), List.of());
    }

    /// @return none if there is no such file
    static BrowserRecord read(Machine machine, Path file) throws IOException, InstallException {
        if (!machine.exists(file)) {
            return none();
        }
        Fields record = new Fields(
                SharedPolicy.document(Blob.of(Files.readAllBytes(machine.at(file))), file.toString()), file.toString());
        Map<Browser, Expected> rungs = new EnumMap<>(Browser.class);
        for (Fields browser : record.objects("browsers")) {
            Browser known = Browser.named(browser.text("name"))
                    .orElseThrow(() -> new InstallException(file + ": damaged: a browser of another version"));
            rungs.put(known, new Expected(rung(browser.text("rung"), file), browser.text("reason")));
        }
        Map<Path, String> digests = new LinkedHashMap<>();
        for (Fields entry : record.objects("files")) {
            digests.put(entry.path("path"), entry.text("sha256"));
        }
        List<MergeNote> merges = new ArrayList<>();
        for (Fields note : record.objects("merges")) {
            merges.add(MergeNote.parse(note));
        }
        return new BrowserRecord(rungs, digests, merges);
    }

    private static Rung rung(String word, Path file) throws InstallException {
        for (Rung rung : Rung.values()) {
            if (rung.name().toLowerCase(Locale.ROOT).equals(word)) {
                return rung;
            }
        }
        throw new InstallException(file + ": damaged: rung");
    }

    Blob content() {
        List<Json> browsers = new ArrayList<>();
        rungs.forEach((browser,
                expected) -> browsers.add(Json.object()
                        .with("name", Json.of(browser.word()))
                        .with("rung", Json.of(expected.rung().name().toLowerCase(Locale.ROOT)))
                        .with("reason", Json.of(expected.reason()))));
        List<Json> files = new ArrayList<>();
        digests.forEach((path, digest) -> files
                .add(Json.object().with("path", Json.of(path.toString())).with("sha256", Json.of(digest))));
        return Blob.of(Json.object()
                .with("browsers", new Json.Items(browsers))
                .with("files", new Json.Items(files))
                .with("merges", new Json.Items(merges.stream().map(MergeNote::json).toList()))
                .pretty());
    }
}
