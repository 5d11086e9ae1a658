package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Readiness;
import java.time.Clock;
import java.util.List;
import java.util.OptionalInt;

/**
 * All servers in one cluster. A server that stays alone reports no error, so the members that each
 * one sees are counted.
 */
public final class ClusterView extends Component {
  private final EvidenceCollector evidence;
  private final SlowReads slow;
  private final Clock clock;

  public ClusterView(EvidenceCollector evidence, SlowReads slow, Clock clock) {
    super("Cluster", "the servers' cluster", Reason.CLUSTER_NOT_FORMED);
    this.evidence = evidence;
    this.slow = slow;
    this.clock = clock;
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.workload().reportsMembers();
  }

  /** Prometheus reports no changes. */
  @Override
  public boolean isWatched() {
    return false;
  }

  /** After an invalid run the servers are others. */
  @Override
  public Readiness observe(ComponentContext scene) {
    return slow.latest(
            scene.experiment(),
            name(),
            scene.configuration().name() + " after runs: " + scene.trial().runs().size(),
            () -> members(scene))
        .orElseGet(() -> waiting("Prometheus is being asked"));
  }

  private Readiness members(ComponentContext scene) {
    Configuration configuration = scene.configuration();
    try {
      OptionalInt members =
          evidence.clusterSize(
              Subject.of(scene.experiment(), configuration, List.of()), clock.instant());
      if (members.isPresent() && members.getAsInt() == configuration.replicas()) {
        return Readiness.ready();
      }
      return waiting(
          members.isPresent()
              ? "the smallest cluster view holds %d of %d servers"
                  .formatted(members.getAsInt(), configuration.replicas())
              : "Prometheus has no cluster view of all %d servers"
                  .formatted(configuration.replicas()));
    } catch (PrometheusException e) {
      return waiting(e.getMessage());
    }
  }

  private static Readiness waiting(String detail) {
    return Readiness.waiting(Reason.CLUSTER_NOT_FORMED, detail);
  }
}
