package bloomward.agent.socket.message;

import bloomward.agent.check.VerdictFields;
import bloomward.agent.report.Report;
import bloomward.agent.report.ReportKind;
import bloomward.agent.report.ReportState;
import bloomward.format.url.Expression;
import bloomward.format.wire.ReportNumber;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes and reads the fields of reports.
public final class ReportJson {

    private ReportJson() {}

    /// Writes the fields into an object that has begun.
    public static void write(ReportAnswer answer, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("report");
        answer.report().writeTo(json);
        json.writeEndObject();
        if (answer.filed().isPresent()) {
            json.writeStringField("number", answer.filed().get().number().toString());
            json.writeStringField("state", VerdictFields.word(answer.filed().get().state()));
        }
    }

    /// Writes the field into an object that has begun.
    public static void write(List<ReportLine> reports, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("reports");
        for (ReportLine report : reports) {
            json.writeStartObject();
            json.writeStringField("number", report.number().toString());
            json.writeStringField("kind", VerdictFields.word(report.kind()));
            json.writeStringField("at", report.at().toString());
            json.writeStringField("state", VerdictFields.word(report.state()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    public static ReportAnswer readAnswer(JsonObject json) throws RequestException {
        JsonObject said = json.require("report", json.object("report"));
        Report report = report(said, kind(said), said.require("verdict", said.text("verdict")));
        return new ReportAnswer(report,
                json.has("number") ? Optional.of(new ReportAnswer.Filed(number(json), state(json))) : Optional.empty());
    }

    private static Report report(JsonObject json, ReportKind kind, String verdict) throws RequestException {
        try {
            return new Report(kind, json.require("url", json.text("url")), json.text("comment").orElse(""), verdict,
                    json.text("list"), json.text("expression").map(Expression::new), json.number("version"));
        } catch (IllegalArgumentException e) {
            throw new RequestException(RequestException.Code.REQUEST, String.valueOf(e.getMessage()));
        }
    }

    public static List<ReportLine> readAll(JsonObject json) throws RequestException {
        List<ReportLine> reports = new ArrayList<>();
        for (JsonObject report : json.objects("reports")) {
            reports.add(new ReportLine(number(report), kind(report), StatusJson.time(report, "at"), state(report)));
        }
        return reports;
    }

    private static ReportNumber number(JsonObject json) throws RequestException {
        String text = json.require("number", json.text("number"));
        return ReportNumber.parse(text)
                .orElseThrow(() -> new RequestException(RequestException.Code.REQUEST, "number: not one of a report"));
    }

    static ReportKind kind(JsonObject json) throws RequestException {
        return CheckJson.constant(ReportKind.class, "kind", json.require("kind", json.text("kind")));
    }

    private static ReportState state(JsonObject json) throws RequestException {
        return CheckJson.constant(ReportState.class, "state", json.require("state", json.text("state")));
    }
}
