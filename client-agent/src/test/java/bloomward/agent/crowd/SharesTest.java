package bloomward.agent.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SharesTest {

    private static final int TOTAL = 512;

    private final Shares shares = new Shares(TOTAL);

    private int takeAll(String user) {
        int taken = 0;
        while (shares.tryTake(Users.peer(user), 1)) {
            taken++;
        }
        return taken;
    }

    @Test
    void oneUserAloneGetsAHalf() {
        assertThat(takeAll("mallory")).isEqualTo(TOTAL / 2);
    }

    @Test
    void somethingIsLeftForEveryNewUser() {
        int left = TOTAL;
        for (int user = 1; user <= 8; user++) {
            int taken = takeAll("user " + user);
            assertThat(taken).as("user %d", user).isEqualTo(left / 2);
            left -= taken;
        }
    }

    @Test
    void hasEverythingAgainThatWasGivenBack() {
        takeAll("mallory");
        shares.giveBack(Users.peer("mallory"), TOTAL / 2);
        assertThat(shares.heldBy(Users.peer("mallory"))).isZero();
        assertThat(takeAll("alice")).isEqualTo(TOTAL / 2);
    }

    @Test
    void knowsWhoHoldsMost() {
        shares.tryTake(Users.peer("mallory"), 2);
        shares.tryTake(Users.peer("alice"), 1);
        assertThat(shares.isGreediest(Users.peer("mallory"))).isTrue();
        assertThat(shares.isGreediest(Users.peer("alice"))).isFalse();
    }
}
