package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Members of the clusters of partitions, three servers and one. */
class ClusterSizeTest {
  private static final List<ServerGroup> GROUPS =
      Experiments.two(Experiments.partitions("default")).serverGroups();

  @Test
  void eachPartitionHasAClusterOfItsOwn() {
    assertThat(ClusterSize.members(views(3, 3, 3, 1), GROUPS)).hasValue(4);
  }

  @Test
  void aServerAloneInItsPartitionIsMissed() {
    assertThat(ClusterSize.members(views(2, 2, 1, 1), GROUPS)).hasValue(2);
  }

  @Test
  void aPartitionInTheClusterOfAnotherIsNoMemberOfItsOwn() {
    assertThat(ClusterSize.members(views(4, 4, 4, 4), GROUPS)).hasValue(0);
  }

  @Test
  void withoutAnyReportNothingIsKnown() {
    assertThat(ClusterSize.members(Map.of(), GROUPS)).isEmpty();
  }

  private static Map<String, Double> views(double... front) {
    return Map.of(
        "small-base-4-app-front-0", front[0],
        "small-base-4-app-front-1", front[1],
        "small-base-4-app-front-2", front[2],
        "small-base-4-app-plant-0", front[3]);
  }
}
