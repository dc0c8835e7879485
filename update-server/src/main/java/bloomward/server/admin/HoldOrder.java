package bloomward.server.admin;

import bloomward.program.text.Printable;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldTable;
import bloomward.server.store.HoldTable.Choice;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The orders in which holds are shown, part by part.
enum HoldOrder {

    OLDEST {
        @Override
        List<HoldRow> rows(HoldTable table, Choice choice, long after, int most, Popularity popularity)
                throws IOException {
            return table.chosen(choice, after, most);
        }
    },
    NEWEST {
        @Override
        List<HoldRow> rows(HoldTable table, Choice choice, long after, int most, Popularity popularity)
                throws IOException {
            return table.newest(choice, after, most);
        }
    },
    /// Those that would reach a well-known host first, and of each kind the oldest.
    POPULAR {
        @Override
        List<HoldRow> rows(HoldTable table, Choice choice, long after, int most, Popularity popularity)
                throws IOException, Refusal {
            List<HoldRow> all = table.chosen(choice, 0, MOST_SORTED + 1);
            if (all.size() > MOST_SORTED) {
                throw Desk.bad("more than " + MOST_SORTED
                        + " holds cannot be shown in this order: choose a list, a source" + " or a reason");
            }
            List<HoldRow> sorted = all.stream()
                    .sorted(Comparator.comparing((HoldRow hold) -> popularity.of(hold).isEmpty())
                            .thenComparingLong(HoldRow::id))
                    .toList();
            int from = 0;
            while (after != 0 && from < sorted.size() && sorted.get(from).id() != after) {
                from++;
            }
            return sorted.subList(after == 0 ? 0 : Math.min(sorted.size(), from + 1), sorted.size())
                    .stream()
                    .limit(most)
                    .toList();
        }
    };

    private static final int MOST_SORTED = 50_000;

    /// Names the well-known host that a hold would reach.
    @FunctionalInterface
    interface Popularity {

        /// @return empty for none
        String of(HoldRow hold);
    }

    /// @param next where the next part begins, empty at the end
    record Part(List<HoldRow> holds, String next) {}

    abstract List<HoldRow> rows(HoldTable table, Choice choice, long after, int most, Popularity popularity)
            throws IOException, Refusal;

    Part part(HoldTable table, Choice choice, String after, int limit, Popularity popularity)
            throws IOException, Refusal {
        if (!after.matches("\\d{0,15}")) {
            throw Desk.bad("after '" + Printable.beginningOf(after) + "', needed is 'next' of the part before");
        }
        List<HoldRow> rows = rows(table, choice, after.isEmpty() ? 0 : Long.parseLong(after),
                (int) Math.min(limit + 1L, Integer.MAX_VALUE), popularity);
        List<HoldRow> shown = rows.subList(0, Math.min(limit, rows.size()));
        return new Part(shown, rows.size() > limit ? Long.toString(shown.getLast().id()) : "");
    }

    static HoldOrder of(String label) throws Refusal {
        for (HoldOrder order : values()) {
            if (order.name().toLowerCase(Locale.ROOT).equals(label)) {
                return order;
            }
        }
        if (label.isEmpty()) {
            return OLDEST;
        }
        throw Desk.bad("sort '" + Printable.beginningOf(label) + "', possible: oldest, newest, popular");
    }
}
