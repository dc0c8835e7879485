package bloomward.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.url.Expression;
import bloomward.server.store.EntryTable.StagedDiff;
import bloomward.server.store.EntryTable.Staging;
import bloomward.server.store.EntryTable.Wanted;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Contract of every store for entries.
@OnEachStore
final class EntryTableContractTest extends PublisherStoreContract {

    private long list;
    private long feed;
    private long people;

    @BeforeEach
    void makeList() throws IOException {
        list = newList("bad");
        feed = newSource(list, "feed");
        people = newSource(list, "people");
    }

    @Test
    void addsAndKeepsEachExpressionOnce() throws IOException {
        add(list, feed, "b.example/", "a.example/", "b.example/", " c.example/x?y=\"\\'");
        add(list, feed, "a.example/", "d.example/");
        assertThat(scan(list, EntryTable.NOW)).containsExactly(" c.example/x?y=\"\\'=" + feed, "a.example/=" + feed,
                "b.example/=" + feed, "d.example/=" + feed);
        assertThat(read((Tables tables) -> tables.entries().count(list, EntryTable.NOW))).isEqualTo(4);
    }

    @Test
    void ordersByBytes() throws IOException {
        add(list, feed, "a.example/", "a-b.example/", "a.example/A", "a.example/a", "a.example/_", " a.example/");
        assertThat(scan(list, EntryTable.NOW)).extracting(line -> line.substring(0, line.lastIndexOf('=')))
                .containsExactly(" a.example/", "a-b.example/", "a.example/", "a.example/A", "a.example/_",
                        "a.example/a");
    }

    @Test
    void givesAnExpressionOnceForEachSource() throws IOException {
        add(list, feed, "a.example/", "b.example/");
        long change = add(list, people, "b.example/");
        assertThat(scan(list, EntryTable.NOW)).containsExactly("a.example/=" + feed, "b.example/=" + feed,
                "b.example/=" + people);
        assertThat(read((Tables tables) -> tables.entries().count(list, EntryTable.NOW))).isEqualTo(2);
        assertThat(read((Tables tables) -> tables.entries().countOf(list, feed, EntryTable.NOW))).isEqualTo(2);
        assertThat(read((Tables tables) -> tables.entries().countOf(list, people, EntryTable.NOW))).isEqualTo(1);
        assertThat(read((Tables tables) -> tables.entries().countOf(list, people, change - 1))).isZero();
    }

    private List<EntryRow> entries(long change, String after, int limit) throws IOException {
        List<EntryRow> rows = new ArrayList<>();
        read((Tables tables) -> {
            tables.entries().entries(list, change, new Wanted(after, ""), row -> {
                rows.add(row);
                return rows.size() < limit;
            });
            return true;
        });
        return rows;
    }

    @Test
    void givesTheEntriesOfOneStateInParts() throws IOException {
        String[] many = IntStream.range(0, 10_000).mapToObj("h%05d.example/"::formatted).toArray(String[]::new);
        long first = add(list, feed, many);
        long second = add(list, people, "h00001.example/", " h00001.example/a");
        long third = remove(feed, "h00002.example/");
        assertThat(entries(first, "", Integer.MAX_VALUE)).extracting(row -> row.expression().text())
                .containsExactly(many);
        assertThat(entries(second, "", 4)).extracting(row -> row.expression().text() + "=" + row.sourceId())
                .containsExactly(" h00001.example/a=" + people, "h00000.example/=" + feed, "h00001.example/=" + feed,
                        "h00001.example/=" + people);
        assertThat(entries(second, "h00001.example/", 1)).singleElement()
                .isEqualTo(new EntryRow(new Expression("h00002.example/"), feed, first, OptionalLong.of(third),
                        Optional.empty(), Optional.empty()));
        assertThat(entries(third, "h00001.example/", 1)).extracting(row -> row.expression().text())
                .containsExactly("h00003.example/");
        assertThat(entries(third, "h09999.example/", 1)).isEmpty();
    }

