package bloomward.program.text;

import java.util.ArrayList;
import java.util.List;

/// Rows under headings, in columns as wide as needed; numbers are right-aligned.
public final class Table {

    private static final String NUMBER = "[-+]?[\\d,.]+( [kMG]?B)?|-|";

    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;

    public Table(String... headings) {
        columns = headings.length;
        rows.add(List.of(headings));
    }

    public Table row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(Printable.of(cell instanceof Number number ? Figures.count(number.longValue()) : cell.toString()));
        }
        rows.add(row);
        return this;
    }

    public boolean isEmpty() {
        return rows.size() == 1;
    }

    List<String> lines() {
        int[] widths = new int[columns];
        boolean[] numeric = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            int at = column;
            widths[column] = rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
            numeric[column] = rows.stream().skip(1).allMatch(row -> row.get(at).matches(NUMBER));
        }
        return rows.stream().map(row -> line(row, widths, numeric)).toList();
    }

    private String line(List<String> row, int[] widths, boolean[] numeric) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < columns; column++) {
            String cell = row.get(column);
            String blanks = " ".repeat(widths[column] - cell.length());
            line.append(column == 0 ? "" : "  ").append(numeric[column] ? blanks + cell : cell + blanks);
        }
        return line.toString().stripTrailing();
    }
}
