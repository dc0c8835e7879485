package bloomward.server.cli.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.Refusal;
import bloomward.server.admin.view.AllowReports;
import bloomward.server.admin.view.AuditReports;
import bloomward.server.admin.view.FeedReports;
import bloomward.server.admin.view.GuardReports;
import bloomward.server.admin.view.GuardView;
import bloomward.server.admin.view.HistoryReports;
import bloomward.server.admin.view.HoldReports;
import bloomward.server.admin.view.JobReports;
import bloomward.server.admin.view.ListReports;
import bloomward.server.admin.view.PublishReports;
import bloomward.server.admin.view.RetentionReports;
import bloomward.server.admin.view.ReviewReports;
import bloomward.server.admin.view.RootView;
import bloomward.server.admin.view.ServerReports;
import bloomward.server.admin.view.StandingReports;
import bloomward.server.admin.view.TokenReports;
import bloomward.server.admin.view.UserReports;
import bloomward.server.api.AdminTable;
import bloomward.server.http.Problem;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The page that describes the Admin API says what the records are, and nothing else; its routes are
/// compared with the table of the server.
final class OpenApiTest {

    private static final JsonNode PAGE = read();
    private static final JsonNode SCHEMAS = PAGE.at("/components/schemas");

    private static JsonNode read() {
        try (InputStream in = requireNonNull(AdminTable.class.getResourceAsStream("openapi.json"))) {
            return new JsonMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Class<?>> records() {
        Map<String, Class<?>> records = new TreeMap<>();
        Stream.concat(
                Stream.of(ListReports.class, PublishReports.class, HoldReports.class, AllowReports.class,
                        GuardReports.class, FeedReports.class, TokenReports.class, AuditReports.class,
                        UserReports.class, RetentionReports.class, ServerReports.class, ReviewReports.class,
                        JobReports.class, HistoryReports.class, StandingReports.class, Answers.class)
                        .flatMap(face -> Arrays.stream(face.getDeclaredClasses())),
                Stream.of(GuardView.class, RootView.class))
                .filter(Class::isRecord)
                .forEach(type -> assertThat(records.put(type.getSimpleName(), type)).isNull());
        records.put("Problem", Problem.class);
        records.put("Place", Problem.Place.class);
        return records;
    }

    private static Set<Map.Entry<String, Class<?>>> eachRecord() {
        return records().entrySet();
    }

    private record Operation(String route, JsonNode node) {}

    private static List<Operation> operations() {
        return PAGE.get("paths")
                .properties()
                .stream()
                .flatMap(path -> path.getValue()
                        .properties()
                        .stream()
                        .map(method -> new Operation(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                                method.getValue())))
                .toList();
    }

    @Test
    void isOpenApi31WithABearerTokenForAll() {
        assertThat(PAGE.get("openapi").asText()).startsWith("3.1.");
        assertThat(PAGE.at("/info/title").asText()).isNotEmpty();
        assertThat(PAGE.at("/info/version").asText()).isNotEmpty();
        assertThat(PAGE.at("/security/0/token").isArray()).isTrue();
        assertThat(PAGE.at("/components/securitySchemes/token/scheme").asText()).isEqualTo("bearer");
    }

    @Test
    void everyOperationSaysWhatItTakesAndAnswers() {
        Set<String> ids = new HashSet<>();
        for (Operation operation : operations()) {
            JsonNode node = operation.node();
            assertThat(ids.add(node.get("operationId").asText())).as(operation.route()).isTrue();
            assertThat(node.get("summary").asText()).isNotEmpty();
            assertThat(node.has("requestBody")).as(operation.route()).isEqualTo(operation.route().startsWith("POST"));
            assertThat(node.at("/responses/default/$ref").asText()).endsWith("/Problem");
            assertThat(node.at("/responses/401/$ref").asText()).endsWith("/Unauthorized");
            Set<String> declared = new TreeSet<>();
            node.path("parameters").forEach(parameter -> {
                if (parameter.get("in").asText().equals("path")) {
                    assertThat(parameter.get("required").asBoolean()).isTrue();
                    declared.add("{" + parameter.get("name").asText() + "}");
                }
            });
            assertThat(declared).as(operation.route())
                    .isEqualTo(new TreeSet<>(
                            Arrays.stream(operation.route().split("/")).filter(s -> s.startsWith("{")).toList()));
        }
    }

    @Test
    void hasASchemaForEveryRecordAndNoOther() {
        assertThat(SCHEMAS.properties()).map(Map.Entry::getKey).containsExactlyInAnyOrderElementsOf(records().keySet());
    }

    @ParameterizedTest
    @MethodSource("eachRecord")
    void everySchemaHasTheComponentsOfItsRecord(Map.Entry<String, Class<?>> entry) {
        JsonNode schema = SCHEMAS.get(entry.getKey());
        RecordComponent[] components = entry.getValue().getRecordComponents();
        assertThat(schema.get("properties").properties()).map(Map.Entry::getKey)
                .containsExactly(Arrays.stream(components).map(RecordComponent::getName).toArray(String[]::new));
        for (RecordComponent component : components) {
            requireType(entry.getKey() + "." + component.getName(), schema.get("properties").get(component.getName()),
                    component.getGenericType());
        }
        Set<String> required = new TreeSet<>();
        schema.get("required").forEach(name -> required.add(name.asText()));
        Set<String> expected = switch (entry.getKey()) {
            case "Problem" -> Set.of("type", "title", "status", "code");
            case "Place" -> Set.of("detail");
            case "RollbackRequest" -> Set.of("list", "to", "note");
            default -> Set.of(Arrays.stream(components).map(RecordComponent::getName).toArray(String[]::new));
        };
        assertThat(required).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static void requireType(String where, JsonNode schema, Type type) {
        if (type == long.class || type == int.class) {
            assertThat(schema.get("type").asText()).as(where).isEqualTo("integer");
            assertThat(schema.get("format").asText()).as(where).isEqualTo(type == long.class ? "int64" : "int32");
        } else if (type == Long.class) {
            assertThat(schema.get("type").toString()).as(where).isEqualTo("[\"integer\",\"null\"]");
        } else if (type == Object.class) {
            assertThat(schema.get("type").toString()).as(where).isEqualTo("[\"object\",\"null\"]");
        } else if (type instanceof ParameterizedType optional && optional.getRawType() == Optional.class) {
            assertThat(schema.get("type").toString()).as(where).isEqualTo("[\"integer\",\"null\"]");
        } else if (type == boolean.class) {
            assertThat(schema.get("type").asText()).as(where).isEqualTo("boolean");
        } else if (type == String.class || type == Instant.class) {
            assertThat(schema.get("type").asText()).as(where).isEqualTo("string");
            assertThat(schema.path("format").asText()).as(where).isEqualTo(type == Instant.class ? "date-time" : "");
        } else if (type instanceof ParameterizedType generic) {
            boolean isList = generic.getRawType() == List.class;
            assertThat(schema.get("type").asText()).as(where).isEqualTo(isList ? "array" : "object");
            requireElement(where, schema.get(isList ? "items" : "additionalProperties"),
                    generic.getActualTypeArguments()[isList ? 0 : 1]);
        } else {
            requireRecord(where, schema, type);
        }
    }

    private static void requireElement(String where, JsonNode schema, Type type) {
        if (type == Long.class) {
            assertThat(schema.get("type").asText()).as(where).isEqualTo("integer");
        } else {
            requireType(where, schema, type);
        }
    }

    private static void requireRecord(String where, JsonNode schema, Type type) {
        assertThat(((Class<?>) type).isRecord()).as(where).isTrue();
        assertThat(schema.path("$ref").asText()).as(where)
                .isEqualTo("#/components/schemas/" + ((Class<?>) type).getSimpleName());
    }

    /// Readers copy an example: it must parse, and have every field.
    @ParameterizedTest
    @MethodSource("eachRecord")
    void everyExampleIsSuchARecord(Map.Entry<String, Class<?>> entry) throws IOException {
        JsonNode examples = SCHEMAS.get(entry.getKey()).get("examples");
        assertThat(examples).isNotEmpty();
        for (JsonNode example : examples) {
            Object value = Json.mapper().treeToValue(example, entry.getValue());
            JsonNode again = Json.mapper().readTree(Json.mapper().writeValueAsString(value));
            assertThat(again).isEqualTo(example);
        }
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        Set<String> references = new TreeSet<>();
        PAGE.findValues("$ref").forEach(reference -> references.add(reference.asText()));
        assertThat(references).isNotEmpty()
                .allSatisfy(reference -> assertThat(PAGE.at(reference.substring(1)).isObject()).as(reference).isTrue());
        assertThat(references).filteredOn(reference -> reference.startsWith("#/components/schemas/"))
                .hasSize(SCHEMAS.size());
    }

    @Test
    void namesTheCodesOfRefusals() {
        Set<String> codes = new TreeSet<>();
        SCHEMAS.at("/Problem/properties/code/examples").forEach(code -> codes.add(code.asText()));
        assertThat(codes).containsExactlyInAnyOrderElementsOf(
                Arrays.stream(Refusal.Code.values()).map(bloomward.server.cli.client.ServerProblem::label).toList());
    }
}
