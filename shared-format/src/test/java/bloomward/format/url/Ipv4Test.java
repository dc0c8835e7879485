package bloomward.format.url;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class Ipv4Test {

    @Test
    void writesAndReadsEveryOctetInEveryPlace() {
        byte[] text = new byte[16];
        for (int octet = 0; octet < 256; octet++) {
            for (int shift = 0; shift < 32; shift += 8) {
                long address = (long) octet << shift;
                int end = Ipv4.write(address, text, 0);
                assertThat(new String(text, 0, end, US_ASCII)).isEqualTo("%d.%d.%d.%d".formatted(address >>> 24,
                        address >>> 16 & 255, address >>> 8 & 255, address & 255));
                assertThat(Ipv4.parse(text, 0, end)).isEqualTo(address);
            }
        }
    }
}
