package bloomward.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Expression;
import bloomward.server.store.AuditLog.AuditRow;
import bloomward.server.store.AuditLog.Verification;
import bloomward.server.store.HoldRow.Decision;
import bloomward.server.store.TokenTable.TokenRow;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Contract of every store for lists, holds, allowed expressions, feeds, tokens and its log.
@OnEachStore
final class SmallTablesContractTest extends PublisherStoreContract {

    @Test
    void keepsLists() throws IOException {
        ListRow b = write(tables -> tables.lists().create(list("b")));
        ListRow a = write(tables -> tables.lists().create(list("a")));
        assertThat(b).isEqualTo(new ListRow(b.id(), "b", new Category("malware"), SPEC, 1_000_000, false, 1, T0));
        assertThat(read((Tables tables) -> tables.lists().all())).containsExactly(a, b);
        assertThat(read((Tables tables) -> tables.lists().find("a"))).contains(a);
        assertThat(read((Tables tables) -> tables.lists().find("x"))).isEmpty();
        assertRefused(tables -> tables.lists().create(list("a")));

        KeySpec wider = new KeySpec(1, 40, Long.MIN_VALUE);
        change(tables -> {
            tables.lists().setSpec(a.id(), wider, 21_000_000);
            tables.lists().setCompileFrom(a.id(), 1024);
        });
        assertThat(read((Tables tables) -> tables.lists().find("a")))
                .contains(new ListRow(a.id(), "a", new Category("malware"), wider, 21_000_000, false, 1024, T0));
        assertThat(read((Tables tables) -> tables.lists().find("b"))).contains(b);
        assertRefused(tables -> tables.lists().setCompileFrom(99, 2));
        ListRow reviewed = new ListRow(0, "c", new Category("malware"), SPEC, 1_000_000, true, 1, T0);
        assertThat(write(tables -> tables.lists().create(reviewed)).needsReview()).isTrue();
        assertThat(read((Tables tables) -> tables.lists().find("c")).orElseThrow().needsReview()).isTrue();
    }

    @Test
    void aDeletedListKeepsItsNameAndTakesNoChange() throws IOException {
        ListRow a = write(tables -> tables.lists().create(list("a")));
        ListRow b = write(tables -> tables.lists().create(list("b")));
        change(tables -> {
            tables.lists().setDetails(a.id(), "A title", new Category("scam"));
            tables.lists().delete(b.id(), T0.plusSeconds(9));
        });
        assertThat(read((Tables tables) -> tables.lists().all())).singleElement().satisfies(left -> {
            assertThat(left.title()).isEqualTo("A title");
            assertThat(left.category()).isEqualTo(new Category("scam"));
            assertThat(left.deletedAt()).isEmpty();
        });
        assertThat(read((Tables tables) -> tables.lists().find("b"))).isEmpty();
        List<ListRow> ever = read((Tables tables) -> tables.lists().allEver());
        assertThat(ever).extracting(ListRow::name).containsExactly("a", "b");
        assertThat(ever.getLast().deletedAt()).contains(T0.plusSeconds(9));
        assertRefused(tables -> tables.lists().create(list("b")));
        assertRefused(tables -> tables.lists().delete(b.id(), T0));
        assertRefused(tables -> begin(tables, b.id()));
        assertRefused(tables -> tables.lists().source(b.id(), "y", SourceKind.FEED, Optional.empty()));
        assertRefused(tables -> tables.lists().setDetails(99, "", new Category("scam")));
    }

    @Test
    void keepsSources() throws IOException {
        long list = newList("a");
        Optional<Category> phishing = Optional.of(new Category("phishing"));
        SourceRow z = write(tables -> tables.lists().source(list, "z", SourceKind.FEED, phishing));
        SourceRow y = write(tables -> tables.lists().source(list, "y", SourceKind.PEOPLE, Optional.empty()));
        assertThat(z).isEqualTo(new SourceRow(z.id(), list, "z", SourceKind.FEED, phishing));
        assertThat(write((Tables tables) -> tables.lists().source(list, "z", SourceKind.IMPORT, Optional.empty())))
                .isEqualTo(z);
        assertThat(read((Tables tables) -> tables.lists().sources(list))).containsExactly(y, z);
        assertThat(read((Tables tables) -> tables.lists().findSource(list, "y"))).contains(y);
        assertThat(read((Tables tables) -> tables.lists().findSource(list + 1, "y"))).isEmpty();
        assertRefused(tables -> tables.lists().source(99, "y", SourceKind.FEED, Optional.empty()));
    }

