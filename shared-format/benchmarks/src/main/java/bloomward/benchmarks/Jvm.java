package bloomward.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs a measuring program in a JVM of its own, so that one contender's profile does not affect the machine code of
/// another.
record Jvm(List<String> options) {

    static Jvm with(String... options) {
        return new Jvm(List.of(options));
    }

    /// The output of the program: lines of a name and a number.
    Map<String, Double> run(Class<?> program, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        Map<String, Double> values = new LinkedHashMap<>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int blank = line.lastIndexOf(' ');
                values.put(line.substring(0, blank), Double.valueOf(line.substring(blank + 1)));
            }
        }
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + code);
        }
        return values;
    }
}
