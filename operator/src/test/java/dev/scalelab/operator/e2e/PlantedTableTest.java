package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckBuilder;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.Confidence;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlantedTableTest {
  private final PlantedTable table = new PlantedTable();

  @Test
  void whatWasNamedIsCountedAndShown() {
    table.add(Planted.LOCKS, limited("Database/Locks", Confidence.MEDIUM));
    table.add(Planted.GENERATOR, "LoadGeneratorSaturated");
    table.add(
        Planted.NOTHING,
        BottleneckBuilder.builder().verdict(BottleneckVerdict.NOT_SATURATED).build());
    table.add(Planted.TWO_LIMITS, limited("Application/Cpu", Confidence.HIGH));

    assertThat(table.named()).as("controls do not count").isEqualTo(2);
    assertThat(table.wrongWithHigh()).isEmpty();
    assertThat(table.toString())
        .containsPattern("LOCKS +Database/Locks +Database/Locks +MEDIUM +20.5")
        .containsPattern("HEAP +Application/Heap +no result")
        .endsWith("2 of 15 are named");
  }

  @Test
  void whatIsWrongWithHighConfidenceIsFound() {
    table.add(Planted.HOST, limited("Application/Cpu", Confidence.MEDIUM));
    table.add(Planted.NOTHING, limited("Application/Cpu", Confidence.HIGH));
    table.add(Planted.TIMEOUT, limited("Database/Wal", Confidence.HIGH));

    assertThat(table.wrongWithHigh()).containsExactly(Planted.TIMEOUT, Planted.NOTHING);
    assertThat(table.named()).isZero();
  }

  @Test
  void itIsCompleteWhenAllButControlsWereTried() {
    Stream.of(Planted.values())
        .filter(planted -> !planted.isControl() && planted != Planted.HEAP)
        .forEach(table::begin);
    assertThat(table.isComplete()).isFalse();

    table.begin(Planted.HEAP);

    assertThat(table.isComplete()).isTrue();
  }

  private static Bottleneck limited(String resource, Confidence confidence) {
    return BottleneckBuilder.builder()
        .verdict(BottleneckVerdict.LIMITED)
        .resource(resource)
        .confidence(confidence)
        .boundPerSecond(20.5)
        .build();
  }
}