    @Test
    void countsChangesOverAllLists() throws IOException {
        long a = newList("a");
        long b = newList("b");
        assertThat(read((Tables tables) -> tables.lists().lastChange(a))).isZero();
        long one = write(tables -> tables.lists().begin(new Change(0, a, T0, "anna", "adds")));
        long two = write(tables -> tables.lists().begin(new Change(0, b, T0, "bob", "adds")));
        long three = write(tables -> tables.lists().begin(new Change(0, a, T0, "bob", "removes")));
        long four = write(tables -> tables.lists().begin(new Change(0, a, T0, "anna", "adds")));
        assertThat(List.of(one, two, three, four)).isSorted().doesNotHaveDuplicates().startsWith(1L);
        assertThat(read((Tables tables) -> tables.lists().lastChange(a))).isEqualTo(four);
        assertThat(read((Tables tables) -> tables.lists().lastChange(b))).isEqualTo(two);
        assertThat(read((Tables tables) -> tables.lists().change(three)))
                .contains(new Change(three, a, T0, "bob", "removes"));
        assertThat(read((Tables tables) -> tables.lists().change(99))).isEmpty();
        assertThat(read((Tables tables) -> tables.lists().actors(a, 0, four))).containsExactly("anna", "bob");
        assertThat(read((Tables tables) -> tables.lists().actors(a, one, three))).containsExactly("bob");
        assertThat(read((Tables tables) -> tables.lists().actors(a, four, 99))).isEmpty();
    }

    @Test
    void knowsTheLastChangeOfAnother() throws IOException {
        long a = newList("a");
        assertThat(read((Tables tables) -> tables.lists().lastChangeNotBy(a, "server"))).isZero();
        long one = write(tables -> tables.lists().begin(new Change(0, a, T0, "anna", "adds")));
        long two = write(tables -> tables.lists().begin(new Change(0, a, T0, "server", "expired")));
        assertThat(read((Tables tables) -> tables.lists().lastChangeNotBy(a, "server"))).isEqualTo(one);
        assertThat(read((Tables tables) -> tables.lists().lastChangeNotBy(a, "anna"))).isEqualTo(two);
    }

    @Test
    void keepsApprovalsOfOneDraft() throws IOException {
        long a = newList("a");
        long b = newList("b");
        long anna = newToken("anna", 1);
        long bob = newToken("bob", 2);
        Approval first = new Approval(bob, T0);
        Approval second = new Approval(anna, T0.plusSeconds(1));
        change(tables -> {
            tables.lists().approve(a, digest(7), second);
            tables.lists().approve(a, digest(7), first);
            tables.lists().approve(a, digest(7), new Approval(bob, T0.plusSeconds(5)));
        });
        assertThat(read((Tables tables) -> tables.lists().approvals(a, digest(7)))).containsExactly(first, second);
        assertThat(read((Tables tables) -> tables.lists().approvals(a, digest(8)))).isEmpty();
        assertThat(read((Tables tables) -> tables.lists().approvals(b, digest(7)))).isEmpty();
        assertRefused(tables -> tables.lists().approve(b, digest(7), new Approval(99, T0)));
        assertRefused(tables -> tables.lists().approve(99, digest(7), first));
    }

    private long newToken(String name, int secret) throws IOException {
        return write(tables -> tables.tokens()
                .create(new TokenRow(0, name, "reviewer", digest(secret), T0, Optional.empty(), Optional.empty()))
                .id());
    }

    @Test
    void findsTheFirstChangeAfterAnother() throws IOException {
        long list = newList("a");
        long other = newList("b");
        long first = write(tables -> tables.lists().begin(new Change(0, list, T0, "ann", "one")));
        change(tables -> tables.lists().begin(new Change(0, other, T0, "ann", "elsewhere")));
        long second = write(tables -> tables.lists().begin(new Change(0, list, T0.plusSeconds(5), "bob", "two")));
        change(tables -> tables.lists().begin(new Change(0, list, T0.plusSeconds(9), "bob", "three")));
        assertThat(read((Tables tables) -> tables.lists().firstChangeAfter(list, 0))).map(Change::number)
                .contains(first);
        assertThat(read((Tables tables) -> tables.lists().firstChangeAfter(list, first)))
                .contains(new Change(second, list, T0.plusSeconds(5), "bob", "two"));
        assertThat(read((Tables tables) -> tables.lists().firstChangeAfter(list, 99))).isEmpty();
    }

