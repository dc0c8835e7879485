package bloomward.program.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Rows under headings, in columns as wide as needed; numbers are right-aligned. Where that is wider than the reader has room
/// for, the widest columns of text are narrowed, and their cells go on in the lines below: nothing is cut off.
public final class Table {

    private static final String NUMBER = "[-+]?[\\d,.]+( [kMG]?B)?|-|";
    private static final String BETWEEN = "  ";
    /// No column of text is narrowed further than this.
    private static final int NARROWEST = 12;

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

    /// @param room characters in a line
    List<String> lines(int room) {
        int[] widths = new int[columns];
        boolean[] numeric = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            int at = column;
            widths[column] = rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
            numeric[column] = rows.stream().skip(1).allMatch(row -> row.get(at).matches(NUMBER));
        }
        narrow(widths, numeric, room);
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            lines.addAll(lines(row, widths, numeric));
        }
        return lines;
    }

    private void narrow(int[] widths, boolean[] numeric, int room) {
        int total = Arrays.stream(widths).sum() + BETWEEN.length() * (columns - 1);
        while (total > room) {
            int widest = -1;
            for (int column = 0; column < columns; column++) {
                if (!numeric[column] && widths[column] > NARROWEST && (widest < 0 || widths[column] > widths[widest])) {
                    widest = column;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
            total--;
        }
    }

    private List<String> lines(List<String> row, int[] widths, boolean[] numeric) {
        List<List<String>> cells = new ArrayList<>();
        int height = 1;
        for (int column = 0; column < columns; column++) {
            List<String> parts = parts(row.get(column), widths[column]);
            cells.add(parts);
            height = Math.max(height, parts.size());
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < height; i++) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String part = i < cells.get(column).size() ? cells.get(column).get(i) : "";
                String blanks = " ".repeat(widths[column] - part.length());
                line.append(column == 0 ? "" : BETWEEN).append(numeric[column] ? blanks + part : part + blanks);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /// A cell in parts of one width, parted at blanks where there are any.
    private static List<String> parts(String cell, int width) {
        List<String> parts = new ArrayList<>();
        String rest = cell;
        while (rest.length() > width) {
            int blank = rest.lastIndexOf(' ', width);
            int end = blank > 0 ? blank : width;
            parts.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).stripLeading();
        }
        parts.add(rest);
        return parts;
    }
}
