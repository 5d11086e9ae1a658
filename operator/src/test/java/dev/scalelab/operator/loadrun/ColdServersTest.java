package dev.scalelab.operator.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Servers that started under the warm-up are not warm. */
class ColdServersTest {
  private static final String BEFORE = "2026-11-28T10:00:00Z";
  private static final String BEGIN = "2026-11-28T10:00:20Z";
  private static final String MEANWHILE = "2026-11-28T10:00:30Z";

  private final Configuration two = Experiments.two(Experiments.cart("default"));

  @Test
  void serversThatWereThereBeforeAreWarm() {
    assertThat(cold(server(0, BEFORE), server(1, BEFORE), warmUp())).isEmpty();
  }

  @Test
  void aServerThatReplacedAnotherMeanwhileIsNot() {
    assertThat(cold(server(0, BEFORE), server(1, MEANWHILE), warmUp()))
        .isEqualTo(
            "pod %s-app-1 was created at 2026-11-28T10:00:30Z, after the warm-up had begun, and is"
                    .formatted(two.name())
                + " not warm");
  }

  @Test
  void aBalancerNeedsNoWarmUp() {
    Pod balancer = pod(two.name() + "-lb", MEANWHILE, Labels.selector(two.name(), Tier.BALANCER));

    assertThat(cold(server(0, BEFORE), server(1, BEFORE), balancer, warmUp())).isEmpty();
  }

  @Test
  void withoutAPodOfTheWarmUpNothingIsSaid() {
    assertThat(cold(server(0, BEFORE), server(1, MEANWHILE))).isEmpty();
  }

  private String cold(Pod... pods) {
    return ColdServers.of(two, Parts.TOPOLOGY.podGroups(two), List.of(pods)).orElse("");
  }

  private Pod server(int number, String created) {
    return pod(
        two.name() + "-app-" + number, created, Labels.selector(two.name(), Tier.APPLICATION));
  }

  private Pod warmUp() {
    String job = Names.warmUpJob(two.name());
    return pod(job + "-abcde", BEGIN, Map.of("batch.kubernetes.io/job-name", job));
  }

  private static Pod pod(String name, String created, Map<String, String> labels) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withCreationTimestamp(created)
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus()
        .build();
  }
}
