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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The three programs, run by their launchers in the project's folder. Closing it ends those still running, the last
/// one first.
final class Programs implements AutoCloseable {

    private static final int MANY_LINES = 16;
    private static final int SECONDS_TO_END = 10;
    /// The exit codes of a process that was ended by a hang-up, Ctrl-C or a plain kill.
    private static final Set<Integer> WAS_TOLD_TO_END = Set.of(128 + 1, 128 + 2, 128 + 15);
    /// The line in which a JVM reports options from the environment, before any output of its program.
    private static final Pattern OF_THE_JVM = Pattern.compile("^(NOTE: )?Picked up \\w*_OPTIONS: ");
    private static final Pattern PLAIN = Pattern.compile("[-\\w./:=@%+,]+");

    private final Path project;
    private final Account account;
    private final Map<String, String> variables = new HashMap<>();
    private final Deque<Process> running = new ArrayDeque<>();
    private final Register register;
    private Optional<Watcher> watcher = Optional.empty();

    /// The exit code and output of a command.
    record Result(List<String> words, int exitCode, List<String> output) {

        Result expect(int expected) throws StepFailedException {
            if (exitCode != expected) {
                throw new StepFailedException(line(words) + " ended with " + exitCode + " instead of " + expected,
                        WAS_TOLD_TO_END.contains(exitCode));
            }
            return this;
        }
    }

    /// @param register of the programs that keep running
    Programs(Path project, Account account, Register register) {
        this.project = project;
        this.account = account;
        this.register = register;
    }

    /// Sets variables for all further commands, as a person would.
    void export(Map<String, String> more) throws IOException {
        variables.putAll(more);
        showExport(more);
    }

    /// Shows how to set the same variables in another shell.
    void showExports() throws IOException {
        showExport(variables);
    }

    private void showExport(Map<String, String> some) throws IOException {
        account.command("export " + some.entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getKey() + "=" + quoted(entry.getValue()))
                .collect(Collectors.joining(" ")));
    }

    /// Runs a command to its end, and shows it with its output.
    Result run(String... words) throws IOException, InterruptedException {
        Result result = end(List.of(words));
        account.command(line(result.words()));
        account.said(result.output(), MANY_LINES);
        return result;
    }

    /// Runs one of many similar commands, and shows only one line of its output.
    Result runOfMany(int shownLine, String... words) throws IOException, InterruptedException {
        Result result = end(List.of(words));
        account.command(line(result.words()));
        if (result.output().size() > shownLine) {
            account.said(result.output().get(shownLine));
        }
        return result;
    }

    /// Runs a shell command line.
    Result shell(String line) throws IOException, InterruptedException {
        account.command(line);
        Result result = end(List.of("sh", "-c", line));
        account.said(result.output(), MANY_LINES);
        return result;
    }

    private Result end(List<String> words) throws IOException, InterruptedException {
        Process process = builder(words).redirectErrorStream(true).start();
        running.push(process);
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exitCode = process.waitFor();
        running.remove(process);
        return new Result(words, exitCode, output.lines().filter(line -> !OF_THE_JVM.matcher(line).find()).toList());
    }

    /// Lets a launcher build its program unless it is built; its progress goes to this process's error stream.
    void build(String program) throws IOException, InterruptedException, StepFailedException {
        Process process = builder(List.of(program, "--version")).redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        running.push(process);
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw new StepFailedException(program + " could not be built or started",
                    WAS_TOLD_TO_END.contains(exitCode));
        }
        running.remove(process);
    }

    /// Starts a command that keeps running, and waits for the line that reports it ready.
    ///
    /// @param log receives its error stream
    String start(Path log, String... words) throws IOException, InterruptedException, StepFailedException {
        List<String> command = List.of(words);
        account.command(line(command) + " &");
        if (watcher.isEmpty()) {
            watcher = Optional.of(Watcher.start(register));
        }
        Process process = builder(command).redirectError(log.toFile()).start();
        running.push(process);
        register.add(process.toHandle());
        process.getOutputStream().close();
        var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String ready = reader.readLine();
        if (ready == null) {
            throw new StepFailedException(line(command) + " ended at once: " + Files.readString(log),
                    WAS_TOLD_TO_END.contains(process.waitFor()));
        }
        account.said(ready);
        return ready;
    }

    /// Waits until one of the running commands ends, which happens when a person ends them all.
    ///
    /// @throws StepFailedException if it ended unexpectedly
    void await() throws InterruptedException, StepFailedException {
        CompletableFuture<?>[] ends = running.stream().map(Process::onExit).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.anyOf(ends).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        for (Process process : running) {
            if (!process.isAlive() && !WAS_TOLD_TO_END.contains(process.exitValue())) {
                throw new StepFailedException(
                        "process " + process.pid() + " ended unexpectedly, with " + process.exitValue());
            }
        }
    }

    /// Waits for each, because one that still runs could write to a folder that is being deleted.
    @Override
    public void close() {
        boolean interrupted = false;
        while (!running.isEmpty()) {
            Process process = running.getFirst();
            process.destroy();
            try {
                if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
                running.removeFirst();
            } catch (InterruptedException _) {
                interrupted = true; // and continue waiting
            }
        }
        try {
            if (watcher.isPresent()) {
                watcher.get().dismiss();
            }
            register.delete();
        } catch (InterruptedException _) {
            interrupted = true;
        } catch (IOException _) {
            // its processes have ended, so the file means nothing
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private ProcessBuilder builder(List<String> words) {
        List<String> command = new ArrayList<>(words);
        // Java resolves a program against its own working directory, not the new process's.
        if (words.getFirst().contains("/")) {
            command.set(0, project.resolve(words.getFirst()).toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile());
        builder.environment().keySet().removeIf(Programs::isSetting);
        builder.environment().putAll(variables);
        return builder;
    }

    /// Settings for a server or an agent in production do not apply here.
    private static boolean isSetting(String variable) {
        return variable.startsWith("BLOOMWARD_") && !variable.startsWith("BLOOMWARD_JAVA_");
    }

    private static String line(List<String> words) {
        return words.stream().map(Programs::quoted).collect(Collectors.joining(" "));
    }

    /// Quoted as one word for the shell.
    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
