package dev.scalelab.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScalabilityTrialStatusTest {
  /** The API server would reject a longer list, and with it all results of the trial. */
  @Test
  void keepsNoMorePodsThanTheSchemaTakes() {
    List<PodPlacement> pods =
        IntStream.range(0, 200)
            .mapToObj(
                pod ->
                    new PodPlacement("application", null, "app-" + pod, "node", "image", "image"))
            .toList();

    ScalabilityTrialStatus warm = ScalabilityTrialStatus.begun("2026-01-01T00:00:00Z").placed(pods);

    assertThat(warm.placement()).hasSize(128).startsWith(pods.get(0)).endsWith(pods.get(127));
  }
}
