package bloomward.agent.fault;

import bloomward.agent.fault.CallLog.Step;
import bloomward.format.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// A folder as a disk may show it after a power cut: synced data is there, and of everything else any part may be.
///
/// The content of a file is sure once the file was synced, its name once the folder of the name was. A write that was
/// not synced may be lost, be torn, or have left zeros; changes of names that were not synced may survive in any
/// selection. What lies in a folder whose name is lost is lost with it. Real file systems are kinder.
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

    /// A file, or a folder, which has no bytes.
    private static final class File {

        private final boolean isFolder;
        private byte[] sure = {};
        private final List<Step> unsure = new ArrayList<>();

        File(boolean isFolder) {
            this.isFolder = isFolder;
        }

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
            for (Path each : all.filter(path -> !path.equals(folder)).toList()) {
                File file = new File(Files.isDirectory(each));
                if (!file.isFolder) {
                    file.sure = Files.readAllBytes(each);
                }
                model.names.put(folder.relativize(each).toString(), file);
            }
        }
        model.sureNames.putAll(model.names);
        return model;
    }

    void apply(Step step) {
        switch (step) {
            case Step.Create(String name) -> add(name, new File(false));
            case Step.MakeFolder(String name) -> add(name, new File(true));
            case Step.Write write -> file(write.name()).unsure.add(write);
            case Step.Truncate truncate -> file(truncate.name()).unsure.add(truncate);
            case Step.Sync(String name) when isFile(name) -> {
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

    private boolean isFile(String name) {
        File file = names.get(name);
        return file != null && !file.isFolder;
    }

    private void add(String name, File file) {
        if (!names.containsKey(name)) {
            change(new NameChange(folderOf(name), List.of(), Map.of(name, file)));
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
        return name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "";
    }

    /// The files and folders that a power cut at this moment may leave.
    Survivors survivors(Fates fates) {
        Map<String, File> left = new TreeMap<>(sureNames); // a folder comes before what lies in it
        unsureNames.stream().filter(_ -> fates.keepsName()).forEach(change -> apply(change, left));
        Set<String> folders = new TreeSet<>(Set.of(""));
        Map<String, byte[]> contents = new TreeMap<>();
        left.forEach((name, file) -> {
            if (!folders.contains(folderOf(name))) {
                return;
            }
            if (file.isFolder) {
                folders.add(name);
            } else {
                contents.put(name, file.surviving(fates));
            }
        });
        return new Survivors(folders, contents);
    }

    /// Files and folders, by their names in the folder, which itself is the empty name.
    record Survivors(Set<String> folders, Map<String, byte[]> contents) {

        /// Folders, and the digest of each file: equal survivors have the same.
        List<Object> identity() {
            Map<String, Digest> digests = new TreeMap<>();
            contents.forEach((name, bytes) -> digests.put(name, Digest.of(bytes)));
            return List.of(folders, digests);
        }

        /// @param to is not there yet; it and all in it are for their owner alone, as a store wants it
        void writeTo(Path to) throws IOException {
            for (String name : folders) {
                Files.createDirectory(to.resolve(name),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            for (Map.Entry<String, byte[]> each : contents.entrySet()) {
                Files.write(to.resolve(each.getKey()), each.getValue());
            }
        }
    }
}
