package bloomward.cookbook;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.filter.ClassicFilter;
import bloomward.format.key.KeyHash;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// *Is this user name taken?* A sign-up form asks at every key stroke, and most of what people type is free.
///
/// Kind: classic, 9.6 bits a name at 1 %. It has the fewest bits of the kinds that new names can be added to, and a
/// database that is asked once in a hundred free names is not busy. "No" is certain, so the answer "free" needs no
/// database; "perhaps" asks it.
final class UserNameTakenTest {

    private static final KeyHash HASH = KeyHash.seeded(1);

    @Test
    void asksTheDatabaseForTakenNamesOnly(@TempDir Path folder) throws Exception {
        List<String> taken = IntStream.range(0, 20_000).mapToObj(i -> "user" + i).toList();
        ClassicFilter filter = ClassicFilter.of(taken.size(), 0.01);
        taken.forEach(name -> filter.add(HASH.of(name)));

        try (SortedFile database = SortedFile.write(folder.resolve("names"), taken)) {
            int asked = 0;
            for (int i = 0; i < 10_000; i++) {
                String typed = i % 10 == 0 ? "user" + i : "wanted" + i; // one in ten is taken
                boolean isTaken = false;
                if (filter.mightContain(HASH.of(typed))) {
                    asked++;
                    isTaken = database.contains(typed);
                }
                assertThat(isTaken).as(typed).isEqualTo(i % 10 == 0);
            }
            assertThat(asked).as("1,000 taken names and about 1 %% of 9,000 free ones").isBetween(1_000, 1_150);
            assertThat(database.reads()).as("of 140,000 without the filter").isLessThan(17_000);
        }
    }
}