    @Test
    void countsWhatWaits() throws IOException {
        long list = newList("a");
        long source = newSource(list, "s");
        HoldRow oldest = hold(list, source, Optional.of(X), "");
        long decided = write(tables -> tables.holds().put(oldest));
        change(tables -> {
            for (int i = 1; i <= 3; i++) {
                tables.holds()
                        .put(new HoldRow(0, list, source, Optional.of(new Expression("y" + i + ".example/")), "popular",
                                "", 0, Optional.empty(), Optional.empty(), Optional.empty(), "feed",
                                T0.plusSeconds(10 - i), HoldState.OPEN, Optional.empty()));
            }
            tables.holds().put(hold(0, 0, Optional.of(X), ""));
            tables.holds().decide(decided, HoldState.REJECTED, new Decision("ann", T0, "no"));
        });
        assertThat(read((Tables tables) -> tables.holds().waiting())).containsExactly(
                new HoldTable.Waiting(0, "", "popular", 1, T0),
                new HoldTable.Waiting(list, "s", "popular", 3, T0.plusSeconds(7)));
    }

    private static final Expression X = new Expression("x.example/");

    private static HoldRow hold(long list, long source, Optional<Expression> expression, String detail) {
        return new HoldRow(0, list, source, expression, "popular", detail, 3, Optional.of("body"), Optional.of(T0),
                Optional.of("case 1"), "feed", T0, HoldState.OPEN, Optional.empty());
    }

    @Test
    void holdsTheSameThingOnce() throws IOException {
        long list = newList("a");
        long source = newSource(list, "s");
        Optional<Expression> x = Optional.of(X);
        long id = write(tables -> tables.holds().put(hold(list, source, x, "one")));
        HoldRow again = new HoldRow(0, list, source, x, "protected", "two", 9, Optional.empty(),
                Optional.of(T0.plusSeconds(9)), Optional.empty(), "other", T0.plusSeconds(1), HoldState.OPEN,
                Optional.empty());
        assertThat(write((Tables tables) -> tables.holds().put(again))).isEqualTo(id);
        assertThat(read((Tables tables) -> tables.holds().find(id))).contains(new HoldRow(id, list, source, x,
                "protected", "two", 9, Optional.empty(), Optional.of(T0.plusSeconds(9)), Optional.empty(), "feed", T0,
                HoldState.OPEN, Optional.empty()));
        long other = newSource(list, "t");
        List<HoldRow> others = List.of(hold(list, other, x, "a"), hold(list, source, Optional.empty(), "b"),
                hold(0, 0, x, "c"), hold(list, source, Optional.of(new Expression("y.example/")), "d"));
        for (HoldRow row : others) {
            assertThat(write((Tables tables) -> tables.holds().put(row))).isGreaterThan(id);
        }
        assertThat(read((Tables tables) -> tables.holds().count(list, HoldState.OPEN))).isEqualTo(4);
        assertThat(read((Tables tables) -> tables.holds().count(0, HoldState.OPEN))).isEqualTo(5);
        assertThat(read((Tables tables) -> tables.holds().all(0, HoldState.OPEN, 2))).extracting(HoldRow::detail)
                .containsExactly("two", "a");
        assertThat(read((Tables tables) -> tables.holds().all(list, HoldState.OPEN, 99))).extracting(HoldRow::detail)
                .containsExactly("two", "a", "b", "d");
        assertThat(read((Tables tables) -> tables.holds().find(99))).isEmpty();
    }

