package bloomward.agent.fault;

import bloomward.agent.fault.CallLog.Step;
import bloomward.format.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// A folder as a disk may show it after a power cut: synced data is there, and of everything else any part may be.
///
/// The content of a file is sure once the file was synced, its name once the folder of the name was. A write that was
/// not synced may be lost, be torn, or have left zeros; changes of names that were not synced may survive in any
/// selection. Real file systems are kinder.
final class FolderModel {

    private final Map<String, File> names = new HashMap<>();
    private final Map<String, File> sureNames = new HashMap<>();
    private final List<NameChange> unsureNames = new ArrayList<>();

    /// The fate of one thing that was not synced.
    enum Fate {
        LOST, ZEROS, TORN, KEPT
    }

    /// Decides it.
    interface Fates {

        Fate ofData();

        boolean keepsName();

        static Fates always(Fate data, boolean keepsNames) {
            return new Fates() {
                @Override
                public Fate ofData() {
                    return data;
                }

                @Override
                public boolean keepsName() {
                    return keepsNames;
                }
            };
        }

        List<Fate> ALL = List.of(Fate.values());

        static Fates random(RandomGenerator random) {
            return new Fates() {
                @Override
                public Fate ofData() {
                    return ALL.get(random.nextInt(ALL.size()));
                }

                @Override
                public boolean keepsName() {
                    return random.nextBoolean();
                }
            };
        }
    }

    private static final class File {

        private byte[] sure = {};
        private final List<Step> unsure = new ArrayList<>();

        byte[] surviving(Fates fates) {
            byte[] bytes = sure;
            for (Step step : unsure) {
                bytes = after(bytes, step, fates.ofData());
            }
            return bytes;
        }

        private static byte[] after(byte[] bytes, Step step, Fate fate) {
            if (fate == Fate.LOST) {
                return bytes;
            }
            if (step instanceof Step.Truncate truncate) {
                return Arrays.copyOf(bytes, (int) truncate.length());
            }
            Step.Write write = (Step.Write) step;
            int end = (int) write.offset() + write.bytes().length;
            byte[] longer = Arrays.copyOf(bytes, Math.max(bytes.length, end));
            int count = switch (fate) {
                case LOST, ZEROS -> 0;
                case TORN -> write.bytes().length / 2;
                case KEPT -> write.bytes().length;
            };
            System.arraycopy(write.bytes(), 0, longer, (int) write.offset(), count);
            return longer;
        }
    }

    /// One file system transaction in one folder.
    private record NameChange(String folder, List<String> removed, Map<String, File> added) {}

    /// A folder of which all is sure.
    static FolderModel of(Path folder) throws IOException {
        FolderModel model = new FolderModel();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                File file = new File();
                file.sure = Files.readAllBytes(each);
                model.names.put(folder.relativize(each).toString(), file);
            }
        }
        model.sureNames.putAll(model.names);
        return model;
    }

    void apply(Step step) {
        switch (step) {
            case Step.Create(String name) -> {
                if (!names.containsKey(name)) {
                    File file = new File();
                    change(new NameChange(folderOf(name), List.of(), Map.of(name, file)));
                }
            }
            case Step.Write write -> file(write.name()).unsure.add(write);
            case Step.Truncate truncate -> file(truncate.name()).unsure.add(truncate);
            case Step.Sync(String name) when names.containsKey(name) -> {
                File file = file(name);
                file.sure = file.surviving(Fates.always(Fate.KEPT, true));
                file.unsure.clear();
            }
            case Step.Sync(String folder) -> syncFolder(folder);
            case Step.Rename(String from, String to) -> {
                File file = file(from);
                if (folderOf(from).equals(folderOf(to))) {
                    change(new NameChange(folderOf(to), List.of(from), Map.of(to, file)));
                } else {
                    change(new NameChange(folderOf(to), List.of(), Map.of(to, file)));
                    change(new NameChange(folderOf(from), List.of(from), Map.of()));
                }
            }
            case Step.Unlink(String name) -> change(new NameChange(folderOf(name), List.of(name), Map.of()));
        }
    }

    private void change(NameChange change) {
        apply(change, names);
        unsureNames.add(change);
    }

    private static void apply(NameChange change, Map<String, File> names) {
        change.removed.forEach(names::remove);
        names.putAll(change.added);
    }

    private void syncFolder(String folder) {
        for (NameChange change : List.copyOf(unsureNames)) {
            if (change.folder.equals(folder)) {
                apply(change, sureNames);
                unsureNames.remove(change);
            }
        }
    }

    private File file(String name) {
        File file = names.get(name);
        if (file == null) {
            throw new IllegalStateException("no file " + name);
        }
        return file;
    }

    private static String folderOf(String name) {
        return name.contains("/") ? name.substring(0, name.indexOf('/')) : "";
    }

    /// The files that a power cut at this moment may leave.
    Survivors survivors(Fates fates) {
        Map<String, File> left = new TreeMap<>(sureNames);
        unsureNames.stream().filter(_ -> fates.keepsName()).forEach(change -> apply(change, left));
        Map<String, byte[]> contents = new TreeMap<>();
        left.forEach((name, file) -> contents.put(name, file.surviving(fates)));
        return new Survivors(contents);
    }

    /// Files, by their names in the folder.
    record Survivors(Map<String, byte[]> contents) {

        /// The digest of each file; equal survivors have equal digests.
        Map<String, Digest> digests() {
            Map<String, Digest> digests = new TreeMap<>();
            contents.forEach((name, bytes) -> digests.put(name, Digest.of(bytes)));
            return digests;
        }

        void writeTo(Path folder) throws IOException {
            for (String member : List.of("files", "partial")) {
                Files.createDirectories(folder.resolve(member));
            }
            for (Map.Entry<String, byte[]> each : contents.entrySet()) {
                Files.write(folder.resolve(each.getKey()), each.getValue());
            }
        }
    }
}
