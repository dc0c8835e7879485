package bloomward.agent.browser.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/// An answer of a web server.
record Answer(int status, Map<String, String> headers, String body) {

    static Answer page(String html) {
        return new Answer(200, Map.of("Content-Type", "text/html; charset=utf-8"), "<!doctype html>\n" + html);
    }

    static Answer script(String text) {
        return new Answer(200, Map.of("Content-Type", "text/javascript", "Access-Control-Allow-Origin", "*"), text);
    }

    static Answer to(int status, String address) {
        return new Answer(status, Map.of("Location", address), "");
    }

    static Answer missing() {
        return new Answer(404, Map.of("Content-Type", "text/plain"), "not here");
    }

    Answer with(String header, String value) {
        Map<String, String> more = new java.util.LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, more, body);
    }

    byte[] bytes() {
        byte[] content = body.getBytes(UTF_8);
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Answered\r\n");
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(content.length).append("\r\n\r\n");
        byte[] start = head.toString().getBytes(UTF_8);
        byte[] all = java.util.Arrays.copyOf(start, start.length + content.length);
        System.arraycopy(content, 0, all, start.length, content.length);
        return all;
    }
}
