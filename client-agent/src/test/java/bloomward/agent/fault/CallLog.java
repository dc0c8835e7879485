package bloomward.agent.fault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads from a log of `strace -f -y -xx` what a process did to the files of one folder.
final class CallLog {

    /// With these, the log has everything.
    static final List<String> STRACE = List.of("strace", "-f", "-y", "-xx", "-s", "1000000", "-e", "trace=openat,write,"
            + "pwrite64,lseek,ftruncate,mkdir,mkdirat,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,"
            + "creat,open,mmap,writev,pwritev,fallocate,copy_file_range,sendfile");

    private static final Pattern LINE = Pattern.compile("\\d+ +(\\w+)\\((.*)\\) += (-?\\d+).*");
    private static final Pattern BEGUN = Pattern.compile("((\\d+) +.*) <unfinished \\.\\.\\.>");
    private static final Pattern RESUMED = Pattern.compile("(\\d+) +<\\.\\.\\. \\w+ resumed>(.*)");
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");
    private static final Pattern FILE = Pattern.compile("(\\d+)<([^>]*)>.*");
    private static final Pattern OFFSET = Pattern.compile(".*, (\\d+)");

    private final String folder;
    private final Map<String, Long> positions = new HashMap<>();
    private final List<Step> steps = new ArrayList<>();

    private CallLog(Path folder) {
        this.folder = folder.toString();
    }

    /// One change; names are relative to the folder, which itself is the empty name.
    sealed interface Step {

        record Create(String name) implements Step {}

        record MakeFolder(String name) implements Step {}

        /// Bytes at a place of a file.
        final class Write implements Step {

            private final String name;
            private final long offset;
            private final byte[] bytes;

            Write(String name, long offset, byte[] bytes) {
                this.name = name;
                this.offset = offset;
                this.bytes = bytes.clone();
            }

            String name() {
                return name;
            }

            long offset() {
                return offset;
            }

            byte[] bytes() {
                return bytes.clone();
            }
        }

        record Truncate(String name, long length) implements Step {}

        /// Of a file or a folder.
        record Sync(String name) implements Step {}

        record Rename(String from, String to) implements Step {}

        record Unlink(String name) implements Step {}
    }

    static List<Step> read(Path log, Path folder) throws IOException {
        CallLog calls = new CallLog(folder);
        Map<String, String> begun = new HashMap<>();
        for (String line : Files.readAllLines(log)) {
            // A call during which another thread made one comes in two parts.
            Matcher first = BEGUN.matcher(line);
            Matcher second = RESUMED.matcher(line);
            if (first.matches()) {
                begun.put(first.group(2), first.group(1));
            } else {
                calls.take(second.matches() ? begun.remove(second.group(1)) + second.group(2) : line);
            }
        }
        return calls.steps;
    }

    private boolean isOfFolder(String line) {
        StringBuilder hex = new StringBuilder();
        for (byte each : folder.getBytes(UTF_8)) {
            hex.append(String.format("\\x%02x", each));
        }
        return line.contains(hex);
    }

    private void take(String line) throws IOException {
        Matcher call = LINE.matcher(line);
        if (call.matches() && isOfFolder(line) && !call.group(3).startsWith("-")) {
            take(call.group(1), call.group(2), Long.parseLong(call.group(3)), line);
        }
    }

    private void take(String call, String arguments, long result, String line) throws IOException {
        switch (call) {
            case "openat" -> open(arguments, result);
            case "mkdir" -> steps.add(new Step.MakeFolder(text(arguments, 0)));
            case "rename" -> steps.add(new Step.Rename(text(arguments, 0), text(arguments, 1)));
            case "unlink" -> steps.add(new Step.Unlink(text(arguments, 0)));
            case "write", "pwrite64", "lseek", "ftruncate", "fsync", "fdatasync" -> onFile(call, arguments, result);
            case "mmap" -> {
                if (arguments.contains("PROT_WRITE") && arguments.contains("MAP_SHARED")) {
                    throw new IOException("not known to the model: " + line);
                }
            }
            default -> throw new IOException("not known to the model: " + line);
        }
    }

    private void open(String arguments, long result) throws IOException {
        positions.put(String.valueOf(result), 0L);
        String name = text(arguments, 0);
        if (arguments.contains("O_CREAT")) {
            steps.add(new Step.Create(name));
        }
        if (arguments.contains("O_TRUNC")) {
            steps.add(new Step.Truncate(name, 0));
        }
    }

    private void onFile(String call, String arguments, long result) throws IOException {
        Matcher file = FILE.matcher(arguments);
        if (!file.matches()) {
            throw new IOException("not understood: " + call + " " + arguments);
        }
        String number = file.group(1);
        Optional<String> known = relative(new String(bytes(file.group(2)), UTF_8));
        if (known.isEmpty()) {
            return;
        }
        String name = known.get();
        switch (call) {
            case "write" -> {
                long at = positions.getOrDefault(number, 0L);
                steps.add(new Step.Write(name, at, written(arguments, result)));
                positions.put(number, at + result);
            }
            case "pwrite64" -> steps.add(new Step.Write(name, last(arguments), written(arguments, result)));
            case "lseek" -> positions.put(number, result);
            case "ftruncate" -> steps.add(new Step.Truncate(name, last(arguments)));
            default -> steps.add(new Step.Sync(name));
        }
    }

    private static byte[] written(String arguments, long count) throws IOException {
        Matcher text = TEXT.matcher(arguments);
        byte[] bytes = text.find() ? bytes(text.group(1)) : new byte[0];
        if (bytes.length != count) {
            throw new IOException("not all of it is in the log: " + bytes.length + " of " + count + " bytes");
        }
        return bytes;
    }

    private static long last(String arguments) throws IOException {
        Matcher offset = OFFSET.matcher(arguments);
        if (!offset.matches()) {
            throw new IOException("not understood: " + arguments);
        }
        return Long.parseLong(offset.group(1));
    }

    private String text(String arguments, int index) throws IOException {
        Matcher text = TEXT.matcher(arguments);
        for (int i = 0; text.find(); i++) {
            if (i == index) {
                String name = new String(bytes(text.group(1)), UTF_8);
                return relative(name).orElseThrow(() -> new IOException("outside: " + name));
            }
        }
        throw new IOException("not understood: " + arguments);
    }

    private Optional<String> relative(String path) {
        if (path.equals(folder)) {
            return Optional.of("");
        }
        return path.startsWith(folder + "/") ? Optional.of(path.substring(folder.length() + 1)) : Optional.empty();
    }

    private static byte[] bytes(String hex) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String plain = hex.replace("\\x", "");
        if (plain.length() * 2 != hex.length()) {
            bytes.writeBytes(hex.getBytes(ISO_8859_1)); // a text that needs no codes has none
            return bytes.toByteArray();
        }
        bytes.writeBytes(HexFormat.of().parseHex(plain));
        return bytes.toByteArray();
    }
}
