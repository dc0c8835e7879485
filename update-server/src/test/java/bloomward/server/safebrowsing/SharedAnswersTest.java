package bloomward.server.safebrowsing;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.server.publish.Office;
import bloomward.server.safebrowsing.Remembered.Form;
import bloomward.server.safebrowsing.Remembered.Ready;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What strangers cost who ask for much, and take it slowly.
@Timeout(300)
final class SharedAnswersTest {

    private static final int LARGE = 30 << 20;

    private static MemorySegment largest(Written written) {
        return written.parts().stream().max(Comparator.comparingLong(MemorySegment::byteSize)).orElseThrow();
    }

    /// Equal segments are of the same array.
    @Test
    void allReadersShareALongList(@TempDir Path root) throws Exception {
        try (Office office = new Office(root).serving(CategoryLists.USUAL)) {
            office.restart();
            office.replace(office.list("bad"),
                    IntStream.range(0, 5_000).mapToObj(i -> "h" + i + ".example").toArray(String[]::new));
            office.publishDone();
            Gateway gateway = office.commits().gateway().orElseThrow();
            V5 v5 = new V5(gateway);
            MemorySegment list = largest(v5.list("mw-4b", List.of(), 0, 0));
            ProtoFile messages = ProtoFile.open("v4.proto");
            byte[] request = messages.make("FetchThreatListUpdatesRequest")
                    .with("list_update_requests", messages.make("ListUpdateRequest").with("threat_type", 1))
                    .with("list_update_requests",
                            messages.make("ListUpdateRequest").with("threat_type", 1).with("platform_type", 2))
                    .toBytes();

            assertThat(list.byteSize()).isGreaterThan(8_000);
            assertThat(largest(v5.list("mw-4b", List.of(), 0, 0))).isEqualTo(list);
            assertThat(largest(v5.lists(List.of("se-4b", "mw-4b"), List.of(), 0, 0))).isEqualTo(list);
            List<MemorySegment> ofV4 = new V4(gateway).updates(request)
                    .parts()
                    .stream()
                    .filter(part -> part.byteSize() > 8_000)
                    .toList();
            assertThat(ofV4).hasSize(2);
            assertThat(ofV4.getFirst()).isEqualTo(ofV4.getLast());
        }
    }

    private static Remembered.Key key(int number) {
        return new Remembered.Key(Form.V5, ThreatList.MALWARE, Optional.of(Digest.of(new byte[] {(byte) number})));
    }

    private static Optional<Ready> made(int sizeInBytes) {
        return Optional.of(new Ready(Update.Kind.PARTIAL, 1, new byte[sizeInBytes]));
    }

    @Test
    void oneUpdateIsMadeAtATime() throws Exception {
        Remembered remembered = new Remembered();
        CountDownLatch isMaking = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean isSecondMade = new AtomicBoolean();
        Thread first = Thread.ofPlatform().start(() -> remembered.get(key(1), () -> {
            isMaking.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return made(1);
        }));
        isMaking.await();
        Thread second = Thread.ofPlatform().start(() -> remembered.get(key(2), () -> {
            isSecondMade.set(true);
            return made(1);
        }));
        while (second.getState() != Thread.State.WAITING && second.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(isSecondMade).isFalse();
        end.countDown();
        first.join();
        second.join();
        assertThat(isSecondMade).isTrue();
    }

    @Test
    void whatIsRememberedHasABound() {
        Remembered remembered = new Remembered();
        AtomicInteger makings = new AtomicInteger();
        for (int number : new int[] {1, 2, 2, 3, 3, 2, 1}) { // the third one takes the place of the first
            remembered.get(key(number), () -> {
                makings.incrementAndGet();
                return made(LARGE);
            });
        }
        assertThat(makings).hasValue(4);
    }

    @Test
    void whatCannotBeMadeIsNotRemembered() {
        Remembered remembered = new Remembered();

        assertThat(remembered.get(key(1), Optional::empty)).isEmpty();

        assertThat(remembered.get(key(1), () -> made(1))).isPresent();
    }
}
