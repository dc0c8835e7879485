package bloomward.agent.config;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// One thing that the agent can be told, and what may be said. Its name is the same as option, in files, and in upper case
/// behind `BLOOMWARD_` in the environment.
public enum Setting {

    DATA_DIR(Kind.PATH, "", "The folder of the store"),
    SOCKET(Kind.SOCKET, "", "Where the running agent answers"),
    SOCKET_ACCESS(Kind.CHOICE, "owner", "Who may ask there: who runs the agent, or every user of the machine", "owner",
            "everyone"),
    SERVER(Kind.ADDRESS, "", "The server at which the agent enrols by itself"),
    ROOT(Kind.ROOT, "", "The root with which it does, or the digest of that root"),
    LISTS(Kind.LISTS, "", "The lists that are used; all, if none is named"),
    POLL_INTERVAL(Kind.INTERVAL, "5m", "How often the server is asked for something newer"),
    CA_FILE(Kind.PATH, "", "Certificates, in PEM, that are trusted in the place of the system's"),
    CONFIRM(Kind.CHOICE, "on", "Whether the server is asked to prove a hit", "on", "off"),
    UNCONFIRMED(Kind.CHOICE, "listed", "What a hit is that nobody proved", "listed", "unknown"),
    STALE(Kind.CHOICE, "clean", "What a URL is that stale lists do not have", "clean", "unknown"),
    LOG_LEVEL(Kind.CHOICE, "info", "What the agent writes to its log", "error", "warn", "info", "debug");

    private final Kind kind;
    private final String fallback;
    private final String purpose;
    /// What it can be, separated by commas.
    private final String choices;

    Setting(Kind kind, String fallback, String purpose, String... choices) {
        this.kind = kind;
        this.fallback = fallback;
        this.purpose = purpose;
        this.choices = String.join(",", choices);
    }

    /// As it is called in options and in files.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String option() {
        return "--" + label();
    }

    public String variable() {
        return "BLOOMWARD_" + name();
    }

    public String purpose() {
        return purpose;
    }

    /// What can be said, for a person; in Markdown.
    public String possible() {
        return kind == Kind.CHOICE
                ? choices().stream().map(choice -> "`" + choice + "`").collect(Collectors.joining(", "))
                : kind.words();
    }

    /// What it is if nobody says it; empty if that depends on the machine, or if there is nothing.
    public String fallback() {
        return fallback;
    }

    boolean isList() {
        return kind == Kind.LISTS;
    }

    static Optional<Setting> labelled(String label) {
        return Arrays.stream(values()).filter(setting -> setting.label().equals(label)).findFirst();
    }

    /// Refuses a value that can be none of this setting.
    ///
    /// @return the value as it is kept
    String read(String text) throws ConfigException {
        return kind.read(text, choices());
    }

    /// What a value means that was read from a file.
    String from(Path file, String value) {
        return kind.from(file, value);
    }

    private List<String> choices() {
        return List.of(choices.split(","));
    }
}
