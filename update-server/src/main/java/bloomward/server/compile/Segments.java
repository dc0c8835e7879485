package bloomward.server.compile;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The files with leaves, one behind the other and nothing else, read through mappings. Safe for all threads.
///
/// A mapping is as long as the file was; a read behind its end makes a new one. The old one goes when no
/// reader has it any more, and so does the mapping of a deleted file. The bytes are not trusted: the caller compares
/// its hash.
final class Segments {

    private static final Pattern NAME = Pattern.compile("([0-9]{1,18})\\.leaves");

    private final Path folder;
    private final Map<Long, MemorySegment> mappings = new ConcurrentHashMap<>();

    Segments(Path folder) {
        this.folder = folder;
    }

    Path path(long segment) {
        return folder.resolve(segment + ".leaves");
    }

    /// The numbers of all that are there.
    List<Long> numbers() throws IOException {
        List<Long> numbers = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches()) {
                    numbers.add(Long.valueOf(name.group(1)));
                }
            }
        }
        return numbers;
    }

    /// Bytes of a segment.
    ///
    /// @throws IOException if it is not there or not that long
    byte[] read(long segment, long offset, int length) throws IOException {
        MemorySegment mapping = Optional.ofNullable(mappings.get(segment))
                .filter(known -> offset + length <= known.byteSize())
                .orElse(MemorySegment.NULL);
        if (mapping.byteSize() == 0) {
            mapping = map(segment);
        }
        if (offset < 0 || offset + length > mapping.byteSize()) {
            throw new IOException(
                    path(segment) + " has " + mapping.byteSize() + " bytes, leaf at " + offset + " has " + length);
        }
        byte[] bytes = new byte[length];
        try {
            MemorySegment.copy(mapping, ValueLayout.JAVA_BYTE, offset, bytes, 0, length);
        } catch (InternalError e) { // how the platform says that a file became shorter than its mapping
            mappings.remove(segment);
            throw new IOException(path(segment) + " cannot be read at " + offset, e);
        }
        return bytes;
    }

    /// Deletes those not named.
    void deleteOthers(Set<Long> keep) throws IOException {
        for (long segment : numbers()) {
            if (!keep.contains(segment)) {
                Files.deleteIfExists(path(segment));
                mappings.remove(segment);
            }
        }
    }

    /// Forgets a mapping: the file was cut or deleted.
    void forget(long segment) {
        mappings.remove(segment);
    }

    private MemorySegment map(long segment) throws IOException {
        try (FileChannel channel = FileChannel.open(path(segment), READ)) {
            MemorySegment mapping = channel.map(MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
            mappings.put(segment, mapping);
            return mapping;
        }
    }
}
