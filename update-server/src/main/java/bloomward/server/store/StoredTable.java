package bloomward.server.store;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The tables that every store has, with all their columns, for a copy of a store. Each comes behind those that it refers to.
///
/// The same columns stand in the migrations of each kind of store; a test compares them.
public enum StoredTable {

    LIST("id",
            "id:number name:text category:text canonical:number width:number seed:number planned_entries:number"
                    + " needs_review:flag compile_from:number created_at:number title:text deleted_at:number"),
    SOURCE("id", "id:number list_id:number name:text kind:text category:text"),
    CHANGE("number", "number:number list_id:number at:number actor:text what:text"),
    TOKEN("id", "id:number name:text role:text sha256:digest created_at:number revoked_at:number made_by:text"),
    APPROVAL("list_id, draft, token_id", "list_id:number draft:digest token_id:number at:number"),
    ENTRY("list_id, expression, source_id, added",
            "list_id:number expression:text source_id:number added:number removed:number expires:number reason:text"),
    HOLD("id",
            "id:number list_id:number source_id:number expression:text reason:text detail:text line:number body:text"
                    + " entry_expires:number entry_reason:text by:text at:number state:text decided_by:text"
                    + " decided_at:number decision:text allow_list_id:number allow_name:text"),
    ALLOW("expression, list_id",
            "expression:text list_id:number name:text reason:text actor:text at:number expires:number is_held:flag"),
    PUBLICATION("sequence",
            "sequence:number manifest:digest allow:digest allow_length:number allow_v2:digest"
                    + " allow_v2_length:number root_version:number issued:number"
                    + " expires:number actor:text note:text renews:flag"),
    VERSION("list_id, version", Columns.VERSION),
    PUBLICATION_VERSION("sequence, list_id", "sequence:number list_id:number version:number"),
    PENDING("id", "id:number signed_note:text pending_at:number sequence:number manifest:digest allow:digest"
            + " allow_length:number allow_v2:digest allow_v2_length:number root_version:number issued:number expires:number actor:text note:text"
            + " renews:flag"),
    PENDING_VERSION("list_id", Columns.VERSION), SETTING("name", "name:text value:number"),
    FEED("name",
            "name:text list_id:number definition:text is_enabled:flag last_attempt:number last_success:number"
                    + " last_change:number failures:number last_error:text counts:text"),
    REPORT("id",
            "id:number kind:text url:text canonical:text comment:text verdict:text list:text expression:text"
                    + " version:number at:number last_at:number count:number state:text hold_id:number decided_by:text"
                    + " decided_at:number decision:text"),
    REPORT_NUMBER("number", "number:digest report_id:number content:digest"),
    REPORT_CHANGE("report_id, list_id", "report_id:number list_id:number change:number"),
    REVIEW("id", "id:number list_id:number draft:digest kind:text actor:text at:number note:text"),
    VERSION_SOURCE("list_id, version, source_id", "list_id:number version:number source_id:number entries:number"),
    FEED_FETCH("id",
            "id:number feed:text at:number outcome:text lines:number accepted:number held:number rejected:number"
                    + " added:number removed:number detail:text"),
    HOURLY("hour, name", "hour:number name:text amount:number"),
    AUDIT("number", "number:number at:number actor:text action:text subject:text detail:text hash:digest");

    private final String key;
    @SuppressWarnings("ImmutableEnumChecker") // made once, of records
    private final List<Column> columns;

    StoredTable(String key, String columns) {
        this.key = key;
        this.columns = Arrays.stream(columns.split(" ")).map(Column::parse).toList();
    }

    /// A column.
    public record Column(String name, Kind kind) {

        private static Column parse(String text) {
            int colon = text.indexOf(':');
            return new Column(text.substring(0, colon),
                    Kind.valueOf(text.substring(colon + 1).toUpperCase(Locale.ROOT)));
        }
    }

    /// The kinds of values.
    public enum Kind {
        /// [Long]
        NUMBER,
        /// [Boolean]
        FLAG,
        /// [String]
        TEXT,
        /// [bloomward.format.Digest]
        DIGEST
    }

    /// The name in a statement.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The columns by which rows are ordered, separated by commas.
    public String key() {
        return key;
    }

    public List<Column> columns() {
        return columns;
    }

    /// The names of all columns, separated by commas.
    public String names() {
        return String.join(", ", columns.stream().map(Column::name).toList());
    }

    private static final class Columns {

        static final String VERSION = "list_id:number version:number sequence:number change:number entries:number"
                + " expressions:number added:number removed:number canonical:number width:number seed:number"
                + " packed:digest packed_length:number flat:digest flat_length:number confirm_root:digest"
                + " confirm_bits:number categories:text at:number replaced_at:number has_files:flag";
    }
}