    @Test
    void keepsDecisions() throws IOException {
        long list = newList("a");
        long source = newSource(list, "s");
        Optional<Expression> x = Optional.of(X);
        assertThat(read((Tables tables) -> tables.holds().lastDecision(list, X))).isEmpty();
        long first = write(tables -> tables.holds().put(hold(list, source, x, "one")));
        assertThat(read((Tables tables) -> tables.holds().lastDecision(list, X))).isEmpty();
        Decision no = new Decision("anna", T0.plusSeconds(1), "is ours");
        change(tables -> tables.holds().decide(first, HoldState.REJECTED, no));
        HoldRow decided = read(tables -> tables.holds().find(first)).orElseThrow();
        assertThat(decided.state()).isEqualTo(HoldState.REJECTED);
        assertThat(decided.decision()).contains(no);
        assertThat(read((Tables tables) -> tables.holds().lastDecision(list, X))).contains(decided);
        assertThat(read((Tables tables) -> tables.holds().lastDecision(0, X))).isEmpty();

        long second = write(tables -> tables.holds().put(hold(list, source, x, "two")));
        assertThat(second).isNotEqualTo(first);
        assertThat(read((Tables tables) -> tables.holds().lastDecision(list, X))).contains(decided);
        Decision yes = new Decision("bob", T0.plusSeconds(2), "was taken over");
        change(tables -> tables.holds().decide(second, HoldState.RELEASED, yes));
        assertThat(read((Tables tables) -> tables.holds().lastDecision(list, X))).map(HoldRow::id).contains(second);
        assertRefused(tables -> tables.holds().decide(second, HoldState.REJECTED, no));
        assertRefused(tables -> tables.holds().decide(99, HoldState.REJECTED, no));
        assertRefused(tables -> tables.holds().decide(second, HoldState.WITHDRAWN, no));
        assertRefused(tables -> tables.holds().put(decided));
    }

    @Test
    void withdrawsWhatASourceNoLongerLists() throws IOException {
        long list = newList("a");
        long source = newSource(list, "s");
        long other = newSource(list, "t");
        long x = write(tables -> tables.holds().put(hold(list, source, Optional.of(new Expression("x.example/")), "")));
        long y = write(tables -> tables.holds().put(hold(list, source, Optional.of(new Expression("y.example/")), "")));
        long z = write(tables -> tables.holds().put(hold(list, other, Optional.of(new Expression("z.example/")), "")));
        assertThat(write((Tables tables) -> tables.holds().withdraw(list, source, List.of(y, z)))).isEqualTo(1);
        assertThat(read((Tables tables) -> tables.holds().all(0, HoldState.WITHDRAWN, 9))).extracting(HoldRow::id)
                .containsExactly(x);
        assertThat(write((Tables tables) -> tables.holds().withdraw(list, source, List.of()))).isEqualTo(1);
        assertThat(read((Tables tables) -> tables.holds().all(0, HoldState.OPEN, 9))).extracting(HoldRow::id)
                .containsExactly(z);
    }

    @Test
    void namesTheFilesOfOpenHolds() throws IOException {
        long list = newList("a");
        SourceRow one = new SourceRow(newSource(list, "s"), list, "s", SourceKind.FEED, Optional.empty());
        SourceRow two = new SourceRow(newSource(list, "t"), list, "t", SourceKind.FEED, Optional.empty());
        assertThat(read((Tables tables) -> tables.holds().openBodies())).isEmpty();
        long decided = write(tables -> tables.holds()
                .put(HoldRow.ofImport(one, "one", "", "", Optional.empty(), Optional.empty(), "anna", T0)));
        change(tables -> tables.holds()
                .put(HoldRow.ofImport(two, "two", "", "", Optional.empty(), Optional.empty(), "anna", T0)));
        change(tables -> tables.holds().decide(decided, HoldState.REJECTED, new Decision("bob", T0, "no")));
        assertThat(read((Tables tables) -> tables.holds().openBodies())).containsExactly("two");
    }

    @Test
    void withdrawsWhatIsNoLongerToBeAllowed() throws IOException {
        long list = newList("a");
        long source = newSource(list, "s");
        Optional<Expression> x = Optional.of(X);
        long listed = write(tables -> tables.holds().put(hold(list, source, x, "listed")));
        long allowed = write(tables -> tables.holds().put(hold(0, 0, x, "allowed")));
        long other = write(tables -> tables.holds().put(hold(0, 0, Optional.of(new Expression("y.example/")), "")));
        assertThat(write((Tables tables) -> tables.holds().withdrawAllowed(List.of(new AllowKey(X, 0))))).isEqualTo(1);
        assertThat(read((Tables tables) -> tables.holds().all(0, HoldState.WITHDRAWN, 9))).extracting(HoldRow::id)
                .containsExactly(allowed);
        assertThat(read((Tables tables) -> tables.holds().all(0, HoldState.OPEN, 9))).extracting(HoldRow::id)
                .containsExactly(listed, other);
        assertThat(write((Tables tables) -> tables.holds().withdrawAllowed(List.of()))).isZero();
    }

