package bloomward.server.cli.admin;

import bloomward.program.text.Figures;
import bloomward.program.text.Printable;
import bloomward.program.text.SeparatedForm;
import bloomward.server.admin.view.ListReports.EntryPart;
import bloomward.server.admin.view.ListReports.EntryView;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.Json;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes entries as they come: there may be millions, of which only one part is in memory.
final class EntryRows {

    /// A form of output.
    private interface Form {

        String head(EntryPart first);

        String row(EntryView entry, boolean isFirst);

        String foot(String next);
    }

    private final AdminSession session;
    private final Form form;
    private long count;

    private EntryRows(AdminSession session, Form form) {
        this.session = session;
        this.form = form;
    }

    /// @param toImport whether the text form is the one that an import reads
    static EntryRows of(AdminSession session, boolean toImport) {
        return new EntryRows(session, switch (session.format()) {
            case JSON -> new OneObject();
            case JSONL -> new Lines(entry -> Json.line(entry) + "\n", "");
            case CSV -> separated(SeparatedForm.CSV);
            case TSV -> separated(SeparatedForm.TSV);
            case HUMAN, UNIFIED -> toImport ? new ToImport() : new Lines(EntryRows::words, "");
        });
    }

    void begin(EntryPart first) throws IOException {
        session.write(form.head(first));
    }

    void take(List<EntryView> entries) throws IOException {
        StringBuilder part = new StringBuilder();
        for (EntryView entry : entries) {
            part.append(form.row(entry, count == 0));
            count++;
        }
        session.write(part.toString());
    }

    /// @param next where more would begin, empty if there is no more
    void end(String next) throws IOException {
        session.write(form.foot(next));
    }

    long count() {
        return count;
    }

    private static String words(EntryView entry) {
        return Printable
                .of(entry.expression().strip() + "  " + entry.scope() + ", " + entry.category() + ", from "
                        + entry.source() + " since " + Figures.time(entry.since()) + " by " + entry.by() + terms(entry))
                + "\n";
    }

    private static String terms(EntryView entry) {
        return (entry.expires().isEmpty() ? "" : " until " + entry.expires())
                + (entry.reason().isEmpty() ? "" : " (" + entry.reason() + ")");
    }

    private static Lines separated(SeparatedForm form) {
        String end = form.beforeLineFeed() + "\n";
        String names = String.join(form.separator(), "expression", "scope", "source", "category", "expires", "reason",
                "since", "by");
        return new Lines(entry -> Stream
                .of(entry.expression(), entry.scope(), entry.source(), entry.category(), entry.expires(),
                        entry.reason(), entry.since().toString(), entry.by())
                .map(form::value)
                .collect(Collectors.joining(form.separator())) + end, names + end);
    }

    /// Makes a row.
    @FunctionalInterface
    private interface Row {
        String of(EntryView entry);
    }

    /// One entry a line.
    private record Lines(Row row, String names) implements Form {

        @Override
        public String head(EntryPart first) {
            return names;
        }

        @Override
        public String row(EntryView entry, boolean isFirst) {
            return row.of(entry);
        }

        @Override
        public String foot(String next) {
            return "";
        }
    }

    /// The record of one part that has them all.
    private record OneObject() implements Form {

        @Override
        public String head(EntryPart first) {
            return "{\"list\":" + Json.line(first.list()) + ",\"change\":" + first.change() + ",\"entries\":[";
        }

        @Override
        public String row(EntryView entry, boolean isFirst) {
            return (isFirst ? "" : ",") + Json.line(entry);
        }

        @Override
        public String foot(String next) {
            return "],\"next\":" + Json.line(next) + "}\n";
        }
    }

    /// The format `expressions`. An expression that several sources list is written once.
    private static final class ToImport implements Form {

        private String last = "";

        @Override
        public String head(EntryPart first) {
            return "# " + Printable.of(first.list()) + ", change " + first.change() + "\n";
        }

        @Override
        public String row(EntryView entry, boolean isFirst) {
            boolean isKnown = entry.expression().equals(last);
            last = entry.expression();
            return isKnown ? "" : entry.scope() + " " + Printable.of(last.strip()) + "\n";
        }

        @Override
        public String foot(String next) {
            return "";
        }
    }
}
