package bloomward.agent.doctor;

import bloomward.agent.config.Config;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.LoadedSet.Damage;
import bloomward.agent.store.Protection;
import bloomward.agent.store.Store;
import bloomward.agent.store.TrustedState;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Root;
import bloomward.program.text.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Examines the store of an agent.
final class StoreExam {

    private static final String FOLDER = "store-folder";
    private static final String ENROLLED = "enrolled";
    private static final String STATE = "state";
    private static final String ROOT = "root";
    private static final String FILES = "files";
    private static final String SPACE = "disk-space";
    private static final Duration SOON = Duration.ofDays(30);

    /// A full download is kept beside the lists in use until it is complete.
    private static final int COPIES = 2;

    private static final Set<PosixFilePermission> TO_WRITE = Set.of(PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_WRITE);
    private static final Set<PosixFilePermission> TO_OWNER = PosixFilePermissions.fromString("rwx------");

    private final Store store;
    private final Instruments instruments;

    StoreExam(Store store, Instruments instruments) {
        this.store = store;
        this.instruments = instruments;
    }

    /// Any user who can write there can make the agent trust another publisher.
    Finding folder() {
        Path folder = store.folder();
        String chmod = "chmod 700 " + folder;
        try {
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(folder);
            String words = folder + ": mode " + PosixFilePermissions.toString(mode);
            if (mode.stream().anyMatch(TO_WRITE::contains)) {
                return Finding.problem(FOLDER,
                        words + ": other users can write there and change the publisher that the agent trusts", chmod);
            }
            if (!TO_OWNER.containsAll(mode)) {
                return Finding.warning(FOLDER, words + ": other users can see its contents", chmod);
            }
            return Finding.ok(FOLDER, folder + ": accessible only to its owner, " + Files.getOwner(folder).getName());
        } catch (IOException e) {
            return Finding.unknown(FOLDER, Doctor.words(e), "run this as its owner");
        } catch (UnsupportedOperationException _) {
            return Finding.ok(FOLDER, folder + ": this system has no POSIX permissions");
        }
    }

    Finding enrolled(Optional<TrustedState> state, Config config) {
        if (state.isPresent()) {
            return Finding.ok(ENROLLED, "at " + state.get().server() + ", in " + store.folder());
        }
        String message = "no: no list in " + store.folder() + ", so every URL is unknown";
        return config.server().isPresent() && config.root().isPresent()
                ? Finding.problem(ENROLLED, message, "start the agent, which enrols automatically: bloomward agent run")
                : Finding.problem(ENROLLED, message, "bloomward agent enroll ADDRESS --root FILE");
    }

    /// A state that cannot be read.
    Finding broken(FormatException e) {
        return e.reason() == Reason.TOO_NEW
                ? Finding.problem(STATE, String.valueOf(e.getMessage()), "install the newer program again")
                : Finding.problem(STATE, String.valueOf(e.getMessage()),
                        "bloomward agent enroll ADDRESS --root FILE --replace");
    }

    Finding root(Root root) {
        Instant now = instruments.clock().instant();
        String message = root.origin() + ", version " + root.version() + ", valid until " + root.expires();
        if (root.isExpiredAt(now)) {
            return Finding.problem(ROOT, message + ": expired, so no URL is clean",
                    "bloomward agent update --now; if that does not help, ask the publisher for a newer root");
        }
        if (root.isExpiredAt(now.plus(SOON))) {
            return Finding.warning(ROOT, message + ": expires soon", "the publisher should sign a newer root");
        }
        return Finding.ok(ROOT, message);
    }

    /// Every file was compared with its digest when the set was opened.
    Finding files(Optional<LoadedSet> opened) {
        if (opened.isEmpty()) {
            return Finding.problem(FILES, "no list is installed yet, so every URL is unknown",
                    "bloomward agent update --now");
        }
        LoadedSet set = opened.get();
        Protection protection = set.protection();
        if (!set.damages().isEmpty()) {
            String message = set.damages().stream().map(StoreExam::words).collect(Collectors.joining("; "));
            return protection.missing().isEmpty()
                    ? Finding.warning(FILES, message, "bloomward agent update --now")
                    : Finding.problem(FILES, message, "bloomward agent update --now");
        }
        if (!set.unknownLists().isEmpty()) {
            return Finding.warning(FILES, "the publication has no list " + String.join(", ", set.unknownLists()),
                    "correct the setting lists, or ask the publisher");
        }
        return Finding.ok(FILES,
                "all match their signed digests: " + protection.lists()
                        .stream()
                        .map(list -> list.release().name() + " " + list.release().version() + " ("
                                + Figures.amount(list.release().listedEntries(), "entry", "entries") + ")")
                        .collect(Collectors.joining(", ")));
    }

    private static String words(Damage damage) {
        return damage.what() + ": " + damage.problem() + ", so " + damage.consequence();
    }

    /// Installed lists that this program cannot use.
    Finding unusable(FormatException e) {
        return Finding.problem(FILES, String.valueOf(e.getMessage()),
                e.reason() == Reason.TOO_NEW ? "install a newer program" : "bloomward agent update --now");
    }

    Finding space(Protection protection) {
        List<ListRelease> lists = protection.manifest().lists();
        long needed = COPIES * lists.stream().mapToLong(list -> list.packed().length() + list.flat().length()).sum();
        try {
            long usable = instruments.disk().usableBytes(store.folder());
            String message = megabytes(usable) + " free, twice the size of the lists is " + megabytes(needed);
            return usable < needed
                    ? Finding.warning(SPACE, message + ": a full download may not fit, so the lists may get stale",
                            "free disk space, or move the store with data-dir")
                    : Finding.ok(SPACE, message);
        } catch (IOException e) {
            return Finding.unknown(SPACE, Doctor.words(e), "run this as the owner of the store");
        }
    }

    private static String megabytes(long bytes) {
        return ((bytes + (1 << 20) - 1) >> 20) + " MiB";
    }
}
