package bloomward.agent.install;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A text with `@words@` to be replaced.
final class Template {

    private final String text;

    private Template(String text) {
        this.text = text;
    }

    static Template of(String resource) {
        try (InputStream in = requireNonNull(Template.class.getResourceAsStream(resource), resource)) {
            return new Template(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Template with(String word, String value) {
        return new Template(text.replace("@" + word + "@", value));
    }

    /// Removes the line that consists of a word.
    Template without(String word) {
        return new Template(text.replace("@" + word + "@\n", ""));
    }

    String text() {
        return text;
    }

    /// A path as a word in a systemd unit, where `%` would be a specifier and, in a command, `$` a variable.
    static String unitWord(Path path) {
        return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%").replace("$", "$$")
                + '"';
    }

    /// A path in a unit setting that expands no variables.
    static String unitValue(Path path) {
        return unitWord(path).replace("$$", "$");
    }

    static String xml(Path path) {
        return path.toString().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