    @Test
    void givesTheTermsOfEntries() throws IOException {
        Optional<Instant> end = Optional.of(T0.plusSeconds(60));
        long change = write(tables -> {
            Staging staging = tables.entries().stage(list, people);
            staging.add(new Expression("a.example/"), end, Optional.of("a\tb\nc"));
            staging.add(new Expression("b.example/"), Optional.empty(), Optional.of(""));
            long begun = begin(tables, list);
            staging.apply(begun, false);
            return begun;
        });
        assertThat(entries(EntryTable.NOW, "", 9)).containsExactly(
                new EntryRow(new Expression("a.example/"), people, change, OptionalLong.empty(), end,
                        Optional.of("a\tb\nc")),
                new EntryRow(new Expression("b.example/"), people, change, OptionalLong.empty(), Optional.empty(),
                        Optional.of("")));
    }

    @Test
    void listsAnExpressionAsLongAsOneSourceDoes() throws IOException {
        long first = add(list, feed, "a.example/");
        long second = add(list, people, "a.example/");
        long third = remove(feed, "a.example/");
        long fourth = remove(people, "a.example/");
        assertThat(diff(list, 0, first)).containsExactly("+a.example/=" + feed);
        assertThat(diff(list, first, second)).isEmpty();
        assertThat(diff(list, second, third)).isEmpty();
        assertThat(diff(list, first, third)).isEmpty();
        assertThat(diff(list, third, fourth)).containsExactly("-a.example/=" + people);
        assertThat(diff(list, first, fourth)).containsExactly("-a.example/=" + feed);
        assertThat(diff(list, fourth, first)).containsExactly("+a.example/=" + feed);
        assertThat(diff(list, 0, fourth)).isEmpty();
    }

    private long remove(long source, String... expressions) throws IOException {
        return write(tables -> {
            long change = begin(tables, list);
            tables.entries().remove(list, source, all(expressions), change);
            return change;
        });
    }

    private List<String> spans(long listId, long since) throws IOException {
        return read(tables -> {
            List<String> all = new java.util.ArrayList<>();
            EntryTable.Spans spans = tables.entries().spans(listId, since);
            while (spans.advance()) {
                all.add(spans.expression() + "=" + spans.sourceId()
                        + spans.spans()
                                .stream()
                                .map(span -> " " + span.added() + "-" + (span.isThere() ? "" : span.removed()))
                                .collect(java.util.stream.Collectors.joining()));
            }
            return all;
        });
    }

    @Test
    void walksThroughTheLivesOfEntries() throws IOException {
        long first = add(list, feed, "a.example/", "b.example/");
        long second = remove(feed, "a.example/");
        long third = add(list, feed, "a.example/");
        long fourth = add(list, people, "a.example/");
        long fifth = remove(feed, "b.example/");
        String a = "a.example/=" + feed;
        String b = "b.example/=" + feed + " " + first + "-" + fifth;
        assertThat(spans(list, 0)).containsExactly(a + " " + first + "-" + second + " " + third + "-",
                "a.example/=" + people + " " + fourth + "-", b);
        assertThat(spans(list, third)).containsExactly(a + " " + third + "-",
                "a.example/=" + people + " " + fourth + "-", b);
        assertThat(spans(list, EntryTable.NOW)).containsExactly(a + " " + third + "-",
                "a.example/=" + people + " " + fourth + "-");
        replace(list, feed, names(10_000).toArray(new String[0]));
        assertThat(spans(list, EntryTable.NOW)).hasSize(10_001).isSorted();
    }

    @Test
    void comesBack() throws IOException {
        long first = add(list, feed, "a.example/");
        long second = remove(feed, "a.example/");
        long third = add(list, feed, "a.example/");
        assertThat(scan(list, first)).hasSize(1);
        assertThat(scan(list, second)).isEmpty();
        assertThat(scan(list, third)).hasSize(1);
        assertThat(read((Tables tables) -> tables.entries().history(list, new Expression("a.example/"))))
                .containsExactly(
                        new EntryRow(new Expression("a.example/"), feed, first, OptionalLong.of(second),
                                Optional.empty(), Optional.empty()),
                        new EntryRow(new Expression("a.example/"), feed, third, OptionalLong.empty(), Optional.empty(),
                                Optional.empty()));
    }

