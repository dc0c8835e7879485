package bloomward.server.verify;

import bloomward.format.FormatException;
import bloomward.format.release.ListRelease;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.program.command.CommandException;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.place.StorePlace;
import bloomward.server.verify.Report.Findings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// Verifies every file of a publication, more closely than an agent would: everything follows from the root note, so
/// nothing is taken on trust.
///
/// ```
/// root 1 -> root n -> latest -> manifest -+-> allow
///                                         +-> packed <-> flat, test entries, signed files
///                                         +-> confirm answers
///                     files named by digest, deltas between versions, and in a data folder the keys, the database,
///                     and what clients of Safe Browsing are served
/// ```
public final class Verification {

    private Verification() {}

    /// Verifies a data folder with a SQLite store, its public folder, or an exported folder. Changes nothing.
    ///
    /// @param rootNote a root note from another source, compared with the one in the folder
    /// @throws CommandException if it is not such a folder
    public static Report verify(Path folder, Optional<Path> rootNote, Instant now)
            throws IOException, CommandException {
        return verify(folder, StorePlace.sqlite(new DataFolder(folder).database()), rootNote, now);
    }

    /// The same.
    ///
    /// @param place of the store, if it is a data folder
    public static Report verify(Path folder, StorePlace place, Optional<Path> rootNote, Instant now)
            throws IOException, CommandException {
        Optional<DataFolder> data = Files.isDirectory(folder.resolve("public/v1"))
                ? Optional.of(new DataFolder(folder))
                : Optional.empty();
        Path files = data.map(DataFolder::publicFolder).orElse(folder);
        if (!Files.isDirectory(files.resolve("v1"))) {
            throw CommandException
                    .error(folder + ": neither a data folder nor an exported folder, as it contains no v1");
        }
        Findings findings = new Findings();
        Optional<Chain> chain = Chain.verify(files, rootNote, now, findings);
        Versions versions = new Versions();
        try (StoreCheck store = StoreCheck.open(data.map(_ -> place), findings)) {
            store.addTo(versions);
            if (chain.isPresent()) {
                data.ifPresent(each -> KeysCheck.verify(each, chain.get().root(), findings));
                verify(files, data, chain.get(), versions, findings);
                if (data.isPresent() && chain.get().newest().isPresent()) {
                    new GatewayCheck(data.get(), findings).verify(chain.get().newest().get().manifest(), store);
                }
                store.compare(chain.get(), files);
            }
        }
        long sequence = chain.flatMap(Chain::newest).map(newest -> newest.manifest().sequence()).orElse(0L);
        return findings.report(folder.toString(), sequence);
    }

    private static void verify(Path files, Optional<DataFolder> data, Chain chain, Versions versions, Findings findings)
            throws IOException {
        ContentCheck contents = new ContentCheck(files, findings);
        contents.verify(chain, versions);
        if (chain.newest().isPresent()) {
            ConfirmCheck confirm = new ConfirmCheck(files, data, findings);
            for (ListRelease list : chain.newest().get().manifest().lists()) {
                new ListCheck(files, list, findings).verify(chain, data.isPresent());
                confirm.verify(list, versions);
            }
            confirm.verifyOthers(chain.newest().get().manifest());
        }
        new DeltaCheck(files, versions, findings).verify();
    }

    /// A check that returns a detail or throws the fault.
    @FunctionalInterface
    interface Look {
        String at() throws IOException, FormatException, UntrustedNoteException, ReleaseException;
    }

    /// Runs a check and records its result.
    ///
    /// @return whether the check succeeded
    static boolean look(Findings findings, String subject, Look look) {
        try {
            findings.ok(subject, look.at());
            return true;
        } catch (IOException | FormatException | UntrustedNoteException | ReleaseException
                | IllegalArgumentException e) {
            findings.problem(subject, e);
            return false;
        }
    }

    public static SignedNote note(Path file, int mostBytes) throws IOException, FormatException {
        try (InputStream in = Files.newInputStream(file)) {
            return SignedNote.parse(in.readNBytes(mostBytes + 1), mostBytes);
        }
    }
}
