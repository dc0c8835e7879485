package bloomward.server.http.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.Instant;

/// Writes times as RFC 3339. Times in requests are plain text, parsed by the use cases.
final class InstantModule extends SimpleModule {

    private static final long serialVersionUID = 1;

    InstantModule() {
        super("instant");
        addSerializer(new Writer());
    }

    private static final class Writer extends StdSerializer<Instant> {

        private static final long serialVersionUID = 1;

        Writer() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant time, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeString(time.toString());
        }
    }
}