    @Test
    void knowsNoEntryThatOneChangeAddedAndRemoved() throws IOException {
        change(tables -> {
            long change = begin(tables, list);
            stage(tables, list, feed, List.of("a.example/")).apply(change, false);
            assertThat(tables.entries().remove(list, feed, all("a.example/"), change)).isEqualTo(1);
            stage(tables, list, feed, List.of("a.example/")).apply(change, false);
            assertThat(tables.entries().removeOfAll(list, all("a.example/"), change)).isEqualTo(1);
        });
        assertThat(read((Tables tables) -> tables.entries().history(list, new Expression("a.example/")))).isEmpty();
    }

    @Test
    void removesAndAddsAgainInOneChange() throws IOException {
        long first = add(list, feed, "a.example/");
        change(tables -> {
            long change = begin(tables, list);
            tables.entries().remove(list, feed, all("a.example/"), change);
            stage(tables, list, feed, List.of("a.example/")).apply(change, false);
        });
        assertThat(scan(list, EntryTable.NOW)).hasSize(1);
        assertThat(diff(list, first, EntryTable.NOW)).isEmpty();
    }

    @Test
    void countsWhatItRemoves() throws IOException {
        add(list, feed, "a.example/", "b.example/");
        add(list, people, "a.example/");
        change(tables -> {
            long change = begin(tables, list);
            assertThat(tables.entries().remove(list, feed, all("b.example/", "x.example/"), change)).isEqualTo(1);
            assertThat(tables.entries().remove(list, people, all("b.example/"), change)).isZero();
            assertThat(tables.entries().removeOfAll(list, all("a.example/", "b.example/"), change)).isEqualTo(2);
            assertThat(tables.entries().removeOfAll(list, all(), change)).isZero();
        });
        assertThat(scan(list, EntryTable.NOW)).isEmpty();
    }

    @Test
    void replacesOneSourceOnly() throws IOException {
        add(list, people, "a.example/", "p.example/");
        add(list, feed, "a.example/", "b.example/", "c.example/");
        replace(list, feed, "c.example/", "d.example/");
        assertThat(scan(list, EntryTable.NOW)).containsExactly("a.example/=" + people, "c.example/=" + feed,
                "d.example/=" + feed, "p.example/=" + people);
        replace(list, feed);
        assertThat(scan(list, EntryTable.NOW)).containsExactly("a.example/=" + people, "p.example/=" + people);
    }

    @Test
    void saysHowWhatWasCollectedDiffers() throws IOException {
        add(list, people, "a.example/", "x.example/");
        add(list, feed, "a.example/", "b.example/", "c.example/");
        StagedDiff small = read(
                tables -> stage(tables, list, feed, List.of("c.example/", "d.example/", "x.example/", "c.example/"))
                        .diff());
        assertThat(small).isEqualTo(new StagedDiff(2, 1, 2));
        assertThat(read((Tables tables) -> stage(tables, list, feed, List.of("c.example/", "d.example/", "x.example/"))
                .additions())).isEqualTo(new StagedDiff(2, 1, 0));
        List<String> many = names(20_000);
        assertThat(read((Tables tables) -> stage(tables, list, feed, many).diff()))
                .isEqualTo(new StagedDiff(20_000, 0, 3));
        assertThat(read((Tables tables) -> stage(tables, list, feed, many).additions()))
                .isEqualTo(new StagedDiff(20_000, 0, 0));
        assertThat(read((Tables tables) -> stage(tables, list, feed, List.of()).diff()))
                .isEqualTo(new StagedDiff(0, 0, 3));
        apply(list, feed, true, many);
        assertThat(read((Tables tables) -> stage(tables, list, feed, many.subList(10, 20_000)).diff()))
                .isEqualTo(new StagedDiff(0, 19_990, 10));
        assertThat(scan(list, EntryTable.NOW)).hasSize(20_002);
    }

