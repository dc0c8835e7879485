package bloomward.agent.socket.message;

import bloomward.agent.browser.BrowserPolicy;
import bloomward.agent.browser.ConnectedBrowser;
import bloomward.agent.browser.Rung;
import bloomward.agent.check.VerdictFields;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Writes and reads the fields that only browsers use.
final class BrowserJson {

    private BrowserJson() {}

    static void write(Welcome welcome, JsonGenerator json) throws IOException {
        BrowserPolicy policy = welcome.policy();
        json.writeObjectFieldStart("policy");
        json.writeNumberField("proceedSeconds", policy.proceed().map(Duration::toSeconds).orElse(0L));
        json.writeStringField("unknown", VerdictFields.word(policy.unknown()));
        json.writeBooleanField("subresources", policy.subresources());
        json.writeStringField("publisher", policy.publisher());
        json.writeStringField("contact", policy.contact());
        json.writeStringField("language", policy.language());
        json.writeBooleanField("reports", policy.reports());
        json.writeEndObject();
        if (welcome.tests().isPresent()) {
            json.writeObjectFieldStart("tests");
            json.writeStringField("listed", welcome.tests().get().listed());
            json.writeStringField("clean", welcome.tests().get().clean());
            json.writeEndObject();
        }
    }

    static void write(Exemption exemption, JsonGenerator json) throws IOException {
        json.writeStringField("list", exemption.list());
        json.writeStringField("expression", exemption.expression().text());
        json.writeStringField("until", exemption.until().toString());
        json.writeNumberField("seconds", exemption.time().toSeconds());
    }

    static void write(List<ConnectedBrowser> browsers, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("browsers");
        for (ConnectedBrowser browser : browsers) {
            json.writeStartObject();
            json.writeStringField("browser", browser.browser());
            json.writeStringField("extension", browser.extension());
            json.writeStringField("rung", VerdictFields.word(browser.rung()));
            json.writeStringField("since", browser.since().toString());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static List<ConnectedBrowser> readAll(List<JsonObject> browsers) throws RequestException {
        List<ConnectedBrowser> read = new ArrayList<>();
        for (JsonObject browser : browsers) {
            read.add(new ConnectedBrowser(Texts.line(browser, "browser", ConnectedBrowser.MAX_NAME),
                    Texts.line(browser, "extension", ConnectedBrowser.MAX_VERSION), rung(browser),
                    StatusJson.time(browser, "since")));
        }
        return read;
    }

    static Rung rung(JsonObject json) throws RequestException {
        return CheckJson.constant(Rung.class, "rung", json.require("rung", json.text("rung")));
    }
}
