package dev.scalelab.operator.diagnosis;

import static dev.scalelab.operator.diagnosis.GivenSystem.APPLICATION;
import static dev.scalelab.operator.diagnosis.GivenSystem.DATABASE;
import static dev.scalelab.operator.diagnosis.GivenSystem.POOL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckCandidate;
import dev.scalelab.operator.api.Confidence;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The diagnosis of servers in two partitions, which cannot do the work of each other. */
class PartitionDiagnosisTest {

  @Test
  void aPartitionWhoseServersAreFullIsNamedAndIsNoImbalance() {
    Bottleneck found = GivenSystem.diagnosed(60, high -> full(high, 0.35, 0.95));

    assertThat(found.resource()).as(found.message()).isEqualTo("Application/Cpu");
    assertThat(found.partition()).isEqualTo("plant");
    assertThat(found.brief().partition()).isEqualTo("plant");
    assertThat(found.boundPerSecond()).isEqualTo(63.16);
    assertThat(found.message())
        .startsWith("base-4 is limited by application CPU of partition plant")
        .contains("0.95 of 1.00 cores");
  }

  @Test
  void aServerAtItsLimitBesideAnIdleOneOfItsPartitionIsAnImbalance() {
    Bottleneck found =
        GivenSystem.diagnosed(
            60,
            high -> {
              high.cpu(new Cpu(APPLICATION, 0.55, 1, 10.0, 98.0));
              high.step.partitions(
                  Map.of(
                      "front", new Cpu(APPLICATION, 0.2, 0.4, 10.0, null),
                      "plant", new Cpu(APPLICATION, 0.35, 0.6, 10.0, null)));
            });

    assertThat(found.resource()).as(found.message()).isEqualTo("Balancer/Imbalance");
    assertThat(found.partition()).isNull();
  }

  @Test
  void theNextLimitIsThatOfTheFullestPartition() {
    Bottleneck found =
        GivenSystem.diagnosed(
            60,
            high -> {
              partitions(high, 0.2, 0.51, 0);
              high.cpu(DATABASE, 0.98, 1).slots(POOL, 20, 20, 1).servlets(23);
              high.step.meanMillis(400.0);
            });

    assertThat(found.resource()).as(found.message()).isEqualTo("Database/Cpu");
    assertThat(found.partition()).isNull();
    assertThat(found.message())
        .endsWith("next limit: application CPU of partition plant at 118 tx/s.");
    assertThat(found.candidates())
        .extracting(BottleneckCandidate::resource, BottleneckCandidate::partition)
        .contains(tuple("Application/Cpu", "plant"), tuple("Balancer/Cpu", null));
    assertThat(found.recommendation())
        .endsWith("the next limit is the application CPU of partition plant at 118 tx/s");
  }

  @Test
  void roundsInWhichOtherPartitionsAreFullestDoNotAgree() {
    List<StepFigures> plant = GivenSystem.steps(60, high -> full(high, 0.93, 0.97));
    List<StepFigures> front = GivenSystem.steps(60, high -> full(high, 0.97, 0.92));

    Bottleneck most = GivenSystem.diagnosis("base-4", List.of(plant, plant, front), true);
    Bottleneck half = GivenSystem.diagnosis("base-4", List.of(plant, front), true);

    assertThat(most.partition()).as(most.message()).isEqualTo("plant");
    assertThat(most.confidence()).as("two of three agree").isEqualTo(Confidence.HIGH);
    assertThat(half.confidence()).as(half.message()).isEqualTo(Confidence.MEDIUM);
  }

  /** More CPU for one of them leaves the other at its limit. */
  @Test
  void tiersWithFieldsOfTheirOwnAreLimitsOfTheirOwn() {
    Bottleneck both = tiers(0.95, 0.91);
    Bottleneck busy = tiers(0.95, 0.8);

    assertThat(both.message())
        .isEqualTo(
            "Not determined for base-4: application CPU of partition beans at 0.95 of its limit and"
                + " application CPU of partition web at 0.91 of its limit fit equally.");
    assertThat(busy.message())
        .contains("partition beans (medium confidence, since another CPU is busy too): 0.95 of");
    assertThat(busy.recommendation())
        .isEqualTo(
            "raise tiers.beans.cpu, up to 1.2 times: the next limit is the application CPU of partition"
                + " web at 75.0 tx/s");
  }

  private static Bottleneck tiers(double beans, double web) {
    Fields own =
        new Fields(
            true,
            Experiments.with(
                    Experiments.bookstore("default"),
                    "system: {tiers: {layout: Split, beans: {cpu: '2'}}}")
                .getSpec()
                .system(),
            2,
            size -> List.of(),
            "the rates");
    List<StepFigures> steps =
        GivenSystem.steps(
            60,
            high -> {
              full(high, beans, web);
              high.step.partitions(
                  new TreeMap<>(
                      Map.of(
                          "beans", new Cpu(APPLICATION, beans, 1, 40.0, null),
                          "web", new Cpu(APPLICATION, web, 1, 40.0, null))));
            });
    return Diagnosis.of("base-4", own, List.of(steps, steps, steps), true);
  }

  /** Requests spend most of their time in the servers. */
  private static void full(GivenSystem high, double front, double plant) {
    partitions(high, front, plant, 40);
    high.servlets(24).step.meanMillis(400.0);
  }

  /** A server of one core in each of them. */
  private static void partitions(
      GivenSystem high, double front, double plant, double throttledPercent) {
    double busiestPercent = 100 * Math.max(front, plant);
    high.cpu(new Cpu(APPLICATION, front + plant, 2, throttledPercent, busiestPercent));
    high.step.partitions(
        Map.of(
            "front", new Cpu(APPLICATION, front, 1, throttledPercent, null),
            "plant", new Cpu(APPLICATION, plant, 1, throttledPercent, null)));
  }
}