    @Test
    void keepsWhatIsAllowed() throws IOException {
        AllowRow b = new AllowRow(new Expression("b.example/"), 0, "", "ours", "anna", T0,
                Optional.of(T0.plusSeconds(5)), true);
        AllowRow a = new AllowRow(new Expression("a.example/"), 0, "partners", "ours", "anna", T0, Optional.empty(),
                false);
        change(tables -> {
            tables.allowed().put(b);
            tables.allowed().put(a);
        });
        assertThat(read((Tables tables) -> tables.allowed().all())).containsExactly(a, b);
        AllowRow released = new AllowRow(new Expression("b.example/"), 0, "", "yes", "bob", T0, b.expires(), false);
        change(tables -> tables.allowed().put(released));
        assertThat(read((Tables tables) -> tables.allowed().all())).containsExactly(a, released);
        assertThat(write((Tables tables) -> tables.allowed().expire(T0))).isEmpty();
        assertThat(write((Tables tables) -> tables.allowed().expire(T0.plusSeconds(5)))).containsExactly(released);
        assertThat(write((Tables tables) -> tables.allowed().remove(b.key()))).isFalse();
        assertThat(write((Tables tables) -> tables.allowed().remove(a.key()))).isTrue();
        assertThat(read((Tables tables) -> tables.allowed().all())).isEmpty();
    }

    @Test
    void keepsWhatIsAllowedForEachListByItself() throws IOException {
        long list = newList("phishing");
        AllowRow every = new AllowRow(X, 0, "", "ours", "anna", T0, Optional.empty(), false);
        assertThat(size(every)).as("x.example/ and a newline").isEqualTo(11);
        AllowRow one = new AllowRow(X, list, "partners", "theirs", "bob", T0, Optional.of(T0.plusSeconds(5)), false);
        assertThat(size(one)).as("x.example/ * - and x.example/ phishing 2026-01-01T00:00:05Z")
                .isEqualTo(15 + 11 + 9 + 21);
        assertThat(read((Tables tables) -> tables.allowed().all())).containsExactly(every, one);
        assertThat(read((Tables tables) -> tables.allowed().of(X))).containsExactly(every, one);
        assertThat(read((Tables tables) -> tables.allowed().find(one.key()))).contains(one);
        assertThat(read((Tables tables) -> tables.allowed().find(new AllowKey(X, list + 1)))).isEmpty();
        assertThat(read((Tables tables) -> tables.allowed().hasExpired(T0.plusSeconds(4)))).isFalse();
        assertThat(read((Tables tables) -> tables.allowed().hasExpired(T0.plusSeconds(5)))).isTrue();
        assertThat(write((Tables tables) -> tables.allowed().expire(T0.plusSeconds(5)))).containsExactly(one);
        assertThat(read((Tables tables) -> tables.allowed().all())).containsExactly(every);
    }

    /// @return the size of all that is allowed, with this
    private long size(AllowRow row) throws IOException {
        change(tables -> tables.allowed().put(row));
        return read((Tables tables) -> tables.allowed().sizeInBytes());
    }

    @Test
    void holdsWhatIsToBeAllowedForEachListByItself() throws IOException {
        long list = newList("phishing");
        AllowRow every = new AllowRow(X, 0, "", "ours", "anna", T0, Optional.empty(), true);
        AllowRow one = new AllowRow(X, list, "partners", "ours", "anna", T0, Optional.of(T0), true);
        long first = write(tables -> tables.holds().put(HoldRow.ofAllowed(every, "r", "d")));
        long second = write(tables -> tables.holds().put(HoldRow.ofAllowed(one, "r", "d")));
        assertThat(read((Tables tables) -> tables.holds().find(second)).orElseThrow().allowRow())
                .contains(one.released());
        assertThat(write((Tables tables) -> tables.holds().withdrawAllowed(List.of(new AllowKey(X, list + 1)))))
                .isZero();
        change(tables -> tables.holds().decide(second, HoldState.RELEASED, new HoldRow.Decision("bob", T0, "yes")));
        assertThat(read((Tables tables) -> tables.holds().lastDecision(every.key()))).isEmpty();
        assertThat(read((Tables tables) -> tables.holds().lastDecision(one.key()))).map(HoldRow::id).contains(second);
        assertThat(write((Tables tables) -> tables.holds().withdrawAllowed(List.of(every.key(), one.key())))).isOne();
        assertThat(read((Tables tables) -> tables.holds().find(first)).orElseThrow().state())
                .isEqualTo(HoldState.WITHDRAWN);
    }

