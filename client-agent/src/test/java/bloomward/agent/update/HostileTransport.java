package bloomward.agent.update;

import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.FetchException.Reason;
import bloomward.agent.fetch.Reply;
import bloomward.agent.fetch.Transport;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// Somebody on the way, or a server gone wrong. It changes those answers of an honest transport that it is told to
/// change, and passes on all others. It notes every question. For one thread.
///
/// ```
/// hostile.on(path -> path instanceof PublicPath.Latest, HostileTransport.changing(bytes -> old));
/// ```
public final class HostileTransport implements Transport {

    private final Transport honest;
    private final List<Rule> rules = new ArrayList<>();
    private final List<Asked> asked = new ArrayList<>();

    /// A question, as it was put.
    public record Asked(URI address, PublicPath path) {}

    /// A deed that replaces the honest answer. The whole content is always sent for, even where a part is there
    /// already.
    @FunctionalInterface
    public interface Deed {

        /// @param honest fetches the answer of an honest server, empty if it has none
        /// @return the answer sent instead; empty for "there is none"
        Optional<Sent> instead(Honest honest) throws FetchException;
    }

    /// The answer of an honest server.
    @FunctionalInterface
    public interface Honest {
        Optional<byte[]> fetch() throws FetchException;
    }

    /// An answer as it arrives.
    public static final class Sent {

        private final byte[] bytes;
        private final boolean isCut;

        /// @param bytes of the content from its beginning
        /// @param isCut whether the line breaks after them
        public Sent(byte[] bytes, boolean isCut) {
            this.bytes = bytes;
            this.isCut = isCut;
        }
    }

    private record Rule(Predicate<Asked> which, Deed deed) {}

    public HostileTransport(Transport honest) {
        this.honest = honest;
    }

    /// From now on, does this to answers of that kind. The last rule for a question counts.
    public HostileTransport on(Predicate<PublicPath> which, Deed deed) {
        return when(question -> which.test(question.path()), deed);
    }

    /// As [#on], for one of several addresses.
    public HostileTransport when(Predicate<Asked> which, Deed deed) {
        rules.addFirst(new Rule(which, deed));
        return this;
    }

    /// From now on, is honest.
    public void repent() {
        rules.clear();
    }

    /// All that was asked for since the last [#forget].
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    /// The paths of one kind that were asked for.
    public <P extends PublicPath> List<P> asked(Class<P> kind) {
        return asked.stream().map(Asked::path).filter(kind::isInstance).map(kind::cast).toList();
    }

    public void forget() {
        asked.clear();
    }

    /// Sends other bytes.
    public static Deed changing(Function<byte[], byte[]> change) {
        return honest -> honest.fetch().map(bytes -> new Sent(change.apply(bytes), false));
    }

    /// Sends these bytes, whatever there is.
    public static Deed sending(byte[] bytes) {
        return _ -> Optional.of(new Sent(bytes, false));
    }

    /// Sends so many bytes and breaks off.
    public static Deed cutting(int after) {
        return honest -> honest.fetch()
                .map(bytes -> new Sent(Arrays.copyOf(bytes, Math.min(after, bytes.length)), true));
    }

    /// Has nothing there.
    public static Deed missing() {
        return _ -> Optional.empty();
    }

    /// Fails.
    public static Deed failing(FetchException problem) {
        return _ -> {
            throw problem;
        };
    }

    /// Has nothing listening there.
    public static Deed down() {
        return failing(new FetchException(Reason.NOT_REACHED, "no connection"));
    }

    @Override
    public Reply get(URI address, PublicPath path, int maxLength, Optional<String> etag) throws FetchException {
        Optional<Deed> deed = deed(address, path);
        if (deed.isEmpty()) {
            return honest.get(address, path, maxLength, etag);
        }
        Optional<Sent> sent = deed.get().instead(() -> content(honest.get(address, path, maxLength, Optional.empty())));
        if (sent.isEmpty()) {
            return new Reply.Missing();
        }
        requireWhole(address, path, sent.get(), maxLength);
        return new Reply.Content(sent.get().bytes, Optional.empty());
    }

    @Override
    public boolean download(URI address, PublicPath path, long length, Path to) throws FetchException {
        Optional<Deed> deed = deed(address, path);
        if (deed.isEmpty()) {
            return honest.download(address, path, length, to);
        }
        try {
            Optional<Sent> sent = deed.get().instead(() -> downloaded(address, path, length, to));
            if (sent.isEmpty()) {
                return false;
            }
            byte[] bytes = sent.get().bytes;
            int begun = Files.exists(to) ? (int) Math.min(Files.size(to), bytes.length) : 0;
            int end = (int) Math.min(bytes.length, length);
            Files.write(to, Arrays.copyOfRange(bytes, Math.min(begun, end), end), StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            requireWhole(address, path, sent.get(), length);
            if (end < length) {
                throw new FetchException(Reason.NOT_REACHED, address + "" + path + ": ends after " + end + " bytes");
            }
            return true;
        } catch (IOException e) {
            throw new FetchException(Reason.NOT_WRITTEN, to + ": " + e);
        }
    }

    private Optional<Deed> deed(URI address, PublicPath path) {
        Asked question = new Asked(address, path);
        asked.add(question);
        return rules.stream().filter(rule -> rule.which.test(question)).map(Rule::deed).findFirst();
    }

    private static void requireWhole(URI address, PublicPath path, Sent sent, long maxLength) throws FetchException {
        if (sent.isCut) {
            throw new FetchException(Reason.NOT_REACHED, address + "" + path + ": the line broke");
        }
        if (sent.bytes.length > maxLength) {
            throw new FetchException(Reason.TOO_LARGE, address + "" + path + ": more than " + maxLength + " bytes");
        }
    }

    private static Optional<byte[]> content(Reply reply) {
        return reply instanceof Reply.Content content ? Optional.of(content.bytes()) : Optional.empty();
    }

    private Optional<byte[]> downloaded(URI address, PublicPath path, long length, Path to) throws FetchException {
        Path beside = to.resolveSibling(to.getFileName() + ".honest");
        try {
            boolean isThere = honest.download(address, path, length, beside);
            Optional<byte[]> bytes = isThere ? Optional.of(Files.readAllBytes(beside)) : Optional.empty();
            Files.deleteIfExists(beside);
            return bytes;
        } catch (IOException e) {
            throw new FetchException(Reason.NOT_WRITTEN, beside + ": " + e);
        }
    }
}
