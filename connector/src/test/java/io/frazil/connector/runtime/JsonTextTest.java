package io.frazil.connector.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JsonTextTest {
  @Test
  void everyValueOfConnectIsReadable() {
    assertThat(JsonText.of(null)).isEmpty();
    assertThat(JsonText.of("a \"b\"")).contains("\"a \\\"b\\\"\"");
    assertThat(JsonText.of(Arrays.asList(1, (short) 2, 3L, true, null)))
        .contains("[1,2,3,true,null]");
    assertThat(JsonText.of(List.of(0.1f, 0.5, Double.NaN, new BigDecimal("1.10"))))
        .contains("[0.1,0.5,\"NaN\",1.10]");
    assertThat(JsonText.of(new byte[] {1, 2})).contains("\"AQI=\"");
    assertThat(JsonText.of(ByteBuffer.wrap(new byte[] {1, 2}))).contains("\"AQI=\"");
    assertThat(JsonText.of(Date.from(Instant.EPOCH))).contains("\"1970-01-01T00:00:00Z\"");
    assertThat(JsonText.of(Map.of(1, new UUID(0, 1))))
        .contains("{\"1\":\"00000000-0000-0000-0000-000000000001\"}");
  }
}
