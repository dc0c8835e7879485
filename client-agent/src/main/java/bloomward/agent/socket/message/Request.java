package bloomward.agent.socket.message;

import bloomward.agent.browser.ConnectedBrowser;
import bloomward.agent.browser.Rung;
import bloomward.agent.report.ReportKind;
import bloomward.agent.socket.message.RequestException.Code;
import bloomward.format.release.ListName;
import bloomward.format.url.Expression;
import bloomward.program.text.Printable;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A request, as one line states it (LOCAL-API.md).
///
/// Strict: a field that is not known may change what is meant, so it is not passed over.
public sealed interface Request {

    /// The version of the API, in every answer.
    int VERSION = 1;
    int MAX_URLS = 1000;
    /// Fields and items in one line: the URLs, and as many names of lists as a publication can have.
    int MAX_VALUES = 4096;

    String KNOWN = "check, status, update, subscribe, hello, except, report and reports";

    /// Bytes of heap for telling news: a status and the buffers to write it from.
    long MEMORY_FOR_NEWS = 64 << 10;

    /// Bytes of heap that a request takes at the most, with the buffer of its line: what is read of it, a checker, the
    /// buffers of parser and generator, and an answer.
    ///
    /// @param length bytes of the line
    static long memoryFor(int length) {
        long values = Math.min(length / 2L, MAX_VALUES); // a comma and a digit, or nearly
        return (256L << 10) + 3L * length + 128 * values;
    }

    /// Check these, in this order.
    record Check(List<String> urls, CheckOptions options) implements Request {}

    record Status() implements Request {}

    record Update() implements Request {}

    record Subscribe() implements Request {}

    /// A browser introduces itself.
    record Hello(String browser, String extension, Rung rung) implements Request {}

    /// A person wants to proceed in spite of this entry.
    record Except(String list, Expression expression) implements Request {}

    /// A person reports a mistake of the lists. With `isPreview`, nothing is sent: the answer shows what would be.
    record ReportUrl(ReportKind kind, String url, String comment, boolean isPreview) implements Request {}

    record Reports() implements Request {}

    static Request of(JsonObject line) throws RequestException {
        long version = line.number("v").orElse((long) VERSION);
        if (version != VERSION) {
            throw new RequestException(Code.VERSION, "v: " + version + ", this agent speaks " + VERSION);
        }
        String op = line.require("op", line.text("op"));
        return switch (op) {
            case "check" -> check(line);
            case "status" -> plain(line, new Status());
            case "update" -> plain(line, new Update());
            case "subscribe" -> plain(line, new Subscribe());
            case "hello" -> hello(line);
            case "except" -> except(line);
            case "report" -> report(line);
            case "reports" -> plain(line, new Reports());
            default -> throw new RequestException(Code.OP, "op: '" + op + "', known: " + KNOWN);
        };
    }

    private static Request plain(JsonObject line, Request request) throws RequestException {
        requireNoneBut(line, Set.of("v", "id", "op"));
        return request;
    }

    private static Request check(JsonObject line) throws RequestException {
        requireNoneBut(line, Set.of("v", "id", "op", "url", "urls", "offline", "lists"));
        if (line.has("url") && line.has("urls")) {
            throw new RequestException(Code.REQUEST, "url and urls: one of them");
        }
        Optional<String> url = line.text("url");
        List<String> urls = url.isPresent() ? List.of(url.get()) : line.texts("urls");
        if (urls.isEmpty() || urls.size() > MAX_URLS) {
            throw new RequestException(Code.REQUEST, "urls: " + urls.size() + ", possible: 1 to " + MAX_URLS);
        }
        return new Check(urls, new CheckOptions(line.truth("offline"), line.texts("lists")));
    }

    private static Request hello(JsonObject line) throws RequestException {
        requireNoneBut(line, Set.of("v", "id", "op", "browser", "extension", "rung"));
        return new Hello(Texts.line(line, "browser", ConnectedBrowser.MAX_NAME),
                Texts.line(line, "extension", ConnectedBrowser.MAX_VERSION), BrowserJson.rung(line));
    }

    private static Request except(JsonObject line) throws RequestException {
        requireNoneBut(line, Set.of("v", "id", "op", "list", "expression"));
        String list = line.require("list", line.text("list"));
        if (!ListName.isName(list)) {
            throw new RequestException(Code.REQUEST,
                    "list: '" + Printable.beginningOf(list) + "' is no name of a list");
        }
        return new Except(list, CheckJson.expression(line));
    }

    private static Request report(JsonObject line) throws RequestException {
        requireNoneBut(line, Set.of("v", "id", "op", "kind", "url", "comment", "preview"));
        return new ReportUrl(ReportJson.kind(line), line.require("url", line.text("url")),
                line.text("comment").orElse(""), line.truth("preview"));
    }

    private static void requireNoneBut(JsonObject line, Set<String> known) throws RequestException {
        for (String name : line.names()) {
            if (!known.contains(name)) {
                throw new RequestException(Code.REQUEST, "'" + name + "': no field of this request");
            }
        }
    }
}