    @Test
    void goesOnCollectingAfterADiff() throws IOException {
        change(tables -> {
            Staging staging = stage(tables, list, feed, names(10));
            assertThat(staging.diff().added()).isEqualTo(10);
            staging.add(new Expression("z.example/"), Optional.empty(), Optional.empty());
            assertThat(staging.diff().added()).isEqualTo(11);
            staging.apply(begin(tables, list), true);
        });
        assertThat(scan(list, EntryTable.NOW)).hasSize(11);
    }

    private static List<String> names(int count) {
        List<String> names = new java.util.ArrayList<>(
                IntStream.range(0, count).mapToObj(i -> "h" + i + ".example/").toList());
        Collections.shuffle(names, new java.util.Random(1));
        return names;
    }

    @Test
    void hasOneStagingAtATime() {
        assertThatThrownBy(() -> change(tables -> {
            Staging first = tables.entries().stage(list, feed);
            tables.entries().stage(list, people);
            first.add(new Expression("a.example/"), Optional.empty(), Optional.empty());
        })).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void keepsExpiryAndReasonAndTakesNewOnes() throws IOException {
        Instant soon = T0.plusSeconds(10);
        Optional<String> reason = Optional.of("says \"Ä\"\n\u0001\\");
        for (boolean replace : List.of(false, true)) {
            long source = newSource(list, "details " + replace);
            change(tables -> {
                Staging staging = tables.entries().stage(list, source);
                staging.add(new Expression("a.example/"), Optional.of(soon), reason);
                staging.add(new Expression("a.example/"), Optional.empty(), Optional.empty()); // the first of two counts
                staging.add(new Expression("b.example/"), Optional.empty(), Optional.empty());
                staging.apply(begin(tables, list), replace);
            });
            assertThat(last(source, "a.example/")).extracting(EntryRow::expires, EntryRow::reason)
                    .containsExactly(Optional.of(soon), reason);
            change(tables -> {
                Staging staging = tables.entries().stage(list, source);
                staging.add(new Expression("a.example/"), Optional.empty(), Optional.of("other"));
                staging.add(new Expression("b.example/"), Optional.of(soon), Optional.empty());
                staging.apply(begin(tables, list), replace);
            });
            assertThat(last(source, "a.example/")).extracting(EntryRow::expires, EntryRow::reason)
                    .containsExactly(Optional.empty(), Optional.of("other"));
            assertThat(last(source, "b.example/").expires()).contains(soon);
        }
    }

    private List<String> changes(long from, long to, String after) throws IOException {
        return read(tables -> {
            List<String> all = new java.util.ArrayList<>();
            tables.entries().changes(list, from, to, new Wanted(after, ""), (expression, before, now) -> {
                all.add(expression + " " + words(before) + " > " + words(now));
                return true;
            });
            return all;
        });
    }

    private static List<String> words(List<ListedTerms> terms) {
        return terms.stream()
                .map(each -> each.sourceId() + each.expires().map(end -> "@" + end.toEpochMilli()).orElse("")
                        + each.reason().map(why -> ":" + why).orElse(""))
                .toList();
    }

    private long addWith(long source, String expression, Optional<Instant> expires, Optional<String> reason)
            throws IOException {
        return write(tables -> {
            long change = begin(tables, list);
            Staging staging = tables.entries().stage(list, source);
            staging.add(new Expression(expression), expires, reason);
            staging.apply(change, false);
            return change;
        });
    }

    @Test
    void otherTermsAreAChange() throws IOException {
        long first = add(list, feed, "a.example/", "b.example/", "c.example/");
        Optional<String> odd = Optional.of("\t\n\u0001ä'");
        long second = addWith(feed, "a.example/", Optional.of(T0), odd);
        long third = addWith(people, "b.example/", Optional.empty(), Optional.of(""));
        addWith(feed, "a.example/", Optional.of(T0), odd); // says the same
        String a = "a.example/ [" + feed + "] > [" + feed + "@" + T0.toEpochMilli() + ":" + odd.get() + "]";
        String b = "b.example/ [" + feed + "] > [" + feed + ", " + people + ":]";
        assertThat(changes(first, EntryTable.NOW, "")).containsExactly(a, b);
        assertThat(changes(first, EntryTable.NOW, "a.example/")).containsExactly(b);
        assertThat(changes(first, second, "")).containsExactly(a);
        assertThat(changes(second, first, "")).containsExactly(
                "a.example/ [" + feed + "@" + T0.toEpochMilli() + ":" + odd.get() + "] > [" + feed + "]");
        assertThat(changes(third, EntryTable.NOW, "")).isEmpty();
        assertThat(changes(0, first, "b.example/")).containsExactly("c.example/ [] > [" + feed + "]");
        assertThat(diff(list, first, EntryTable.NOW)).isEmpty();
        assertThat(scan(list, EntryTable.NOW)).hasSize(4);
        change(tables -> tables.entries().revert(list, first, begin(tables, list)));
        assertThat(changes(first, EntryTable.NOW, "")).isEmpty();
        assertThat(last(feed, "a.example/").expires()).isEmpty();
        change(tables -> tables.entries().revert(list, third, begin(tables, list)));
        assertThat(changes(first, EntryTable.NOW, "")).containsExactly(a, b);
    }

    /// As a person searches: a part of a text, in either case, behind the part that was seen.
    @Test
    void findsWhatContainsAText() throws IOException {
        long first = add(list, feed, "a.example/Shop", "b.example/shop?q=%20", "c.example/");
        add(list, people, "d-shop.example/", "e.example/");
        assertThat(found(new Wanted("", "SHop"), first)).containsExactly("a.example/Shop", "b.example/shop?q=%20",
                "d-shop.example/", "changed d-shop.example/");
        assertThat(found(new Wanted("a.example/Shop", "shop"), 0)).containsExactly("b.example/shop?q=%20",
                "d-shop.example/", "changed b.example/shop?q=%20", "changed d-shop.example/");
        assertThat(found(new Wanted("", "%"), first)).as("no pattern").containsExactly("b.example/shop?q=%20");
        assertThat(found(new Wanted("", "_"), first)).isEmpty();
        assertThat(found(new Wanted("", "\u00e4'\\"), first)).isEmpty();
    }

    private List<String> found(Wanted wanted, long from) throws IOException {
        return read(tables -> {
            List<String> all = new java.util.ArrayList<>();
            tables.entries().entries(list, EntryTable.NOW, wanted, row -> all.add(row.expression().text()));
            tables.entries()
                    .changes(list, from, EntryTable.NOW, wanted,
                            (expression, _, _) -> all.add("changed " + expression.text()));
            return all;
        });
    }

    @Test
    void findsBeyondASlice() throws IOException {
        apply(list, feed, true, names(10_000));
        assertThat(found(new Wanted("", names(10_000).getLast()), 0)).hasSize(2);
        assertThat(found(new Wanted("", ".example/"), 0)).hasSize(20_000);
    }

    @Test
    void otherTermsInOneChangeLeaveNoTrace() throws IOException {
        long first = add(list, feed, "a.example/");
        change(tables -> {
            long change = begin(tables, list);
            for (Optional<Instant> end : List.of(Optional.of(T0), Optional.<Instant>empty())) {
                Staging staging = tables.entries().stage(list, feed);
                staging.add(new Expression("a.example/"), end, Optional.empty());
                staging.apply(change, false);
            }
        });
        assertThat(changes(first, EntryTable.NOW, "")).isEmpty();
        assertThat(scan(list, EntryTable.NOW)).hasSize(1);
    }

    @Test
    void goesThroughMoreThanASliceAndStopsWhereItIsTold() throws IOException {
        long first = apply(list, feed, true, names(10_000));
        apply(list, feed, true, names(10_000).subList(0, 9_000));
        replace(list, feed); // all of the change before came and went
        assertThat(changes(first, EntryTable.NOW, "")).hasSize(10_000).isSorted();
        assertThat(changes(0, EntryTable.NOW, "")).isEmpty();
        int[] taken = {0};
        change(tables -> tables.entries()
                .changes(list, first, EntryTable.NOW, Wanted.ALL, (_, _, _) -> ++taken[0] < 5));
        assertThat(taken[0]).isEqualTo(5);
    }

    private EntryRow last(long source, String expression) throws IOException {
        return read(tables -> tables.entries().history(list, new Expression(expression))).stream()
                .filter(row -> row.sourceId() == source)
                .toList()
                .getLast();
    }

    @Test
    void expires() throws IOException {
        change(tables -> {
            Staging staging = tables.entries().stage(list, feed);
            staging.add(new Expression("a.example/"), Optional.of(T0), Optional.empty());
            staging.add(new Expression("b.example/"), Optional.of(T0.plusMillis(1)), Optional.empty());
            staging.add(new Expression("c.example/"), Optional.empty(), Optional.empty());
            staging.apply(begin(tables, list), false);
        });
        assertThat(read((Tables tables) -> tables.entries().countExpired(list, T0))).isEqualTo(1);
        assertThat(scan(list, EntryTable.NOW)).hasSize(3);
        long removed = write(tables -> tables.entries().expire(list, T0, begin(tables, list)));
        assertThat(removed).isEqualTo(1);
        assertThat(read((Tables tables) -> tables.entries().countExpired(list, T0))).isZero();
        assertThat(scan(list, EntryTable.NOW)).containsExactly("b.example/=" + feed, "c.example/=" + feed);
    }

    @Test
    void revertsToExactlyWhatWas() throws IOException {
        add(list, feed, "a.example/", "b.example/");
        long then = add(list, people, "b.example/", "c.example/");
        replace(list, feed, "d.example/");
        remove(people, "b.example/");
        add(list, feed, "a.example/");
        for (long target : List.of(then, 0L, then)) {
            change(tables -> tables.entries().revert(list, target, begin(tables, list)));
            assertThat(scan(list, EntryTable.NOW)).isEqualTo(scan(list, target));
        }
        assertThat(scan(list, EntryTable.NOW)).containsExactly("a.example/=" + feed, "b.example/=" + feed,
                "b.example/=" + people, "c.example/=" + people);
    }

    @Test
    void keepsListsApart() throws IOException {
        long other = newList("other");
        long source = newSource(other, "feed");
        add(list, feed, "a.example/");
        add(other, source, "a.example/", "b.example/");
        change(tables -> tables.entries().removeOfAll(list, all("a.example/", "b.example/"), begin(tables, list)));
        assertThat(scan(list, EntryTable.NOW)).isEmpty();
        assertThat(scan(other, EntryTable.NOW)).hasSize(2);
        assertThat(diff(other, 0, EntryTable.NOW)).hasSize(2);
    }

    @Test
    void refusesWhatDoesNotFit() throws IOException {
        long other = newList("other");
        long old = add(list, feed, "a.example/");
        add(list, feed, "b.example/");
        assertRefused(tables -> tables.entries().stage(other, feed));
        assertRefused(tables -> tables.entries().remove(list, feed, all("a.example/"), old));
        assertRefused(tables -> tables.entries().revert(list, 0, old + 7));
        assertThat(scan(list, EntryTable.NOW)).hasSize(2);
    }

    @Test
    void takesTheLongestExpression() throws IOException {
        String longest = "x".repeat(Expression.MAX_LENGTH - 1) + "/";
        List<String> all = IntStream.range(0, 300).mapToObj(i -> i + longest.substring(3)).toList();
        apply(list, feed, true, all);
        assertThat(scan(list, EntryTable.NOW)).hasSize(300);
        apply(list, feed, true, all.subList(1, 300));
        assertThat(scan(list, EntryTable.NOW)).hasSize(299);
    }
}
