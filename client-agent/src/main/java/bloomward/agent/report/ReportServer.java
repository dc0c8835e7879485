package bloomward.agent.report;

import bloomward.agent.fetch.Endpoint;
import bloomward.agent.fetch.Endpoint.StatusReply;
import bloomward.agent.fetch.FetchException;
import bloomward.format.wire.ReportPath;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The servers of a publication, asked about one report after the other. Only the state in an answer is used.
final class ReportServer {

    private static final int MAX_ANSWER_IN_BYTES = 1024;
    private static final JsonFactory JSON = new JsonFactory();

    private final Endpoint endpoint;

    ReportServer(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /// The answer of the servers about a report.
    sealed interface Saying {

        /// A server has it, in this state.
        record Known(ReportState state) implements Saying {}

        /// No server has it or takes it, permanently.
        record Refused() implements Saying {}

        /// No server gave an answer that counts.
        record Failed(Optional<Duration> retryAfter) implements Saying {}
    }

    @FunctionalInterface
    private interface Request {

        StatusReply at(URI address) throws FetchException;
    }

    /// Sends a report; again, if it was sent before, which changes nothing.
    Saying send(FiledReport report, List<URI> addresses) {
        byte[] content = report.content().orElseThrow().getBytes(StandardCharsets.UTF_8);
        return ask(addresses, address -> endpoint.post(address, ReportPath.SUBMIT, content, MAX_ANSWER_IN_BYTES));
    }

    Saying ask(FiledReport report, List<URI> addresses) {
        return ask(addresses, address -> endpoint.get(address, ReportPath.of(report.number()), MAX_ANSWER_IN_BYTES));
    }

    /// Asks the addresses in turn. A mirror among them takes no reports, which says nothing about the others.
    private static Saying ask(List<URI> addresses, Request request) {
        Optional<Duration> retryAfter = Optional.empty();
        boolean isRefused = !addresses.isEmpty();
        for (URI address : addresses) {
            try {
                StatusReply reply = request.at(address);
                Optional<ReportState> state = state(reply);
                if (state.isPresent()) {
                    return new Saying.Known(state.get());
                }
                isRefused &= isRefusal(reply);
            } catch (FetchException e) {
                isRefused = false;
                retryAfter = e.retryAfter().isPresent() ? e.retryAfter() : retryAfter;
            }
        }
        return isRefused ? new Saying.Refused() : new Saying.Failed(retryAfter);
    }

    private static Optional<ReportState> state(StatusReply reply) {
        return reply.status() == 200 || reply.status() == 201 ? state(reply.body()) : Optional.empty();
    }

    /// Whether the publisher refuses. A page of a network or a proxy is no refusal, so only a problem in JSON counts; a missing
    /// path always does.
    private static boolean isRefusal(StatusReply reply) {
        return switch (reply.status()) {
            case 404, 405, 410, 501 -> true;
            case 400, 403, 409, 413, 415, 422 -> reply.isJson();
            default -> false;
        };
    }

    /// @return empty if these bytes are no answer about a report
    static Optional<ReportState> state(String body) {
        try (JsonParser json = JSON.createParser(body)) {
            Optional<ReportState> state = Optional.empty();
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (name.equals("state") && value == JsonToken.VALUE_STRING) {
                    state = Optional.of(ReportText.constant(ReportState.class, json.getText()));
                }
                json.skipChildren();
            }
            return json.currentToken() == JsonToken.END_OBJECT
                    ? state.filter(ReportState::isOfServer)
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
