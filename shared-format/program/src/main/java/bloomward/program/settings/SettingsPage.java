package bloomward.program.settings;

import bloomward.program.text.Page;
import bloomward.program.text.Table;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

/// The output of `config show`.
public final class SettingsPage {

    private final List<? extends SettingValue<?>> values;

    public SettingsPage(List<? extends SettingValue<?>> values) {
        this.values = List.copyOf(values);
    }

    /// A table for a person.
    ///
    /// @param origin whether the origin of each value is shown
    public String toText(boolean origin) {
        Table table = origin ? new Table("setting", "value", "origin") : new Table("setting", "value");
        for (SettingValue<?> value : values) {
            String text = value.text().filter(each -> !each.isEmpty()).orElse("-");
            if (origin) {
                table.row(value.setting().label(), text, value.origin());
            } else {
                table.row(value.setting().label(), text);
            }
        }
        return new Page().table(table).toText(false);
    }

    /// One JSON object; a value that is not set is empty.
    public String toJson() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeArrayFieldStart("settings");
            for (SettingValue<?> value : values) {
                json.writeStartObject();
                json.writeStringField("name", value.setting().label());
                json.writeStringField("value", value.text().orElse(""));
                json.writeStringField("origin", value.origin());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }
}
