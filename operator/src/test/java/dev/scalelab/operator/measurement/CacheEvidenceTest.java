package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.CacheEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.support.Experiments;
import org.junit.jupiter.api.Test;

/** What Infinispan servers report, planted in a real Prometheus. */
class CacheEvidenceTest extends PlantedEvidence {
  private static final Contract NO_DATABASE = new Contract(false, true, true, false);

  @Override
  void plant(PlantedSamples samples) {
    new PlantedTestbed(samples, "remote-base", 2).withoutDatabase().caches(2).whole();
    new PlantedTestbed(samples, "split-base", 2).withoutDatabase().caches(1).whole();
    new PlantedTestbed(samples, "mute-base", 2).withoutDatabase().caches(0).whole();
  }

  @Test
  void theyAreATierWithOperationsHitsHeapAndMembers() {
    Evidence evidence = complete(remote("remote"), LATER);

    CacheEvidence cache = evidence.cache();
    assertThat(cache.members()).isEqualTo(2);
    assertThat(cache.readsPerSecond()).as("of both").isCloseTo(2 * (90 + 10), withinPercentage(1));
    assertThat(cache.writesPerSecond()).isCloseTo(2 * (40 + 5), withinPercentage(1));
    assertThat(cache.hitPercent()).isCloseTo(90, withinPercentage(1));
    assertThat(cache.heapPercent()).as("of the one with more").isEqualTo(50);
    assertThat(evidence.tiers()).extracting(TierUse::tier).contains("cache");
    assertThat(
            evidence.tiers().stream()
                .filter(tier -> tier.tier().equals("cache"))
                .findFirst()
                .orElseThrow()
                .cpuCores())
        .isCloseTo(0.2, within(0.002));
  }

  @Test
  void aServerThatSeesOnlyItselfIsNoMember() {
    assertThat(complete(remote("split"), LATER).cache().members()).isEqualTo(1);
  }

  @Test
  void aStepIsNotCompleteWithoutTheirView() {
    assertThat(collect(remote("mute"), LATER))
        .isInstanceOfSatisfying(
            EvidenceResult.Missing.class,
            missing ->
                assertThat(missing.reason()).contains("the Infinispan servers' cluster view"));
  }

  private static Subject remote(String experiment) {
    return subject(
        experiment,
        2,
        NO_DATABASE,
        Experiments.with(Experiments.cart("default"), "system: {state: {store: Remote}}"));
  }
}
