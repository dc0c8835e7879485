package bloomward.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// A Markdown table with text in the first column and numbers in the others.
final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... heads) {
        rows.add(List.of(heads));
    }

    public void row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell instanceof Double number ? text(number) : String.valueOf(cell));
        }
        rows.add(row);
    }

    /// Formats a number, with two decimals below a hundred and none above.
    static String text(double number) {
        double size = Math.abs(number);
        if (Double.isNaN(number)) {
            return "-";
        }
        if (size != 0 && size < 0.01) {
            return String.format(Locale.ROOT, "%.3e", number);
        }
        int decimals = size >= 100 || number == Math.rint(number) ? 0 : 2;
        return String.format(Locale.ROOT, size >= 1000 ? "%,.0f" : "%." + decimals + "f", number);
    }

    void print(String title) {
        int columns = rows.getFirst().size();
        List<Integer> widths = new ArrayList<>(Collections.nCopies(columns, 2));
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths.set(i, Math.max(widths.get(i), row.get(i).length()));
            }
        }
        StringBuilder text = new StringBuilder("\n### ").append(title).append("\n\n");
        for (int r = 0; r < rows.size(); r++) {
            append(text, rows.get(r), widths);
            if (r == 0) {
                text.append('|').append("-".repeat(widths.getFirst() + 2)).append('|');
                for (int width : widths.subList(1, columns)) {
                    text.append("-".repeat(width + 1)).append(":|");
                }
                text.append('\n');
            }
        }
        System.out.println(text);
    }

    private static void append(StringBuilder text, List<String> row, List<Integer> widths) {
        text.append('|');
        for (int i = 0; i < row.size(); i++) {
            String cell = row.get(i);
            String blanks = " ".repeat(widths.get(i) - cell.length());
            text.append(' ').append(i == 0 ? cell + blanks : blanks + cell).append(" |");
        }
        text.append('\n');
    }
}
