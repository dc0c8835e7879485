package bloomward.server.http.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ByteRangeTest {

    @ParameterizedTest
    @CsvSource({"bytes=0-0,0,1", "bytes=0-99,0,100", "bytes=0-,0,100", "bytes=10-19,10,10", "bytes=99-,99,1",
        "bytes=90-1000,90,10", "bytes=-1,99,1", "bytes=-100,0,100", "bytes=-1000,0,100", "BYTES = 5-6 ,5,2",
        "bytes=0-99999999999999999999,0,100", "bytes=007-008,7,2"})
    void aPartIsServed(String header, long offset, long length) {
        assertThat(ByteRange.of(header, 100)).isEqualTo(new ByteRange.Part(offset, length));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999-"})
    void nothingThereIsUnsatisfiable(String header) {
        assertThat(ByteRange.of(header, 100)).isEqualTo(new ByteRange.Unsatisfiable());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-4", "bytes=1-2,4-5", "bytes=+1-2",
        "bytes=1--2", "lines=1-2", "bytes=1-2-3", "bytes=0x1-2", "bytes= - 5", "=1-2"})
    void whatIsNoSingleRangeIsTheWhole(String header) {
        assertThat(ByteRange.of(header, 100)).isEqualTo(ByteRange.WHOLE);
    }

    @Test
    void nothingHasNoPart() {
        assertThat(ByteRange.of("bytes=0-", 0)).isEqualTo(new ByteRange.Unsatisfiable());
        assertThat(ByteRange.of("bytes=-5", 0)).isEqualTo(new ByteRange.Unsatisfiable());
    }
}
