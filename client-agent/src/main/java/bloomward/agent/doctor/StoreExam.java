package bloomward.agent.doctor;

import bloomward.agent.config.Config;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.LoadedSet.Damage;
import bloomward.agent.store.Protection;
import bloomward.agent.store.Store;
import bloomward.agent.store.StoreState;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Root;
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

/// Examines what an agent keeps.
final class StoreExam {

    private static final String FOLDER = "store-folder";
    private static final String ENROLLED = "enrolled";
    private static final String STATE = "state";
    private static final String ROOT = "root";
    private static final String FILES = "files";
    private static final String SPACE = "disk-space";
    private static final Duration SOON = Duration.ofDays(30);

    /// A full download lies beside what protects until it is whole.
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

    /// Whoever can write there can make the agent trust another publisher.
    Finding folder() {
        Path folder = store.folder();
        String chmod = "chmod 700 " + folder;
        try {
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(folder);
            String words = folder + ": mode " + PosixFilePermissions.toString(mode);
            if (mode.stream().anyMatch(TO_WRITE::contains)) {
                return Finding.problem(FOLDER, words + ", others can write there and decide whom the agent trusts",
                        chmod);
            }
            if (!TO_OWNER.containsAll(mode)) {
                return Finding.warning(FOLDER, words + ", others can see what is in it", chmod);
            }
            return Finding.ok(FOLDER, folder + ": only for its owner, " + Files.getOwner(folder).getName());
        } catch (IOException e) {
            return Finding.unknown(FOLDER, Doctor.words(e), "run this as the one to whom it belongs");
        } catch (UnsupportedOperationException _) {
            return Finding.ok(FOLDER, folder + ": this system has no permissions of that kind");
        }
    }

    Finding enrolled(Optional<StoreState> state, Config config) {
        if (state.isPresent()) {
            return Finding.ok(ENROLLED, "at " + state.get().server() + ", in " + store.folder());
        }
        String message = "no: there is no list in " + store.folder() + ", and everything is unknown";
        return config.server().isPresent() && config.root().isPresent()
                ? Finding.problem(ENROLLED, message,
                        "start the agent, which enrols by its settings: bloomward agent run")
                : Finding.problem(ENROLLED, message, "bloomward agent enroll ADDRESS --root FILE");
    }

    /// The state, where it cannot be read.
    Finding broken(FormatException e) {
        return e.reason() == Reason.TOO_NEW
                ? Finding.problem(STATE, String.valueOf(e.getMessage()), "install the newer program again")
                : Finding.problem(STATE, String.valueOf(e.getMessage()),
                        "bloomward agent enroll ADDRESS --root FILE --replace");
    }

    Finding root(Root root) {
        Instant now = instruments.clock().instant();
        String message = root.origin() + ", version " + root.version() + ", until " + root.expires();
        if (root.isExpiredAt(now)) {
            return Finding.problem(ROOT, message + ", which is over: nothing is known to be clean",
                    "bloomward agent update --now; if that does not help, ask the publisher for a newer root");
        }
        if (root.isExpiredAt(now.plus(SOON))) {
            return Finding.warning(ROOT, message + ", which is soon", "the publisher should sign a newer root");
        }
        return Finding.ok(ROOT, message);
    }

    /// Every file was compared with its digest when the set was opened.
    Finding files(Optional<LoadedSet> opened) {
        if (opened.isEmpty()) {
            return Finding.problem(FILES, "no list is installed yet, and everything is unknown",
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
                "all as they were signed: " + protection.lists()
                        .stream()
                        .map(list -> list.release().name() + " " + list.release().version() + " ("
                                + list.release().entries() + " entries)")
                        .collect(Collectors.joining(", ")));
    }

    private static String words(Damage damage) {
        return damage.what() + ": " + damage.problem() + ", so " + damage.consequence();
    }

    /// What is installed, where this program cannot use it.
    Finding unusable(FormatException e) {
        return Finding.problem(FILES, String.valueOf(e.getMessage()),
                e.reason() == Reason.TOO_NEW ? "install a newer program" : "bloomward agent update --now");
    }

    Finding space(Protection protection) {
        List<ListRelease> lists = protection.manifest().lists();
        long needed = COPIES * lists.stream().mapToLong(list -> list.packed().length() + list.flat().length()).sum();
        try {
            long usable = instruments.disk().usableBytes(store.folder());
            String message = megabytes(usable) + " free, twice the lists are " + megabytes(needed);
            return usable < needed
                    ? Finding.warning(SPACE, message + ": a whole download may not fit, and then nothing newer comes",
                            "make room, or move the store with data-dir")
                    : Finding.ok(SPACE, message);
        } catch (IOException e) {
            return Finding.unknown(SPACE, Doctor.words(e), "run this as the one to whom the store belongs");
        }
    }

    private static String megabytes(long bytes) {
        return ((bytes + (1 << 20) - 1) >> 20) + " MiB";
    }
}
