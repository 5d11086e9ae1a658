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
 * All Infinispan servers in one cluster. Those that start at the same time may stay alone for a
 * while, without an error.
 */
public final class CacheView extends Component {
  private final EvidenceCollector evidence;
  private final SlowReads slow;
  private final Clock clock;

  public CacheView(EvidenceCollector evidence, SlowReads slow, Clock clock) {
    super("CacheCluster", "the Infinispan servers' cluster", Reason.CACHE_NOT_READY);
    this.evidence = evidence;
    this.slow = slow;
    this.clock = clock;
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.remoteState() != null;
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
    int all = scene.configuration().remoteState().replicas();
    try {
      OptionalInt members =
          evidence.cacheMembers(
              Subject.of(scene.experiment(), scene.configuration(), List.of()),
              all,
              clock.instant());
      if (members.isPresent() && members.getAsInt() == all) {
        return Readiness.ready();
      }
      return waiting(
          members.isPresent()
              ? "the smallest cluster view holds %d of %d Infinispan servers"
                  .formatted(members.getAsInt(), all)
              : "Prometheus has no cluster view of all %d Infinispan servers".formatted(all));
    } catch (PrometheusException e) {
      return waiting(e.getMessage());
    }
  }

  private static Readiness waiting(String detail) {
    return Readiness.waiting(Reason.CACHE_NOT_READY, detail);
  }
}
