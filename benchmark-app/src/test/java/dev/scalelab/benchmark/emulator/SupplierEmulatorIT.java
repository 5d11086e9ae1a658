package dev.scalelab.benchmark.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.Emulator;
import dev.scalelab.benchmark.support.Ports;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The supplier emulator as a process, without an application to deliver to. */
class SupplierEmulatorIT {

  private static final String PART = "{\"supplierId\":3,\"partId\":7,\"quantity\":400}";

  @Test
  void aDeliveryThatIsNeverAcceptedIsCountedByTheEmulator() throws Exception {
    try (Emulator emulator =
        Emulator.start(
            Ports.free("127.0.0.1"),
            Map.of(
                "DELIVERY_URL", "http://127.0.0.1:9",
                "DELIVERY_MIN_MILLIS", "0",
                "DELIVERY_MAX_MILLIS", "0",
                "DELIVERY_ATTEMPTS", "3",
                "DELIVERY_RETRY_MILLIS", "50"))) {
      assertThat(emulator.order(UUID.randomUUID().toString(), PART)).isEqualTo(202);

      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> emulator.counts().getInt("undelivered") == 1);
      assertThat(emulator.counts().getInt("failedAttempts")).isEqualTo(3);
      assertThat(emulator.order("seven", PART)).isEqualTo(400);
      assertThat(emulator.order(UUID.randomUUID().toString(), "{}")).isEqualTo(400);
    }
  }
}