    @Test
    void keepsFeeds() throws IOException {
        long list = newList("a");
        FeedRow fresh = new FeedRow("b", list, "url = 1", true, Optional.empty(), Optional.empty(), Optional.empty(), 0,
                Optional.empty(), Optional.empty());
        FeedRow tried = new FeedRow("a", list, "url = 2", false, Optional.of(T0), Optional.of(T0.plusSeconds(1)),
                Optional.of(T0.plusSeconds(2)), 7, Optional.of("404"), Optional.of("{}"));
        change(tables -> {
            tables.feeds().put(fresh);
            tables.feeds().put(tried);
        });
        assertThat(read((Tables tables) -> tables.feeds().all())).containsExactly(tried, fresh);
        assertThat(read((Tables tables) -> tables.feeds().find("b"))).contains(fresh);
        assertThat(read((Tables tables) -> tables.feeds().find("x"))).isEmpty();
        FeedRow moved = new FeedRow("b", list, "url = 3", true, tried.lastAttempt(), tried.lastSuccess(),
                tried.lastChange(), 0, Optional.empty(), tried.counts());
        change(tables -> tables.feeds().put(moved));
        assertThat(read((Tables tables) -> tables.feeds().find("b"))).contains(moved);
    }

    static Digest digest(int number) {
        try {
            return Digest.parse("%064x".formatted(number));
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void keepsTokens() throws IOException {
        TokenRow ci = write(tables -> tables.tokens()
                .create(new TokenRow(0, "ci", "publisher", digest(1), T0, Optional.empty(), Optional.of("ann"))));
        assertThat(ci).isEqualTo(
                new TokenRow(ci.id(), "ci", "publisher", digest(1), T0, Optional.empty(), Optional.of("ann")));
        assertThat(read((Tables tables) -> tables.tokens().find(digest(1)))).contains(ci);
        assertThat(read((Tables tables) -> tables.tokens().find(digest(2)))).isEmpty();
        TokenRow next = new TokenRow(0, "ci", "viewer", digest(2), T0, Optional.empty(), Optional.of("ann"));
        assertRefused(tables -> tables.tokens().create(next));
        assertThat(write((Tables tables) -> tables.tokens().revoke(ci.id(), T0))).isTrue();
        assertThat(write((Tables tables) -> tables.tokens().revoke(ci.id(), T0.plusSeconds(1)))).isFalse();
        assertThat(write((Tables tables) -> tables.tokens().revoke(99, T0))).isFalse();
        assertThat(read((Tables tables) -> tables.tokens().find(digest(1))).orElseThrow().revokedAt()).contains(T0);
        TokenRow second = write(tables -> tables.tokens().create(next));
        assertThat(read((Tables tables) -> tables.tokens().all())).extracting(TokenRow::id)
                .containsExactly(ci.id(), second.id());
    }

    @Test
    void chainsItsLog() throws IOException {
        assertThat(read((Tables tables) -> tables.audit().verify())).isEqualTo(new Verification.Intact(0, digest(0)));
        AuditRow one = write(tables -> tables.audit().append(T0.plusNanos(1_999_999), "anna", "import", "bad", "{}"));
        AuditRow two = write(tables -> tables.audit().append(T0, "bob", "publish", "", "ä"));
        AuditRow three = write(tables -> tables.audit().append(T0, "bob", "publish", "", "ä"));
        assertThat(one.at()).isEqualTo(T0.plusMillis(1));
        assertThat(List.of(one, two, three)).extracting(AuditRow::number).containsExactly(1L, 2L, 3L);
        assertThat(two.hash()).isNotEqualTo(three.hash());
        assertThat(read((Tables tables) -> tables.audit().from(2, 1))).containsExactly(two);
        assertThat(read((Tables tables) -> tables.audit().from(2, 9))).containsExactly(two, three);
        assertThat(read((Tables tables) -> tables.audit().newest(2))).containsExactly(three, two);
        assertThat(read((Tables tables) -> tables.audit().verify()))
                .isEqualTo(new Verification.Intact(3, three.hash()));
    }

    /// Frozen: with another hash, every chain that is there would be broken.
    @Test
    void hashesItsLogAsEver() throws IOException {
        AuditRow row = write(tables -> tables.audit().append(T0, "anna", "import", "bad", "{\"a\":1}"));
        assertThat(row.hash().toHex()).isEqualTo("ec59ed3cb69c2163df1244684646f980e959e1535b4d2002d80c5873a77fefa3");
    }
}
