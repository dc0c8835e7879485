package bloomward.agent.quickstart;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Runs the three programs by their launchers. Closing it ends those that still run, the last one first.
final class Programs implements AutoCloseable {

    static final String BLOOMWARD = "client-agent/bin/bloomward";
    static final String SERVER = "update-server/bin/bloomward-server";
    static final String ADMIN = "update-server/bin/bloomward-admin";

    private static final int MANY_LINES = 16;
    private static final int FEW_LINES = 3;
    private static final int SECONDS_TO_END = 10;
    private static final Pattern PLAIN = Pattern.compile("[-\\w./:=@%+,]+");

    private final Path project;
    private final Account account;
    private final Map<String, String> variables = new HashMap<>();
    private final Deque<Process> running = new ArrayDeque<>();

    /// What a command ended with.
    record Result(String command, int exitCode, String output) {

        Result expect(int expected) throws StepFailedException {
            if (exitCode != expected) {
                throw new StepFailedException(
                        command + " ended with " + exitCode + " and not with " + expected);
            }
            return this;
        }
    }

    Programs(Path project, Account account) {
        this.project = project;
        this.account = account;
    }

    /// Sets variables for all commands from now on, as a person would.
    void export(Map<String, String> more) {
        variables.putAll(more);
        account.command("export " + more.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getKey() + "=" + quoted(entry.getValue())).collect(Collectors.joining(" ")));
    }

    /// Runs a command to its end, and shows both.
    Result run(String program, String... arguments) throws IOException, InterruptedException {
        return run(MANY_LINES, program, arguments);
    }

    /// Runs a command that is one of many alike.
    Result runOfMany(String program, String... arguments) throws IOException, InterruptedException {
        return run(FEW_LINES, program, arguments);
    }

    private Result run(int mostLines, String program, String... arguments) throws IOException, InterruptedException {
        Result result = end(program, arguments);
        account.command(result.command());
        account.said(result.output(), mostLines);
        return result;
    }

    private Result end(String program, String... arguments) throws IOException, InterruptedException {
        Process process = builder(program, arguments).redirectErrorStream(true).start();
        running.push(process);
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exitCode = process.waitFor();
        running.remove(process);
        return new Result(line(program, arguments), exitCode, output);
    }

    /// Lets a launcher build its program, if that is not done yet; its progress goes to this process's error stream.
    void build(String program) throws IOException, InterruptedException, StepFailedException {
        Process process = builder(program, "--version").redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        running.push(process);
        if (process.waitFor() != 0) {
            throw new StepFailedException(program + " could not be built or started");
        }
        running.remove(process);
    }

    /// Starts a command that stays, and waits for the line in which it says that it is ready.
    ///
    /// @param log where its error stream goes
    String start(Path log, String program, String... arguments) throws IOException, StepFailedException {
        account.command(line(program, arguments) + " &");
        Process process = builder(program, arguments).redirectError(log.toFile()).start();
        running.push(process);
        process.getOutputStream().close();
        var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String ready = reader.readLine();
        if (ready == null) {
            throw new StepFailedException(line(program, arguments) + " ended at once: " + Files.readString(log));
        }
        return ready;
    }

    /// Waits for what was started last, which is when a person ends it.
    void await() throws InterruptedException {
        running.getLast().waitFor();
    }

    @Override
    public void close() {
        while (!running.isEmpty()) {
            Process process = running.pop();
            process.destroy();
            try {
                if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }

    private ProcessBuilder builder(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(project.resolve(program).toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(variables);
        return builder;
    }

    private static String line(String program, String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(program);
        for (String argument : arguments) {
            words.add(quoted(argument));
        }
        return String.join(" ", words);
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
