package bloomward.agent.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// An answer of a server: a head, a body, and how they come. An immutable value.
public final class Answer {

    /// How it comes.
    public enum Manner {
        /// All of it, and the end.
        WHOLE,
        /// All of it, and then nothing: no end, until the other side hangs up.
        HELD,
        /// All of it, and then bytes as long as anybody takes them.
        FLOODING,
        /// The body byte by byte, each when the other side would like to have given up.
        DRIPPING,
        /// Nothing at all, not even a head.
        SILENT,
        /// A head byte by byte, without an end.
        DRIPPING_HEAD,
        /// A head without an end.
        FLOODING_HEAD
    }

    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;
    private final OptionalLong announced;
    private final Manner manner;

    private Answer(int status, Map<String, String> headers, byte[] body, OptionalLong announced, Manner manner) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.announced = announced;
        this.manner = manner;
    }

    /// A good answer with a body.
    public static Answer of(byte[] body) {
        return of(200, body);
    }

    public static Answer of(int status, byte[] body) {
        return new Answer(status, Map.of(), body, OptionalLong.of(body.length), Manner.WHOLE);
    }

    /// "There is none."
    public static Answer missing() {
        return of(404, new byte[0]);
    }

    /// Nothing.
    public static Answer silence() {
        return of(new byte[0]).coming(Manner.SILENT);
    }

    public int status() {
        return status;
    }

    public byte[] body() {
        return body.clone();
    }

    public Manner manner() {
        return manner;
    }

    /// The same with another body, of which the length is said truly.
    public Answer with(byte[] other) {
        return new Answer(status, headers, other, OptionalLong.of(other.length), manner);
    }

    public Answer changed(UnaryOperator<byte[]> change) {
        return with(change.apply(body()));
    }

    public Answer header(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return new Answer(status, more, body, announced, manner);
    }

    public Answer header(String name, Optional<String> value) {
        return value.isPresent() ? header(name, value.get()) : this;
    }

    /// Says that the body has so many bytes.
    public Answer announcing(long length) {
        return new Answer(status, headers, body, OptionalLong.of(length), manner);
    }

    /// Says nothing of how long the body is: it ends with the line.
    public Answer unannounced() {
        return new Answer(status, headers, body, OptionalLong.empty(), manner);
    }

    public Answer coming(Manner way) {
        return new Answer(status, headers, body, announced, way);
    }

    /// The head, as it goes over the line.
    byte[] head() {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Told\r\nConnection: close\r\n");
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        announced.ifPresent(length -> head.append("Content-Length: ").append(length).append("\r\n"));
        return head.append("\r\n").toString().getBytes(US_ASCII);
    }
}
