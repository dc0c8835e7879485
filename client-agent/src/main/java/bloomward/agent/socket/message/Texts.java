package bloomward.agent.socket.message;

import bloomward.program.text.Printable;

/// Short texts in requests that others will read.
final class Texts {

    private Texts() {}

    /// A required text of one line, without characters that are not visible.
    static String line(JsonObject json, String name, int maxLength) throws RequestException {
        String text = json.require(name, json.text(name));
        if (text.isEmpty() || text.length() > maxLength) {
            throw new RequestException(RequestException.Code.REQUEST,
                    name + ": " + text.length() + " characters, possible: 1 to " + maxLength);
        }
        if (!Printable.of(text).equals(text)) {
            throw new RequestException(RequestException.Code.REQUEST, name + ": has a character that is not visible");
        }
        return text;
    }
}
