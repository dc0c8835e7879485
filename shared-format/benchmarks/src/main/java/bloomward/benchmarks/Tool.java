package bloomward.benchmarks;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// General tools that make a patch from two files, set for the smallest output.
enum Tool {

    BSDIFF("bsdiff") {
        @Override
        List<String> command(Path from, Path to, Path patch) {
            return List.of("bsdiff", from.toString(), to.toString(), patch.toString());
        }
    },
    XDELTA3("xdelta3 -9 -S lzma") {
        @Override
        List<String> command(Path from, Path to, Path patch) {
            return List.of("xdelta3", "-9", "-S", "lzma", "-q", "-f", "-e", "-s", from.toString(), to.toString(),
                    patch.toString());
        }
    },
    ZSTD("zstd -19 --patch-from") {
        @Override
        List<String> command(Path from, Path to, Path patch) {
            return List.of("zstd", "-19", "--long=27", "-q", "-f", "--patch-from=" + from, to.toString(), "-o",
                    patch.toString());
        }
    };

    private final String title;

    Tool(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    abstract List<String> command(Path from, Path to, Path patch);

    /// Whether the tool is installed; prints a warning if not.
    boolean isInstalled() {
        Path none = Path.of("none");
        try {
            // Without files each of them only reports an error, which is enough.
            new ProcessBuilder(command(none, none, none)).redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start()
                    .waitFor();
            return true;
        } catch (IOException e) {
            System.out.printf("%nMISSING: %s (install the package of this name); its rows are left out%n",
                    command(none, none, none).getFirst());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Size of the patch from one file to another. The tool's output is discarded, as zstd prints advice for every
    /// file.
    long sizeInBytes(Path from, Path to, Path patch) throws IOException, InterruptedException {
        int code = new ProcessBuilder(command(from, to, patch)).redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException(title + " ended with " + code);
        }
        return Files.size(patch);
    }
}
