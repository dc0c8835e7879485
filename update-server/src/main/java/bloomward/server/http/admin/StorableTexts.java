package bloomward.server.http.admin;

import bloomward.server.http.Problems;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.Collection;
import java.util.stream.Stream;

/// Refuses texts that not every store keeps as they are: with U+0000, or half of a surrogate pair.
final class StorableTexts extends SimpleModule {

    private static final long serialVersionUID = 1;
    private static final String WHY = "with U+0000 or half of a surrogate pair, which is no text";

    StorableTexts() {
        super("storable texts");
        addDeserializer(String.class, new Reader());
    }

    private static boolean isStorable(String text) {
        return text.codePoints().noneMatch(StorableTexts::isNoText);
    }

    private static boolean isNoText(int character) {
        return character == 0 || (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE);
    }

    /// Looks at what stands in a path and a query.
    ///
    /// @throws ProblemException if a text of them cannot be stored
    static void requireIn(Context context) throws ProblemException {
        boolean isStorable = Stream
                .concat(context.pathParamMap().values().stream(),
                        context.queryParamMap().values().stream().flatMap(Collection::stream))
                .allMatch(StorableTexts::isStorable);
        if (!isStorable) {
            throw new ProblemException(Problems.of(400, "a parameter " + WHY));
        }
    }

    private static final class Reader extends StringDeserializer {

        private static final long serialVersionUID = 1;

        @Override
        public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = super.deserialize(parser, context);
            if (!isStorable(text)) {
                throw context.weirdStringException(text, String.class, WHY);
            }
            return text;
        }
    }
}
