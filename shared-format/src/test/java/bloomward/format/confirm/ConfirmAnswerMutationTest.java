package bloomward.format.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Fuzz;
import bloomward.format.Mutations;
import bloomward.format.Mutations.Mutant;
import bloomward.format.confirm.ConfirmSamples.Published;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One bit wrong, one byte missing, one byte more: refused, with the reason that belongs to the place.
final class ConfirmAnswerMutationTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "0, 20", "1, 30", "4, 0", "4, 60", "16, 40"})
    void refusesEveryMutantOfAnAnswer(int bits, int hashes) {
        List<ConfirmRecord> records = ConfirmSamples.records(Fuzz.random(bits), hashes);
        Published list = ConfirmSamples.published(new BucketBits(bits), records);
        int bucket = hashes == 0 ? list.bits().buckets() - 1 : list.bits().bucketOf(records.getFirst().hash());
        byte[] answer = list.answer(bucket);
        Stream.of(Mutations.flips(answer), Mutations.cuts(answer), Mutations.appended(answer))
                .flatMap(mutants -> mutants)
                .forEach(mutant -> {
                    FormatException refusal = FormatErrors.of(
                            () -> ConfirmAnswer.parse(mutant.bytes()).prove(list.tree().root(), list.bits(), bucket));
                    assertThat(refusal.reason()).as("%s: %s", mutant, refusal.getMessage())
                            .isIn(reasonsAt(mutant, answer.length));
                });
    }

    private static Set<Reason> reasonsAt(Mutant mutant, int length) {
        if (mutant.bytes().length < length) {
            return Set.of(Reason.TRUNCATED);
        }
        return switch (mutant.at()) {
            case 0, 1, 2, 3, 4, 5, 6, 7 -> Set.of(Reason.NOT_OUR_FILE);
            case 8, 9 -> Set.of(Reason.TOO_NEW, Reason.TOO_OLD);
            case 10, 11, 20, 21, 22, 23 -> Set.of(Reason.MALFORMED);
            case 12, 13, 14, 15 -> Set.of(Reason.MALFORMED, Reason.OTHER_QUESTION);
            case 16, 17, 18, 19 -> Set.of(Reason.MALFORMED, Reason.TRUNCATED);
            default -> Set.of(mutant.at() < length ? Reason.UNPROVEN : Reason.MALFORMED);
        };
    }
}
