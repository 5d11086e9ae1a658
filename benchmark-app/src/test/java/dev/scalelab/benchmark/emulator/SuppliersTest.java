package dev.scalelab.benchmark.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuppliersTest {

  private static final int PART = 7;

  private final Map<String, String> environment =
      new HashMap<>(Map.of("DELIVERY_URL", "http://app:8080/api/ecperf/purchase-orders"));
  private final Counts counts = new Counts();
  private final List<Integer> delays = new ArrayList<>();

  @Test
  void theSameSeedGivesAPartTheSameDelayWhateverCameBefore() {
    List<Integer> parts = IntStream.rangeClosed(1, 50).boxed().toList();
    Map<Integer, Integer> inOneRun = delays(suppliers(), parts);
    Suppliers warm = suppliers();
    delays(warm, List.of(33, 7, 7, 200));
    List<Integer> backwards = IntStream.rangeClosed(1, 50).mapToObj(i -> 51 - i).toList();

    assertThat(delays(warm, backwards)).isEqualTo(inOneRun);

    environment.put("SEED", "2");
    assertThat(delays(suppliers(), parts)).isNotEqualTo(inOneRun);
  }

  @Test
  void delaysOfAllPartsAreEvenlyBetweenTheTwo() {
    Collection<Integer> delays =
        delays(suppliers(), IntStream.rangeClosed(1, 2000).boxed().toList()).values();

    assertThat(delays).allMatch(millis -> millis >= 1000 && millis <= 5000);
    for (int least = 1000; least < 5000; least += 1000) {
      int from = least;
      assertThat(delays)
          .filteredOn(millis -> millis >= from && millis < from + 1000)
          .as("number of 2000 delays from %d ms", from)
          .hasSizeBetween(400, 600);
    }
  }

  @Test
  void anOrderThatComesAgainIsDeliveredOnce() {
    Suppliers suppliers = suppliers();
    UUID number = UUID.randomUUID();

    assertThat(suppliers.order(number, PART)).isEqualTo(Suppliers.Answer.ACCEPTED);
    assertThat(suppliers.order(number, PART)).isEqualTo(Suppliers.Answer.ACCEPTED);

    assertThat(delays).hasSize(1);
    assertThat(counts.json()).startsWith("{\"accepted\":1,\"repeated\":1,\"refused\":0,");
  }

  @Test
  void anOrderThatComesAgainAfterARestartIsAnsweredAlike() {
    environment.put("REFUSED_PERCENT", "50");
    List<UUID> numbers = Stream.generate(UUID::randomUUID).limit(50).toList();
    Suppliers before = suppliers();
    Suppliers after = suppliers();

    assertThat(numbers).allMatch(number -> before.order(number, PART) == after.order(number, PART));
  }

  @Test
  void theConfiguredPercentageIsRefused() {
    environment.put("REFUSED_PERCENT", "20");
    Suppliers suppliers = suppliers();
    for (int i = 0; i < 1000; i++) {
      suppliers.order(new UUID(i * 7919L, i), PART);
    }

    assertThat(counts.refused.sum()).as("orders of the same part").isBetween(150L, 250L);
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
        "DELIVERY_MIN_MILLIS | 5001"
            + " | DELIVERY_MIN_MILLIS must be at most DELIVERY_MAX_MILLIS, 5000, not 5001",
        "DELIVERY_RETRY_MILLIS | 10001"
            + " | DELIVERY_RETRY_MILLIS must be at most DELIVERY_RETRY_MAX_MILLIS, 10000, not 10001",
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

  /** The delays of orders of these parts, ordered one after the other. */
  private Map<Integer, Integer> delays(Suppliers suppliers, List<Integer> parts) {
    Map<Integer, Integer> ofParts = new HashMap<>();
    for (int part : parts) {
      suppliers.order(UUID.randomUUID(), part);
      ofParts.put(part, delays.get(delays.size() - 1));
    }
    return ofParts;
  }
}
