package bloomward.server.cli.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The fields of a JSON object, in the order in which they are put, so every run writes the same.
final class Fields {

    private final SequencedMap<String, Object> values = new LinkedHashMap<>();

    Fields put(String name, Object value) {
        values.put(name, value);
        return this;
    }

    SequencedMap<String, Object> inOrder() {
        return Collections.unmodifiableSequencedMap(values);
    }
}
