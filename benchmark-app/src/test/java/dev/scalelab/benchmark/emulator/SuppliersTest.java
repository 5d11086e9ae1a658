package dev.scalelab.benchmark.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuppliersTest {

  private final Map<String, String> environment =
      new HashMap<>(Map.of("DELIVERY_URL", "http://app:8080/api/ecperf/purchase-orders"));
  private final Counts counts = new Counts();
  private final List<Integer> delays = new ArrayList<>();

  @Test
  void theSameSeedGivesTheSameDelays() {
    orders(suppliers(), 50);
    List<Integer> first = List.copyOf(delays);
    delays.clear();
    orders(suppliers(), 50);

    assertThat(delays).isEqualTo(first);
    assertThat(Collections.min(delays)).isGreaterThanOrEqualTo(1000);
    assertThat(Collections.max(delays)).isLessThanOrEqualTo(5000);
    assertThat(delays.stream().distinct().count()).isGreaterThan(40);

    delays.clear();
    environment.put("SEED", "2");
    orders(suppliers(), 50);
    assertThat(delays).isNotEqualTo(first);
  }

  @Test
  void anOrderThatComesAgainIsDeliveredOnce() {
    Suppliers suppliers = suppliers();
    UUID number = UUID.randomUUID();

    assertThat(suppliers.order(number)).isEqualTo(Suppliers.Answer.ACCEPTED);
    assertThat(suppliers.order(number)).isEqualTo(Suppliers.Answer.ACCEPTED);

    assertThat(delays).hasSize(1);
    assertThat(counts.json()).startsWith("{\"accepted\":1,\"repeated\":1,\"refused\":0,");
  }

  @Test
  void soManyInAHundredAreRefused() {
    environment.put("REFUSED_PERCENT", "20");
    orders(suppliers(), 1000);

    assertThat(counts.refused.sum()).isBetween(150L, 250L);
    assertThat(delays).hasSize((int) counts.accepted.sum());
    assertThat(counts.accepted.sum() + counts.refused.sum()).isEqualTo(1000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELIVERY_URL | app:8080 | DELIVERY_URL must be an http or https address, not \"app:8080\"",
        "REFUSED_PERCENT | 101 | REFUSED_PERCENT must be a whole number from 0 to 100, not \"101\"",
        "SEED | one | SEED must be a whole number from 0 to 2147483647, not \"one\"",
        "DELIVERY_LEAST_MILLIS | 5001"
            + " | DELIVERY_LEAST_MILLIS must be at most DELIVERY_MOST_MILLIS, 5000, not 5001",
        "DELIVERY_RETRY_MILLIS | 10001"
            + " | DELIVERY_RETRY_MILLIS must be at most DELIVERY_RETRY_MOST_MILLIS, 10000, not 10001",
      })
  void aBadSettingIsNamedWithItsRule(String name, String value, String message) {
    environment.put(name, value);

    assertThatThrownBy(() -> Settings.of(environment))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private Suppliers suppliers() {
    return new Suppliers(
        Settings.of(environment), counts, (number, delayMillis) -> delays.add(delayMillis));
  }

  private static void orders(Suppliers suppliers, int times) {
    IntStream.range(0, times).forEach(i -> suppliers.order(UUID.randomUUID()));
  }
}
